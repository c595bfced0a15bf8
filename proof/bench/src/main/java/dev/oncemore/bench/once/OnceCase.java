package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.RoundResult;
import java.util.Locale;

/**
 * One operation on one store, by a number of concurrent callers.
 *
 * @param store the store
 * @param act the operation
 * @param callers the number of threads
 */
record OnceCase(Store store, Act act, int callers) {
    /** Enough callers to share commits. */
    static final int MANY = 64;

    /** For example {@code postgres-leased-64}. */
    String caseName() {
        return store + "-" + act.name().toLowerCase(Locale.ROOT) + "-" + callers;
    }

    /** One caller measures the time of a call, many measure the throughput. */
    String metric() {
        return callers == 1 ? Figure.NANOS : Figure.THROUGHPUT;
    }

    /** The value of that metric. */
    double value(RoundResult round) {
        return callers == 1 ? round.nanosPerCall() : round.callsPerSecond();
    }
}
