/** What a run of the lab found: a sentence, a table and charts, written as text, JSON, CSV, SVG or one HTML page. */
@NullMarked
package dev.oncemore.lab.report;

import org.jspecify.annotations.NullMarked;
