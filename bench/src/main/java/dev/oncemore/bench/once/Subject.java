package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.MeasuringException;
import java.util.List;

/**
 * Somebody who does one and the same thing as others do.
 *
 * @param name by which reports and files know it
 * @param prepare what is not measured, before each of its turns
 * @param deed what it does
 */
record Subject(String name, Runnable prepare, Deed deed) {
    static final String ONCEMORE = "oncemore";

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

    /** A subject that needs no preparation. */
    static Subject of(String name, Deed deed) {
        return new Subject(name, () -> {}, deed);
    }

    /** Fails unless what happened is what is measured; a subject that does less would look fast. */
    static void require(boolean asExpected, Object instead) {
        if (!asExpected) {
            throw new MeasuringException("something else happened than what is measured: " + instead, null);
        }
    }

    /** One call, on the caller's thread, with the key that names its effect. */
    @FunctionalInterface
    interface Deed {
        void run(String key) throws Exception;
    }
}
