/**
 * The command line of the benchmarks, {@code ./oncemore bench …}. Each bench has a package of its own; shared code is in
 * {@link dev.oncemore.bench.measure}.
 */
@NullMarked
package dev.oncemore.bench;

import org.jspecify.annotations.NullMarked;
