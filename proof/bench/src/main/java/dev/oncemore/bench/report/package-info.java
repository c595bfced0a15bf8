/**
 * {@code oncemore bench report}: runs the benches one after the other, each in its own JVM, and writes the document with
 * their figures. Figures of a busy machine are refused.
 */
@NullMarked
package dev.oncemore.bench.report;

import org.jspecify.annotations.NullMarked;
