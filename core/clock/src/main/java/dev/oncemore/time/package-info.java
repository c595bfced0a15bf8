/**
 * Time and chance, handed in. This is the only package of the kernels that reads the machine's clock, sleeps, or draws a
 * random number; everything else is given a {@link dev.oncemore.time.Time} and a random generator, so that a test can
 * give it virtual ones.
 */
@NullMarked
package dev.oncemore.time;

import org.jspecify.annotations.NullMarked;
