/**
 * Time and randomness as injected dependencies. This is the only package of the kernels that reads the system clock,
 * sleeps, or draws a random number; all other code receives a {@link dev.oncemore.time.Time} and a random generator, so
 * that tests can pass virtual ones.
 */
@NullMarked
package dev.oncemore.time;

import org.jspecify.annotations.NullMarked;
