/**
 * Spreadsheets as files: reads untrusted CSV and workbooks (XLSX) row by row, and writes them back with added columns and
 * everything else unchanged. The meaning of cells is up to callers.
 */
@NullMarked
package dev.oncemore.spreadsheet;

import org.jspecify.annotations.NullMarked;
