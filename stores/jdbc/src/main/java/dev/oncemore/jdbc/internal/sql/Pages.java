package dev.oncemore.jdbc.internal.sql;

/** The bound of a page. */
public final class Pages {
    public static final int ENTRIES_MAX = 1_000;

    private Pages() {}

    public static void requireMost(int most) {
        if (most < 1 || most > ENTRIES_MAX) {
            throw new IllegalArgumentException("most must be between 1 and " + ENTRIES_MAX + ", but is " + most);
        }
    }
}
