package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.CpuTime;
import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.Round;
import dev.oncemore.bench.measure.Subject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One turn of one subject.
 *
 * @param tasks the number of tasks
 * @param seconds how long they took, until the last end was durable
 * @param cpu their CPU time
 */
record Shift(int tasks, double seconds, CpuTime cpu) {
    private static final int FLOW_TASKS_MAX = 4_000_000;

    double tasksPerSecond() {
        return tasks / seconds;
    }

    double ownMicrosPerTask() {
        return cpu.ownNanos() / 1e3 / tasks;
    }

    double serverMicrosPerTask() {
        return cpu.othersNanos() / 1e3 / tasks;
    }

    /** Drains this many waiting tasks; timed from the first one that is done, to exclude the start of the library. */
    static Shift drain(Contender contender, Tally tally, int tasks) throws Exception {
        contender.clear();
        tally.reset(tasks);
        contender.fill(tasks);
        CpuTime before = CpuTime.now();
        contender.start();
        try {
            awaitAll(contender, tally, tasks);
            double seconds = (System.nanoTime() - tally.firstNanos()) / 1e9;
            return new Shift(tasks, seconds, CpuTime.now().since(before));
        } finally {
            contender.stop();
        }
    }

    /** Enqueues for this long while workers run, until all tasks are done. */
    static Shift flow(Contender contender, Tally tally, int callers, Duration length) {
        contender.clear();
        tally.reset(FLOW_TASKS_MAX);
        contender.start();
        try {
            CpuTime before = CpuTime.now();
            long start = System.nanoTime();
            int tasks = enqueueFor(contender, callers, length);
            awaitAll(contender, tally, tasks);
            return new Shift(
                    tasks, (System.nanoTime() - start) / 1e9, CpuTime.now().since(before));
        } finally {
            contender.stop();
        }
    }

    /** Enqueues for this long without workers. */
    static Shift enqueue(Contender contender, int callers, Duration length) {
        contender.clear();
        CpuTime before = CpuTime.now();
        long start = System.nanoTime();
        int tasks = enqueueFor(contender, callers, length);
        return new Shift(tasks, (System.nanoTime() - start) / 1e9, CpuTime.now().since(before));
    }

    private static int enqueueFor(Contender contender, int callers, Duration length) {
        AtomicInteger next = new AtomicInteger();
        Subject subject = Subject.of(contender.name(), key -> contender.enqueue(next.getAndIncrement()));
        Round.measure(subject, callers, Keys.none(), length);
        return next.get();
    }

    private static void awaitAll(Contender contender, Tally tally, int tasks) {
        tally.awaitDone(contender.name(), tasks);
        Tally.await(contender::isSettled, () -> contender.name() + " does not record the ends of its tasks");
        tally.requireOnceEach(contender.name(), tasks);
    }
}
