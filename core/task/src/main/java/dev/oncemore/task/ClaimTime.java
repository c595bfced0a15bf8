package dev.oncemore.task;

import java.util.concurrent.TimeUnit;

/**
 * When a claim was sent, by two clocks: elapsed time stands still while a machine is suspended, and a wall clock may be set.
 *
 * @param nanos elapsed time
 * @param millis the wall clock
 */
record ClaimTime(long nanos, long millis) {

    static ClaimTime now(TaskSettings settings) {
        return new ClaimTime(settings.time.nanoTime(), settings.clock.millis());
    }

    /** Whether the claim is younger than this by both clocks. */
    boolean isWithin(long spanNanos, TaskSettings settings) {
        ClaimTime now = now(settings);
        long wallNanos = TimeUnit.MILLISECONDS.toNanos(Math.abs(now.millis - millis));
        return now.nanos - nanos < spanNanos && wallNanos < spanNanos;
    }
}
