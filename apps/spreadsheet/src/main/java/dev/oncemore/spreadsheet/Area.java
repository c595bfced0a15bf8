package dev.oncemore.spreadsheet;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rectangle of cells, such as A1:G10.
 *
 * @param firstRow its first row, from 1
 * @param firstColumn its first column, from 0
 * @param lastRow its last row
 * @param lastColumn its last column
 */
record Area(int firstRow, int firstColumn, int lastRow, int lastColumn) {
    private static final Pattern REF = Pattern.compile("([A-Z]{1,3})(\\d{1,7})(?::([A-Z]{1,3})(\\d{1,7}))?");

    /** Reads a reference; null if it is none. */
    static @Nullable Area parse(@Nullable String ref) {
        Matcher found = REF.matcher(ref == null ? "" : ref);
        if (!found.matches()) {
            return null;
        }
        boolean isCell = found.group(3) == null;
        int firstColumn = Places.column(found.group(1));
        int firstRow = Integer.parseInt(found.group(2));
        int lastColumn = isCell ? firstColumn : Places.column(found.group(3));
        int lastRow = isCell ? firstRow : Integer.parseInt(found.group(4));
        boolean isValid = firstColumn <= lastColumn && firstRow <= lastRow && lastColumn < Places.COLUMNS_MAX;
        return isValid ? new Area(firstRow, firstColumn, lastRow, lastColumn) : null;
    }

    boolean meetsRows(int first, int last) {
        return firstRow <= last && lastRow >= first;
    }

    int width() {
        return lastColumn - firstColumn + 1;
    }

    /** The area that reaches at least up to this column. */
    Area through(int column) {
        return new Area(firstRow, firstColumn, lastRow, Math.max(lastColumn, column));
    }

    String ref() {
        return Places.letters(firstColumn) + firstRow + ":" + Places.letters(lastColumn) + lastRow;
    }

    /** As names refer to it: $A$1:$G$10. */
    String absoluteRef() {
        return "$" + Places.letters(firstColumn) + "$" + firstRow + ":$" + Places.letters(lastColumn) + "$" + lastRow;
    }
}
