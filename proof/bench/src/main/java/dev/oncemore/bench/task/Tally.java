package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.MeasuringException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Counts how often each task was done. */
final class Tally {
    private static final long PATIENCE_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long LOOK_NANOS = Duration.ofMillis(1).toNanos();

    private volatile AtomicIntegerArray times = new AtomicIntegerArray(0);
    private final AtomicInteger done = new AtomicInteger();
    private volatile long firstNanos;

    /** Resets the counts, for this many tasks. */
    void reset(int tasksMax) {
        times = new AtomicIntegerArray(tasksMax);
        done.set(0);
    }

    /** Counts a task that was done. */
    void count(int number) {
        times.incrementAndGet(number);
        if (done.getAndIncrement() == 0) {
            firstNanos = System.nanoTime();
        }
    }

    /** When the first of them was done, by {@link System#nanoTime}. */
    long firstNanos() {
        return firstNanos;
    }

    /** Waits until this many tasks were done. */
    void awaitDone(String who, int tasks) {
        await(() -> done.get() >= tasks, () -> who + " has done " + done + " of " + tasks + " tasks and has stopped");
    }

    /** Fails unless each task was done exactly once, as must be without crashes. */
    void requireOnceEach(String who, int tasks) {
        for (int number = 0; number < tasks; number++) {
            if (times.get(number) != 1) {
                throw new MeasuringException(who + " did task " + number + " " + times.get(number) + " times", null);
            }
        }
    }

    /** Waits until the condition holds. */
    static void await(BooleanSupplier condition, Supplier<String> instead) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new MeasuringException(instead.get(), null);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
