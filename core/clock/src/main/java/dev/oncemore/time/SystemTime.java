package dev.oncemore.time;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
    public Alarm alarm(long delayNanos, Runnable task) {
        ScheduledFuture<?> future = Timer.SHARED.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** The single timer thread, started by the first alarm. */
    private static final class Timer {
        static final ScheduledThreadPoolExecutor SHARED = start();

        private static ScheduledThreadPoolExecutor start() {
            ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, "oncemore-timer");
                thread.setDaemon(true);
                return thread;
            });
            // A cancelled alarm must not retain its call until the time it would have fired.
            timer.setRemoveOnCancelPolicy(true);
            return timer;
        }
    }
}
