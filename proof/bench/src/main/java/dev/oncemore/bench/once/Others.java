package dev.oncemore.bench.once;

import java.util.List;

/** The peers of {@code Once}, by their names in reports and files. */
final class Others {
    /** A handwritten table, or keys. */
    static final String NAIVE = "naive";

    /** The least that any implementation does on this store. */
    static final String LIMIT = "limit";

    /** The effect alone, without protection against repetition. */
    static final String BARE = "bare";

    /** Another implementation of fingerprints. */
    static final String CANONICALIZER = "canonicalizer";

    /** The subjects to compare with: the first of these that is part of a case. */
    static final List<String> REFERENCES = List.of(NAIVE, LIMIT, BARE, CANONICALIZER);

    private Others() {}
}
