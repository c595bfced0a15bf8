package dev.oncemore.bench.http;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds the number of turns of each client
 * @param warmup the warm-up before the first turn
 * @param round the length of a turn
 */
record HttpEffort(int rounds, Duration warmup, Duration round) {
    static final HttpEffort QUICK = new HttpEffort(21, Duration.ofSeconds(2), Duration.ofMillis(250));
    static final HttpEffort FULL = new HttpEffort(41, Duration.ofSeconds(5), Duration.ofSeconds(1));

    private static final int CLIENTS = 2;

    /** The estimated duration of a case. */
    double guessedSeconds() {
        return CLIENTS * warmup.plus(round.multipliedBy(rounds)).toMillis() / 1e3;
    }
}
