package dev.oncemore.retry;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits for one step at a time. If its caller completes it first, the running step is cancelled and none
 * follows.
 *
 * @param <T> what it ends with
 */
abstract class SteppedFuture<T extends @Nullable Object> extends CompletableFuture<T> {
    /** What the future waits for. */
    abstract static class Step {
        abstract void cancel();
    }

    /** The caller completed the future: no step may follow. */
    private static final Step ENDED = new Nothing();
    /** The future waits for a first step that it knows itself, which saves an object. */
    private static final Step FIRST = new Nothing();
    /** There was no step to cancel. */
    private static final Step NONE = new Nothing();

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<SteppedFuture, @Nullable Step> STEP =
            AtomicReferenceFieldUpdater.newUpdater(SteppedFuture.class, Step.class, "step");

    /** Null if the future waits for nothing: a thread is working on it. */
    private volatile @Nullable Step step;

    /** Called when the caller completed the future, by cancelling it or by setting a value. */
    abstract void endedByCaller();

    /** Waits for a first step that this future knows itself. Nobody else may know the future yet. */
    final void holdFirst() {
        STEP.lazySet(this, FIRST);
    }

    /** Ends the wait for the first step; returns false if the wait was ended elsewhere. */
    final boolean releaseFirst() {
        return release(FIRST);
    }

    /** Cancels the first step; called once, when the caller has completed the future. */
    abstract void cancelFirst();

    /** Sets the step to wait for; cancels it at once if the caller has completed the future. */
    final void hold(Step next) {
        Step now = step;
        while (now == null || !Identity.same(now, ENDED)) {
            if (STEP.compareAndSet(this, now, next)) {
                return;
            }
            now = step;
        }
        next.cancel();
    }

    /** Ends the wait for a step; returns false if the wait was ended elsewhere. */
    final boolean release(Step held) {
        return STEP.compareAndSet(this, held, null);
    }

    /** Prevents further steps; returns the current one, to be passed to {@link #cancelStep}. */
    final Step endSteps() {
        Step last = STEP.getAndSet(this, ENDED);
        return last == null ? NONE : last;
    }

    /** Cancels the step that {@link #endSteps} returned. */
    final void cancelStep(Step last) {
        if (Identity.same(last, FIRST)) {
            cancelFirst();
        } else {
            last.cancel();
        }
    }

    /** Completes on its own, not by its caller; returns false if it was already complete. */
    final boolean endWith(@Nullable T value) {
        return super.complete(value);
    }

    /** Completes on its own, not by its caller; returns false if it was already complete. */
    final boolean endWithFailure(Throwable failure) {
        return super.completeExceptionally(failure);
    }

    private boolean told(boolean ended) {
        if (ended) {
            endedByCaller();
        }
        return ended;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return told(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public boolean complete(T value) {
        return told(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return told(super.completeExceptionally(failure));
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        executor.execute(() -> {
            try {
                complete(supplier.get());
            } catch (Throwable t) {
                completeExceptionally(t);
            }
        });
        return this;
    }

    /** Derived stages are plain: cancelling them does not cancel the call. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    private static final class Nothing extends Step {
        @Override
        void cancel() {}
    }
}
