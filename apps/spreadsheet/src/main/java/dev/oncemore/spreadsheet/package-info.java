/**
 * Spreadsheets as files: reads CSV and workbooks (XLSX) row by row without trusting them, and gives them back with columns
 * added and everything else as it was. What the cells mean is not known here.
 */
@NullMarked
package dev.oncemore.spreadsheet;

import org.jspecify.annotations.NullMarked;
