package dev.oncemore.operations;

import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Work that is done again and again in this process until it is closed, never twice at a time. A failure is logged. */
public final class Recurrence implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");

    private final String name;
    private final Duration interval;
    private final Runnable work;
    private final Executor executor;
    private final Time time;
    private final Object lock = new Object();
    private final Semaphore running = new Semaphore(1);
    private Time.@Nullable Alarm next;
    private boolean closed;

    private Recurrence(String name, Duration interval, Runnable work, Executor executor, Time time) {
        this.name = name;
        this.interval = interval;
        this.work = work;
        this.executor = executor;
        this.time = time;
    }

    /**
     * Starts it; the first run is after one interval.
     *
     * @param name what the log calls it, such as "looking for alerts"
     */
    public static Recurrence start(String name, Duration interval, Runnable work, Executor executor, Time time) {
        Recurrence recurrence = new Recurrence(name, interval, work, executor, time);
        recurrence.awaitNext();
        return recurrence;
    }

    private void awaitNext() {
        synchronized (lock) {
            if (!closed) {
                next = time.alarm(interval.toNanos(), () -> {
                    try {
                        executor.execute(this::run);
                    } catch (RejectedExecutionException e) {
                        LOG.log(Level.DEBUG, name + " ends: the server is closing");
                    }
                    awaitNext();
                });
            }
        }
    }

    private void run() {
        if (!running.tryAcquire()) {
            return; // the last run has not ended yet
        }
        try {
            if (!isClosed()) {
                work.run();
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, name + " failed; the next try is in " + interval.toSeconds() + " s", e);
        } finally {
            running.release();
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    /** Ends it. Waits for a run that is in progress. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (next != null) {
                next.cancel();
            }
        }
        running.acquireUninterruptibly();
        running.release();
    }
}
