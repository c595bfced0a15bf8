package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import java.util.Locale;

/**
 * One act on one store, by so many callers at once.
 *
 * @param store where
 * @param act what
 * @param callers how many threads
 */
record OnceCase(Store store, Act act, int callers) {
    /** So many that they can share commits. */
    static final int MANY = 64;

    /** For example {@code postgres-leased-64}. */
    String caseName() {
        return store + "-" + act.name().toLowerCase(Locale.ROOT) + "-" + callers;
    }

    /** A lone caller asks how long it takes, many ask how much they get done. */
    String metric() {
        return callers == 1 ? Figure.NANOS : Figure.THROUGHPUT;
    }
}
