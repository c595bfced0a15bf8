/**
 * Retry engines side by side: the time and memory of a call, blocking and asynchronous, with and without a circuit breaker,
 * and the cost of a million calls that wait at once.
 *
 * <p>Every subject does the same work through the fastest form of its usual interface: engines, policies and decorators
 * are made once, and the work is an object in a field. Nothing is a constant that the compiler could fold.
 */
@NullMarked
package dev.oncemore.bench.retry;

import org.jspecify.annotations.NullMarked;
