package dev.oncemore.retry;

import dev.oncemore.time.Time;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Blocking work on another thread. Cancelling interrupts it, but the future completes only when the work has ended, so
 * that counts of running work stay correct.
 */
final class ThreadedWork<T extends @Nullable Object> extends CompletableFuture<T> implements Runnable {
    private final AttemptCall<T, ?> work;
    private final Attempt attempt;
    private final Time time;
    private @Nullable Interrupter interrupter;
    private boolean cancelled;

    /** Runs this work on threads of the executor. */
    static <T extends @Nullable Object> AsyncWork<T> on(Executor executor, AttemptCall<T, ?> work, Time time) {
        return attempt -> {
            ThreadedWork<T> threaded = new ThreadedWork<>(work, attempt, time);
            executor.execute(threaded);
            return threaded;
        };
    }

    private ThreadedWork(AttemptCall<T, ?> work, Attempt attempt, Time time) {
        this.work = work;
        this.attempt = attempt;
        this.time = time;
    }

    @Override
    public void run() {
        Interrupter own = begin();
        if (own == null) {
            return;
        }
        Frame frame = Frame.current();
        long limitNanos = attempt.remaining().toNanos();
        Frame.Saved saved = limitNanos == Core.NO_LIMIT ? null : frame.enter(time, time.nanoTime() + limitNanos);
        frame.depth++;
        T value = null;
        Throwable thrown = null;
        try {
            value = work.call(attempt);
        } catch (Throwable t) {
            thrown = t;
        } finally {
            frame.depth--;
            if (saved != null) {
                saved.restore();
            }
            own.end();
        }
        if (thrown == null) {
            complete(value);
        } else {
            completeExceptionally(thrown);
        }
    }

    private synchronized @Nullable Interrupter begin() {
        interrupter = cancelled ? null : Interrupter.running();
        return interrupter;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        synchronized (this) {
            cancelled = true;
            if (interrupter != null) {
                return interrupter.interrupt();
            }
        }
        return completeExceptionally(new InterruptedException("cancelled before a thread was free"));
    }
}
