package dev.oncemore.time;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** The system's time. */
final class SystemTime implements Time {
    static final SystemTime INSTANCE = new SystemTime();

    private SystemTime() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Parks instead of {@link Thread#sleep}, which rounds to whole milliseconds on JDK 17. */
    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (nanos <= 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return;
        }
        long start = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(this, left);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @Override
    public void await(Future<?> event, long nanos) throws InterruptedException {
        try {
            event.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            // It has completed, or the time is up: the caller looks which.
        }
    }

    @Override
    public Alarm alarm(long delayNanos, Runnable task) {
        return Timer.SHARED.set(delayNanos, task);
    }

    /** Its class is initialised by the first alarm. */
    private static final class Timer {
        static final AlarmThread SHARED = new AlarmThread();
    }
}
