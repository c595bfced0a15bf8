package dev.oncemore.task.store;

/** Text by and for people, made such that every store can keep it. For stores, so that all of them have the same rules. */
public final class StorableText {
    private static final char REPLACEMENT = '\uFFFD';

    private StorableText() {}

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
