/**
 * Virtual time for several threads, of which one runs at a time, so that a history has the same order of events whenever it
 * is run from the same seed.
 */
@NullMarked
package dev.oncemore.torture.sim;

import org.jspecify.annotations.NullMarked;
