package dev.oncemore.bench.task;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds how often each subject has its turn
 * @param round how long a turn is, about
 * @param firstTasks how many tasks a subject has in its first turn, which only warms up
 * @param waitingFew how many tasks are few
 * @param waitingMany how many are many
 * @param claims how many claims are timed on each of both
 * @param pickUps how many tasks an idle system gets
 * @param idle for how long it is watched doing nothing
 */
record TaskEffort(
        int rounds,
        Duration round,
        int firstTasks,
        int waitingFew,
        int waitingMany,
        int claims,
        int pickUps,
        Duration idle) {
    static final TaskEffort QUICK =
            new TaskEffort(3, Duration.ofSeconds(2), 2_000, 10_000, 100_000, 300, 200, Duration.ofSeconds(5));
    static final TaskEffort FULL =
            new TaskEffort(5, Duration.ofSeconds(10), 20_000, 10_000, 1_000_000, 500, 1_000, Duration.ofSeconds(20));

    private static final int TASKS_MAX = 500_000;

    double firstTasksPerSecond() {
        return firstTasks * 1e3 / round.toMillis();
    }

    /** How many tasks fill a turn of somebody who does so many a second. */
    int tasksAt(double perSecond) {
        return (int) Math.max(1, Math.min(TASKS_MAX, perSecond * round.toMillis() / 1e3));
    }

    /** How long so many subjects might take; filling a table takes as long as emptying it. */
    double guessedSeconds(int subjects) {
        return 2.2 * subjects * (rounds + 1) * round.toMillis() / 1e3;
    }
}
