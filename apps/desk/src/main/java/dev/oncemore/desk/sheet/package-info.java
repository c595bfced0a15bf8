/** Sheets: files are read and checked, kept with the state and the log of each row, corrected, and returned with the results. */
@NullMarked
package dev.oncemore.desk.sheet;

import org.jspecify.annotations.NullMarked;
