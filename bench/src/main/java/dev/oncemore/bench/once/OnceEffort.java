package dev.oncemore.bench.once;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds how often each subject has its turn
 * @param warmup how long it runs before its first turn
 * @param round how long a turn is
 */
record OnceEffort(int rounds, Duration warmup, Duration round) {
    static final OnceEffort QUICK = new OnceEffort(3, Duration.ofMillis(700), Duration.ofSeconds(1));
    static final OnceEffort FULL = new OnceEffort(5, Duration.ofSeconds(3), Duration.ofSeconds(5));

    double guessedSeconds(int subjects) {
        return subjects * warmup.plus(round.multipliedBy(rounds)).toMillis() / 1e3;
    }
}
