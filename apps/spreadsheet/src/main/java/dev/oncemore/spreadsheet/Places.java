package dev.oncemore.spreadsheet;

/** Converts between column letters and indexes: A is 0. */
public final class Places {
    /** The most columns that a spreadsheet has: A to XFD. */
    static final int COLUMNS_MAX = 16_384;

    private static final int LETTERS = 26;

    private Places() {}

    /** The column index of a reference such as B7; a far too large number for text that is not a reference. */
    static int column(String reference) {
        int column = 0;
        for (int i = 0; i < reference.length(); i++) {
            char c = reference.charAt(i);
            if (c < 'A' || c > 'Z') {
                break;
            }
            column = Math.min(column * LETTERS + (c - 'A' + 1), COLUMNS_MAX + 1);
        }
        return column == 0 ? COLUMNS_MAX : column - 1;
    }

    /** The letters of a column. */
    public static String letters(int column) {
        StringBuilder letters = new StringBuilder();
        for (int rest = column + 1; rest > 0; rest = (rest - 1) / LETTERS) {
            letters.insert(0, (char) ('A' + (rest - 1) % LETTERS));
        }
        return letters.toString();
    }
}
