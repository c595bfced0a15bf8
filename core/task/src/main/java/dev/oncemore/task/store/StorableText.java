package dev.oncemore.task.store;

import dev.oncemore.once.record.NewClaim;

/** Text by and for people, made such that every store can keep it. For stores, so that all of them have the same rules. */
public final class StorableText {
    private static final char REPLACEMENT = '\uFFFD';

    private StorableText() {}

    /**
     * Who acts: a person or a node, by the same rule as for records of {@code Once}.
     *
     * @throws IllegalArgumentException when it is blank, over 255 characters, or not on one line
     */
    public static String requireWho(String who) {
        return NewClaim.requireWho(who);
    }

    /**
     * Why somebody acts, cut to what is kept of any words.
     *
     * @throws IllegalArgumentException when it is blank
     */
    public static String requireWhy(String why) {
        if (why.isBlank()) {
            throw new IllegalArgumentException("why must not be blank: the log is for those who come later");
        }
        return cut(why);
    }

    /** At most as many characters as are kept of a reason, the rest cut off. */
    public static String cut(String text) {
        return cut(text, End.WORDS_LENGTH_MAX);
    }

    /** At most so many characters, the rest cut off: an error's text may be of any size, and must not fail the finish. */
    static String cut(String text, int lengthMax) {
        String storable = storable(text);
        if (storable.length() <= lengthMax) {
            return storable;
        }
        int end = Character.isHighSurrogate(storable.charAt(lengthMax - 2)) ? lengthMax - 2 : lengthMax - 1;
        return storable.substring(0, end) + "…";
    }

    /** Without NUL, which PostgreSQL refuses, and without half surrogates, which are no UTF-8. */
    static String storable(String text) {
        StringBuilder changed = null;
        for (int i = 0; i < text.length(); i++) {
            if (isStorable(text, i)) {
                continue;
            }
            changed = changed == null ? new StringBuilder(text) : changed;
            changed.setCharAt(i, REPLACEMENT);
        }
        return changed == null ? text : changed.toString();
    }

    private static boolean isStorable(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        }
        return c != 0;
    }
}
