package dev.oncemore.spreadsheet;

/** Marks CSV cells as text that a spreadsheet program would run as a formula. */
public final class SafeText {
    private static final String DANGEROUS = "=+-@\t\r\n|%";

    private SafeText() {}

    /** The text, with a leading apostrophe if it would be run. */
    public static String of(String text) {
        return !text.isEmpty() && DANGEROUS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    /** The text as a cell of a CSV file with this delimiter. */
    public static String cell(String text, char delimiter) {
        String safe = of(text);
        boolean isPlain = safe.indexOf(delimiter) < 0
                && safe.indexOf('"') < 0
                && safe.indexOf('\n') < 0
                && safe.indexOf('\r') < 0;
        return isPlain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
