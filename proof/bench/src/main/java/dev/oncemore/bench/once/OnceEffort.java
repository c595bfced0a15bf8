package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Effort;
import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds how often each subject has its turn
 * @param warmup how long it runs before its first turn
 * @param round how long a turn is
 * @param table how many records are many
 * @param micro for what needs no store
 */
record OnceEffort(int rounds, Duration warmup, Duration round, TableLoad table, Effort micro) {
    static final OnceEffort QUICK = new OnceEffort(
            5,
            Duration.ofMillis(700),
            Duration.ofMillis(600),
            TableLoad.QUICK,
            // A call takes a millisecond, so it is compiled only after seconds.
            new Effort(1, 4, Duration.ofSeconds(1), 9, Duration.ofMillis(200)));
    static final OnceEffort FULL = new OnceEffort(
            5,
            Duration.ofSeconds(3),
            Duration.ofSeconds(5),
            TableLoad.FULL,
            new Effort(3, 5, Duration.ofSeconds(1), 9, Duration.ofMillis(500)));

    private static final int BRIEF = 10;
    private static final int SUBJECTS_GUESSED = 3;

    /** In memory a second is for ever, and fills the heap. */
    OnceEffort brief() {
        return new OnceEffort(rounds, warmup.dividedBy(BRIEF), round.dividedBy(BRIEF), table, micro);
    }

    /** How long a case might take. */
    double guessedSeconds() {
        return SUBJECTS_GUESSED * warmup.plus(round.multipliedBy(rounds)).toMillis() / 1e3;
    }
}
