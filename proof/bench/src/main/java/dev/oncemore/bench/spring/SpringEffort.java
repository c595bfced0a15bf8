package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.Effort;
import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds the rounds of each application
 * @param warmup the warm-up of each application before its first round
 * @param round the length of a round
 * @param calls the effort for retried methods
 * @param starts the starts of each application
 */
record SpringEffort(int rounds, Duration warmup, Duration round, Effort calls, int starts) {
    static final SpringEffort QUICK =
            new SpringEffort(5, Duration.ofSeconds(4), Duration.ofSeconds(1), Effort.QUICK, 5);
    static final SpringEffort FULL =
            new SpringEffort(11, Duration.ofSeconds(15), Duration.ofSeconds(3), Effort.FULL, 15);

    private static final double START_SECONDS = 3;

    double guessedSecondsOfEndpoints() {
        return Protection.values().length
                * warmup.plus(round.multipliedBy(rounds)).toMillis()
                / 1e3;
    }

    double guessedSecondsOfStarts() {
        return 2 * starts * START_SECONDS;
    }
}
