/**
 * A wallet: money moves between accounts once per transfer, however many threads move it and however often the process is
 * killed.
 */
@NullMarked
package dev.oncemore.examples.wallet;

import org.jspecify.annotations.NullMarked;
