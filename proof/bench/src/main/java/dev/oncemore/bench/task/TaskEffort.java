package dev.oncemore.bench.task;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds the number of turns of each subject
 * @param round the approximate length of a turn
 * @param firstTasks the tasks of a subject's first turn, which is a warm-up
 * @param waitingFew the tasks in the short queue
 * @param waitingMany the tasks in the long queue
 * @param claims the number of timed claims on each of both
 * @param pickUps the tasks that an idle system gets
 * @param idle how long the idle system is measured
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
            new TaskEffort(5, Duration.ofSeconds(2), 2_000, 10_000, 100_000, 300, 200, Duration.ofSeconds(5));
    static final TaskEffort FULL =
            new TaskEffort(5, Duration.ofSeconds(10), 20_000, 10_000, 1_000_000, 500, 1_000, Duration.ofSeconds(20));

    private static final int TASKS_MAX = 500_000;

    double firstTasksPerSecond() {
        return firstTasks * 1e3 / round.toMillis();
    }

    /** The tasks that fill a turn at this many per second. */
    int tasksAt(double perSecond) {
        return (int) Math.max(1, Math.min(TASKS_MAX, perSecond * round.toMillis() / 1e3));
    }

    /** The estimated duration for this many subjects; filling a table takes as long as emptying it. */
    double guessedSeconds(int subjects) {
        return 2.2 * subjects * (rounds + 1) * round.toMillis() / 1e3;
    }
}
