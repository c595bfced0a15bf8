/**
 * Virtual time for several threads of which one runs at a time: whatever a history does, it does in the same order whenever
 * it is run from the same seed.
 */
@NullMarked
package dev.oncemore.torture.sim;

import org.jspecify.annotations.NullMarked;
