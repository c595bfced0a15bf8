package dev.oncemore.retry;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits for one step at a time. When its caller ends it first, the step under way is cancelled and none follows.
 *
 * @param <T> what it ends with
 */
abstract class SteppedFuture<T extends @Nullable Object> extends CompletableFuture<T> {
    /** What the future waits for. */
    abstract static class Step {
        abstract void cancel();
    }

    /** The caller ended the future: no step may follow. */
    private static final Step ENDED = new Nothing();
    /** The future waits for nothing: it is being worked at. */
    private static final Step IDLE = new Nothing();

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<SteppedFuture, Step> STEP =
            AtomicReferenceFieldUpdater.newUpdater(SteppedFuture.class, Step.class, "step");

    private volatile Step step = IDLE;

    /** The caller ended the future, by cancelling it or by giving it a value. */
    abstract void endedByCaller();

    /** From now on the future waits for this; it is cancelled at once when the caller has gone. */
    final void hold(Step next) {
        Step now = step;
        while (!Identity.same(now, ENDED)) {
            if (STEP.compareAndSet(this, now, next)) {
                return;
            }
            now = step;
        }
        next.cancel();
    }

    /** What the future waited for is here; false when somebody else ended the wait. */
    final boolean release(Step held) {
        return STEP.compareAndSet(this, held, IDLE);
    }

    /** Lets no step follow; answers the one under way. */
    final Step endSteps() {
        return STEP.getAndSet(this, ENDED);
    }

    /** Ends by itself, not by its caller; false when it has ended already. */
    final boolean endWith(@Nullable T value) {
        return super.complete(value);
    }

    /** Ends by itself, not by its caller; false when it has ended already. */
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

    /** Stages derived from this one are plain: cancelling them does not cancel the call. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    private static final class Nothing extends Step {
        @Override
        void cancel() {}
    }
}
