/**
 * The subject as something to run: a small service that creates cases, a network that loses its responses, a client that
 * retries, and a walk through what they do to each other. The parts are those of production; only the network is made to fail.
 */
@NullMarked
package dev.oncemore.examples.cases;

import org.jspecify.annotations.NullMarked;
