package dev.oncemore.spreadsheet;

import java.util.regex.Pattern;

/** The text of a number format. */
final class FormatCode {
    private static final Pattern ELAPSED = Pattern.compile("h+|m+|s+", Pattern.CASE_INSENSITIVE);

    private FormatCode() {}

    /**
     * Removes the parts that do not mark a date: quoted and escaped text, colours, languages; not [h], [m], [s]. In one pass:
     * a regular expression takes quadratic time for brackets that are never closed, and a workbook has thousands of formats.
     */
    static String withoutDecoration(String code) {
        StringBuilder shown = new StringBuilder(code.length());
        int lastQuote = code.lastIndexOf('"');
        int lastBracket = code.lastIndexOf(']');
        int at = 0;
        while (at < code.length()) {
            char c = code.charAt(at);
            if (c == '"' && at < lastQuote) {
                at = code.indexOf('"', at + 1) + 1;
            } else if ((c == '\\' || c == '_') && at + 1 < code.length()) {
                at += 2;
            } else if (c == '[' && at < lastBracket && !isElapsed(code, at)) {
                at = code.indexOf(']', at) + 1;
            } else {
                shown.append(c);
                at++;
            }
        }
        return shown.toString();
    }

    private static boolean isElapsed(String code, int bracket) {
        return ELAPSED.matcher(code.substring(bracket + 1, code.indexOf(']', bracket)))
                .matches();
    }
}
