package dev.oncemore.once.record;

/** The one rule for what keys and scopes are made of: the same on every store, whatever its collation. */
public final class Text {
    /** The longest key. */
    public static final int KEY_LENGTH_MAX = 255;

    static final int SCOPE_PART_LENGTH_MAX = 100;

    private Text() {}

    /**
     * The value, when it has 1 to so many printable ASCII characters.
     *
     * @throws IllegalArgumentException when it has not; the message says what it is and which rule it broke
     */
    public static String requireKeyLike(String what, String value, int lengthMax) {
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
                throw new IllegalArgumentException(what + " must be printable ASCII, but character " + (i + 1)
                        + " is U+" + String.format("%04X", (int) c));
            }
        }
        return value;
    }
}
