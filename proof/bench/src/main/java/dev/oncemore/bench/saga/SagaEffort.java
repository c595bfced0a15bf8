package dev.oncemore.bench.saga;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds the number of turns of each subject, after one to warm up
 * @param round the length of a turn
 * @param burst the sagas that are started at once
 */
record SagaEffort(int rounds, Duration round, int burst) {
    static final SagaEffort QUICK = new SagaEffort(5, Duration.ofSeconds(3), 3_000);
    static final SagaEffort FULL = new SagaEffort(7, Duration.ofSeconds(10), 3_000);

    /** The estimated duration of a case with two subjects. */
    double guessedSeconds() {
        return 2.0 * (rounds + 1) * round.toMillis() / 1e3;
    }
}
