/**
 * A seeded discrete-event simulation of clients, layers and dependencies. What a policy decides comes from the engine's own
 * budget, breaker, limiters and backoff; only time and the dependencies are modelled. The same seed gives the same run.
 */
@NullMarked
package dev.oncemore.lab.sim;

import org.jspecify.annotations.NullMarked;
