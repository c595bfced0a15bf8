package dev.oncemore.task;

import dev.oncemore.time.Time;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs code of the user's that is not a handler, hooks and listeners, beside the threads that claim, write ends and keep leases:
 * so many at once, in the order in which they came. Handing over never waits. What would exceed the bound is left out and
 * counted, and the log says how many.
 */
final class CallbackExecutor {
    private static final int WAITING_MAX = 10_000;

    private final String name;
    private final Executor executor;
    private final int atOnce;
    private final UnderWay underWay;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int threads;
    private long leftOut;

    /** The name is for the log, in the plural. */
    CallbackExecutor(String name, Executor executor, Time time, int atOnce) {
        this.name = name;
        this.executor = executor;
        this.atOnce = atOnce;
        underWay = new UnderWay(time);
    }

    void run(Runnable action) {
        synchronized (this) {
            if (waiting.size() >= WAITING_MAX) {
                leaveOut();
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
            Engine.LOG.log(Level.ERROR, "the executor takes no work; " + name + " wait for the next one", e);
            synchronized (this) {
                threads--;
            }
        }
    }

    /** What has been handed over is done. */
    UnderWay underWay() {
        return underWay;
    }

    private void leaveOut() {
        leftOut++;
        if (leftOut == 1) {
            Engine.LOG.log(
                    Level.ERROR, WAITING_MAX + " " + name + " wait; more are left out until those before are done");
        }
    }

    private void work() {
        for (Runnable next = next(); next != null; next = next()) {
            try {
                next.run();
            } catch (RuntimeException | Error e) {
                Engine.LOG.log(Level.WARNING, "one of the " + name + " threw", e);
            } finally {
                underWay.leave();
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = waiting.poll();
        if (next == null) {
            threads--;
            if (leftOut > 0) {
                Engine.LOG.log(Level.ERROR, leftOut + " " + name + " were left out, because those before were slow");
                leftOut = 0;
            }
        }
        return next;
    }
}
