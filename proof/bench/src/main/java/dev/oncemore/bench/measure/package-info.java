/**
 * Measuring and reporting, shared by all benches. A bench produces {@link dev.oncemore.bench.measure.Figure}s, shows its
 * progress, and ends with a table, the state of its targets and, on request, a JSON file.
 */
@NullMarked
package dev.oncemore.bench.measure;

import org.jspecify.annotations.NullMarked;
