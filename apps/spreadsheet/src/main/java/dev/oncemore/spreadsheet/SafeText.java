package dev.oncemore.spreadsheet;

/** Cells of CSV that a spreadsheet would take for a formula, and run, are marked as text. */
public final class SafeText {
    private static final String DANGEROUS = "=+-@\t\r\n|%";

    private SafeText() {}

    /** The same text, with an apostrophe before it where it would be run. */
    public static String of(String text) {
        return !text.isEmpty() && DANGEROUS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    /** As a cell between these delimiters. */
    public static String cell(String text, char delimiter) {
        String safe = of(text);
        boolean isPlain = safe.indexOf(delimiter) < 0
                && safe.indexOf('"') < 0
                && safe.indexOf('\n') < 0
                && safe.indexOf('\r') < 0;
        return isPlain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
