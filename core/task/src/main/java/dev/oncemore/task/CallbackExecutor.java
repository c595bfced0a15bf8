package dev.oncemore.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.time.Time;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs hooks and listeners apart from the threads that claim tasks, record ends and renew leases. They start in order,
 * on a bounded number of threads. Submitting never blocks: if the queue is full, further callbacks are dropped, and
 * their number is logged.
 */
final class CallbackExecutor {
    private static final int WAITING_MAX = 10_000;

    private final String name;
    private final Executor executor;
    private final int atOnce;
    private final UnderWay underWay;
    private final RateLimitedLogger log;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int threads;
    private long dropped;

    /** The name, a plural, is for the log. */
    CallbackExecutor(String name, Executor executor, Time time, int atOnce) {
        this.name = name;
        this.executor = executor;
        this.atOnce = atOnce;
        underWay = new UnderWay(time);
        log = new RateLimitedLogger(Engine.LOG, time);
    }

    void run(Runnable action) {
        synchronized (this) {
            if (waiting.size() >= WAITING_MAX) {
                drop();
                return;
            }
            waiting.add(action);
            underWay.enter();
            if (threads == atOnce) {
                return;
            }
            threads++;
        }
        try {
            executor.execute(this::work);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            log.log(Level.ERROR, "the executor rejected work; " + name + " wait until the next one is submitted", e);
            synchronized (this) {
                threads--;
            }
        }
    }

    /** Counts submitted callbacks that have not ended. */
    UnderWay underWay() {
        return underWay;
    }

    private void drop() {
        dropped++;
        if (dropped == 1) {
            Engine.LOG.log(
                    Level.ERROR,
                    WAITING_MAX + " " + name + " are waiting; further ones are dropped until the queue is empty");
        }
    }

    private void work() {
        for (Runnable next = next(); next != null; next = next()) {
            try {
                next.run();
            } catch (RuntimeException | Error e) {
                log.log(Level.WARNING, "one of the " + name + " threw", e);
            } finally {
                underWay.leave();
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = waiting.poll();
        if (next == null) {
            threads--;
            if (dropped > 0) {
                Engine.LOG.log(Level.ERROR, dropped + " " + name + " were dropped, because earlier ones were slow");
                dropped = 0;
            }
        }
        return next;
    }
}
