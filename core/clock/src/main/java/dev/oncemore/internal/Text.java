package dev.oncemore.internal;

import java.util.Objects;

/** Rules for texts that stores keep, identical for every store regardless of its collation and character set. */
public final class Text {
    /** Maximum length of a key. */
    public static final int KEY_LENGTH_MAX = 255;

    /** Maximum length of the name of a person or thing. */
    public static final int NAME_LENGTH_MAX = 255;

    private static final char REPLACEMENT = '\uFFFD';

    private Text() {}

    /**
     * Requires 1 to {@code lengthMax} printable ASCII characters and returns the value.
     *
     * @throws IllegalArgumentException otherwise; the message names the first violation
     */
    public static String requireKeyLike(String what, String value, int lengthMax) {
        Objects.requireNonNull(value, () -> what + " must not be null");
        if (value.isEmpty()) {
            throw new IllegalArgumentException(what + " must not be empty");
        }
        if (value.length() > lengthMax) {
            throw new IllegalArgumentException(
                    what + " must have at most " + lengthMax + " characters, but has " + value.length());
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~') {
                throw new IllegalArgumentException(what + " must be printable ASCII, but " + place(i, c));
            }
        }
        return value;
    }

    /**
     * Requires the name of a person or thing: any script, on one line, without characters that a store would have to
     * replace.
     */
    public static String requireName(String what, String value) {
        Objects.requireNonNull(value, () -> what + " must not be null");
        if (value.isBlank() || value.length() > NAME_LENGTH_MAX) {
            String instead = value.isEmpty() ? "is empty" : value.isBlank() ? "is blank" : "has " + value.length();
            throw new IllegalArgumentException(
                    what + " must have 1 to " + NAME_LENGTH_MAX + " characters and not only blanks, but " + instead);
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c)) {
                throw new IllegalArgumentException(what + " must not have control characters, but " + place(i, c));
            }
        }
        return requireWellFormed(what, value);
    }

    /** Requires text without an unpaired surrogate, which the JDK would encode as a question mark. */
    public static String requireWellFormed(String what, String value) {
        for (int i = 0; i < value.length(); i++) {
            if (isLoneSurrogate(value, i)) {
                throw new IllegalArgumentException(
                        what + " must not have half a surrogate pair, but " + place(i, value.charAt(i)));
            }
        }
        return value;
    }

    /** Whether every store can keep the text unchanged. */
    public static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isStorable(text, i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Makes the text storable: removes NUL and unpaired surrogates, and cuts it to the maximum length. Never throws,
     * because an outcome must not be lost over a character in its message.
     */
    public static String cut(String text, int lengthMax) {
        int end = text.length();
        if (end > lengthMax) {
            end = Character.isHighSurrogate(text.charAt(lengthMax - 2)) ? lengthMax - 2 : lengthMax - 1;
        }
        StringBuilder kept = null;
        for (int i = 0; i < end; i++) {
            if (!isStorable(text, i)) {
                kept = kept == null ? new StringBuilder(text) : kept;
                kept.setCharAt(i, REPLACEMENT);
            }
        }
        CharSequence storable = kept == null ? text : kept;
        return end == text.length() ? storable.toString() : storable.subSequence(0, end) + "…";
    }

    private static boolean isStorable(String text, int i) {
        return text.charAt(i) != 0 && !isLoneSurrogate(text, i);
    }

    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    private static String place(int i, char c) {
        return "character " + (i + 1) + " is U+" + String.format("%04X", (int) c);
    }
}
