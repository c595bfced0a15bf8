package dev.oncemore.bench.http;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds how often each client has its turn
 * @param warmup how long it runs before its first turn
 * @param round how long a turn is
 */
record HttpEffort(int rounds, Duration warmup, Duration round) {
    static final HttpEffort QUICK = new HttpEffort(21, Duration.ofSeconds(2), Duration.ofMillis(250));
    static final HttpEffort FULL = new HttpEffort(41, Duration.ofSeconds(5), Duration.ofSeconds(1));

    private static final int CLIENTS = 2;

    /** How long a case might take. */
    double guessedSeconds() {
        return CLIENTS * warmup.plus(round.multipliedBy(rounds)).toMillis() / 1e3;
    }
}
