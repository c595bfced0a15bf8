package dev.oncemore.spreadsheet;

import java.util.regex.Pattern;

/** Escapes texts of workbooks: characters that XML cannot hold are written as in _x000D_. */
final class Escapes {
    private static final Pattern ESCAPED = Pattern.compile("_x([0-9A-Fa-f]{4})_");

    private Escapes() {}

    static String plain(String text) {
        return text.contains("_x")
                ? ESCAPED.matcher(text)
                        .replaceAll(found -> java.util.regex.Matcher.quoteReplacement(
                                String.valueOf((char) Integer.parseInt(found.group(1), 16))))
                : text;
    }

    /** Escapes a text for the content of an element. */
    static String written(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(isAllowed(c) ? c : ' ');
            }
        });
        return out.toString();
    }

    private static boolean isAllowed(int c) {
        boolean isSurrogate = c >= 0xD800 && c <= 0xDFFF;
        return c == '\t' || c == '\n' || (c >= ' ' && !isSurrogate && c != 0xFFFE && c != 0xFFFF);
    }
}
