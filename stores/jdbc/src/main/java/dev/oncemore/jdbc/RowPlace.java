package dev.oncemore.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * A place between the rows of a run.
 *
 * @param bound the last key of the run
 * @param last the key of the row before this place; null at the beginning
 */
record RowPlace(RowKey bound, @Nullable RowKey last) {

    /** The beginning of a run up to this key; null if there is none, because there are no rows. */
    static @Nullable RowPlace before(@Nullable RowKey bound) {
        return bound == null ? null : new RowPlace(bound, null);
    }

    /** The length of the bound comes first: keys may have any character. */
    String written() {
        String end = last == null ? "" : last.type() + last.text();
        return (bound.text().length() + 1) + " " + bound.type() + bound.text() + end;
    }

    static RowPlace read(String written) {
        int space = written.indexOf(' ');
        int boundLength = Integer.parseInt(written.substring(0, space));
        String keys = written.substring(space + 1);
        return new RowPlace(key(keys.substring(0, boundLength)), key(keys.substring(boundLength)));
    }

    private static RowKey key(String written) {
        return new RowKey(written.charAt(0), written.substring(1));
    }
}
