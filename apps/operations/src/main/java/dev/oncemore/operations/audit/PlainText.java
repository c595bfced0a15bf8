package dev.oncemore.operations.audit;

/**
 * Checks and escapes text for logs and terminals: it has no control characters, which could start a new line or control the
 * terminal, and no bidirectional overrides, which could change the order in which it is shown.
 */
public final class PlainText {
    private PlainText() {}

    /** Whether a text has only printable characters. */
    public static boolean isPlain(String text) {
        return text.codePoints().allMatch(PlainText::isPlain);
    }

    /** Whether a character is printable. */
    public static boolean isPlain(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                false;
            case Character.FORMAT -> !isDirection(codePoint);
            default -> true;
        };
    }

    private static boolean isDirection(int codePoint) {
        return (codePoint >= 0x202A && codePoint <= 0x202E) || (codePoint >= 0x2066 && codePoint <= 0x2069);
    }

    /** The same text with all other characters escaped, as {@code \}{@code u001b}. */
    public static String escaped(String text) {
        if (isPlain(text)) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(codePoint -> plain.append(
                        isPlain(codePoint) ? Character.toString(codePoint) : String.format("\\u%04x", codePoint)));
        return plain.toString();
    }
}
