package dev.oncemore.time;

import java.util.concurrent.Future;

/**
 * Elapsed time: a nanosecond ticker, a way to wait, and an alarm. It is independent of the wall clock, so a clock
 * adjustment has no effect on its users.
 *
 * <p>Readings are compared by subtraction only ({@code a - b > 0}), because {@link #nanoTime} may wrap.
 */
public interface Time {

    /** The system's time. All alarms share one daemon thread. */
    static Time system() {
        return SystemTime.INSTANCE;
    }

    /** Returns a reading that is meaningful only in differences, like {@link System#nanoTime}. */
    long nanoTime();

    /**
     * Sleeps on the calling thread; for zero or less it only checks for an interrupt.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits; the flag is then cleared
     */
    void sleep(long nanos) throws InterruptedException;

    /**
     * Waits on the calling thread until the event has completed, in whatever way, but at most this long. By default it sleeps
     * the whole time, unless the event has completed already.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits; the flag is then cleared
     */
    default void await(Future<?> event, long nanos) throws InterruptedException {
        if (!event.isDone()) {
            sleep(nanos);
        }
    }

    /**
     * Runs a short, non-blocking task after the delay, unless the alarm is cancelled first.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the timer accepts no more alarms
     */
    Alarm alarm(long delayNanos, Runnable task);

    /** A scheduled task. */
    interface Alarm {
        /** Cancels the alarm. Has no effect once it has fired. */
        void cancel();
    }
}
