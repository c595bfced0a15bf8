package dev.oncemore.time;

/**
 * Elapsed time: a nanosecond ticker, a way to wait, and an alarm. It knows nothing of the wall clock, so a clock that is
 * set forward or back changes nothing for whoever uses it.
 *
 * <p>Readings are compared by subtraction only ({@code a - b > 0}), because {@link #nanoTime} may wrap.
 */
public interface Time {

    /** The machine's own time. Its alarms share one daemon thread. */
    static Time system() {
        return SystemTime.INSTANCE;
    }

    /** A reading that is only good for differences, as {@link System#nanoTime}. */
    long nanoTime();

    /**
     * Waits that long on the calling thread; for zero or less it only looks for an interrupt.
     *
     * @throws InterruptedException when the thread is interrupted before or while it waits; the flag is then cleared
     */
    void sleep(long nanos) throws InterruptedException;

    /**
     * Runs a short, non-blocking task after that long, unless the alarm is cancelled first.
     *
     * @throws java.util.concurrent.RejectedExecutionException when no alarm can be set any more
     */
    Alarm alarm(long delayNanos, Runnable task);

    /** A task that waits for its time. */
    interface Alarm {
        /** Takes the alarm back. Does nothing when it has already gone off. */
        void cancel();
    }
}
