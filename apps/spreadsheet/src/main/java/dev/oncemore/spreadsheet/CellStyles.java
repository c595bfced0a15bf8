package dev.oncemore.spreadsheet;

/**
 * The indexes of styles that written cells use; empty for none.
 *
 * @param text the style of texts
 * @param integer the style of whole numbers, which shows all digits
 * @param time the style of times; if there is none, times are written as texts
 * @param isFrom1904 whether days are counted from 1904
 */
record CellStyles(String text, String integer, String time, boolean isFrom1904) {}
