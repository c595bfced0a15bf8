/**
 * Measuring and telling: what every bench shares. A bench makes {@link dev.oncemore.bench.measure.Figure}s, shows how far
 * it is, and ends with a table, verdicts on its targets and, on request, a file for programs.
 */
@NullMarked
package dev.oncemore.bench.measure;

import org.jspecify.annotations.NullMarked;
