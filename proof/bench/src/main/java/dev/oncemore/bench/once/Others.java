package dev.oncemore.bench.once;

import java.util.List;

/** Who does the same as {@code Once}, by the names that reports and files know them. */
final class Others {
    /** A table, or keys, as written by hand. */
    static final String NAIVE = "naive";

    /** The least that any such thing has to do on this store. */
    static final String LIMIT = "limit";

    /** The same effect without anybody who looks that it happens once. */
    static final String BARE = "bare";

    /** Another maker of fingerprints. */
    static final String CANONICALIZER = "canonicalizer";

    /** With whom others are compared: the first of these who takes part. */
    static final List<String> REFERENCES = List.of(NAIVE, LIMIT, BARE, CANONICALIZER);

    private Others() {}
}
