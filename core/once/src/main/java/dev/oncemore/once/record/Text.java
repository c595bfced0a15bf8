package dev.oncemore.once.record;

import java.util.Objects;

/** The rules for the texts of a record: the same on every store, whatever its collation and its character set. */
public final class Text {
    /** The longest key. */
    public static final int KEY_LENGTH_MAX = 255;

    static final int SCOPE_PART_LENGTH_MAX = 100;
    static final int NAME_LENGTH_MAX = 255;
    static final int WORDS_LENGTH_MAX = 10_000;

    private static final char REPLACEMENT = '\uFFFD';

    private Text() {}

    /**
     * The value, when it has 1 to so many printable ASCII characters.
     *
     * @throws IllegalArgumentException when it has not; the message says what it is and which rule it broke
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

    /** What people and things are called: any script, on one line. A store would have to replace what is refused here. */
    static String requireName(String what, String value) {
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

    /** Text that comes back as it was; the JDK writes half a surrogate pair as a question mark. */
    static String requireWellFormed(String what, String value) {
        for (int i = 0; i < value.length(); i++) {
            if (isLoneSurrogate(value, i)) {
                throw new IllegalArgumentException(
                        what + " must not have half a surrogate pair, but " + place(i, value.charAt(i)));
            }
        }
        return value;
    }

    /**
     * What went wrong, in words that every store can keep. That an effect happened must not get lost because of a character
     * in a message, so this refuses nothing: it replaces, and cuts what is too long.
     */
    static String storable(String words) {
        StringBuilder kept = new StringBuilder(Math.min(words.length(), WORDS_LENGTH_MAX));
        int end = words.length() <= WORDS_LENGTH_MAX ? words.length() : WORDS_LENGTH_MAX - 1;
        for (int i = 0; i < end; i++) {
            char c = words.charAt(i);
            boolean cutInHalf = i == end - 1 && Character.isHighSurrogate(c);
            kept.append(c == 0 || cutInHalf || isLoneSurrogate(words, i) ? REPLACEMENT : c);
        }
        return end < words.length() ? kept.append('…').toString() : kept.toString();
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
