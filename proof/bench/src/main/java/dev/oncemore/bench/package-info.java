/**
 * The command line of the benchmarks: what {@code ./oncemore bench …} runs. Each bench has a package of its own, and what
 * they share is in {@link dev.oncemore.bench.measure}.
 */
@NullMarked
package dev.oncemore.bench;

import org.jspecify.annotations.NullMarked;
