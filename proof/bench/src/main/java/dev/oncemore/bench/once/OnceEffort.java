package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Effort;
import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds the number of turns of each subject
 * @param warmup the warm-up before the first turn, long enough that the compiler's CPU time is not counted as that of calls
 * @param round the length of a turn
 * @param table the sizes of the tables
 * @param micro the effort for benchmarks without a store
 */
record OnceEffort(int rounds, Duration warmup, Duration round, TableLoad table, Effort micro) {
    static final OnceEffort QUICK = new OnceEffort(
            5,
            Duration.ofSeconds(2),
            Duration.ofMillis(600),
            TableLoad.QUICK,
            // A call takes a millisecond, so it is compiled only after seconds.
            new Effort(1, 4, Duration.ofSeconds(1), 9, Duration.ofMillis(200)));
    static final OnceEffort FULL = new OnceEffort(
            5,
            Duration.ofSeconds(8),
            Duration.ofSeconds(5),
            TableLoad.FULL,
            new Effort(5, 5, Duration.ofSeconds(1), 5, Duration.ofMillis(500)));

    private static final int BRIEF = 10;
    private static final int SUBJECTS_GUESSED = 3;

    /** Shorter rounds in memory, where a second is long and fills the heap. */
    OnceEffort brief() {
        return new OnceEffort(rounds, warmup.dividedBy(BRIEF), round.dividedBy(BRIEF), table, micro);
    }

    /** The estimated duration of a case. */
    double guessedSeconds() {
        return SUBJECTS_GUESSED * warmup.plus(round.multipliedBy(rounds)).toMillis() / 1e3;
    }
}
