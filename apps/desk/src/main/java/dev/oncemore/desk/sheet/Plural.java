package dev.oncemore.desk.sheet;

import java.util.Locale;

/** Counts as people say them: 1 row, 1,200 rows. */
public final class Plural {
    private Plural() {}

    /** So many of these. */
    public static String of(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }
}
