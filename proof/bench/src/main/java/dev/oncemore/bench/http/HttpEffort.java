package dev.oncemore.bench.http;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param pairs the number of rounds of each client
 * @param warmup the warm-up before the first round
 * @param round the length of a round
 */
record HttpEffort(int pairs, Duration warmup, Duration round) {
    static final HttpEffort QUICK = new HttpEffort(11, Duration.ofSeconds(2), Duration.ofMillis(400));
    static final HttpEffort FULL = new HttpEffort(21, Duration.ofSeconds(5), Duration.ofMillis(1_500));

    private static final int CLIENTS = 2;

    /** The estimated duration of a case. */
    double guessedSeconds() {
        return CLIENTS * warmup.plus(round.multipliedBy(pairs)).toMillis() / 1e3;
    }
}
