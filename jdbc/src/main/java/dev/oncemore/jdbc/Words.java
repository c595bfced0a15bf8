package dev.oncemore.jdbc;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Texts for people, made fit for every database. That an effect happened must not get lost because its message has a
 * character that PostgreSQL refuses, so these are replaced, and what is too long is cut.
 */
final class Words {
    static final int LENGTH_MAX = 10_000;
    private static final char REPLACEMENT = '\uFFFD';

    private Words() {}

    static @Nullable String storable(@Nullable String text) {
        return text == null ? null : wellFormed(cut(text));
    }

    private static String cut(String text) {
        return text.length() <= LENGTH_MAX ? text : text.substring(0, LENGTH_MAX - 1) + "…";
    }

    private static String wellFormed(String text) {
        if (text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return text;
        }
        StringBuilder repaired = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            boolean storable = point != 0 && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
            repaired.appendCodePoint(storable ? point : REPLACEMENT);
        });
        return repaired.toString();
    }
}
