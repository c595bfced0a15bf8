package dev.oncemore.task.saga;

import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One declared step.
 *
 * @param name unique within its saga
 * @param action what it does
 * @param retry how often and how far apart that is tried, and what failures mean
 * @param inDoubt what happens when nobody knows whether it happened
 * @param timeout how long one attempt may take; null for no limit
 * @param undo what takes it back; null when nothing needs to
 * @param undoRetry how often and how far apart that is tried
 * @param <S> the saga's state
 */
record Step<S>(
        String name,
        StepAction<S> action,
        RetryPolicy retry,
        InDoubt inDoubt,
        @Nullable Duration timeout,
        @Nullable StepUndo<S> undo,
        RetryPolicy undoRetry) {

    Step<S> retry(RetryPolicy policy) {
        return new Step<>(name, action, policy, inDoubt, timeout, undo, undoRetry);
    }

    Step<S> inDoubt(InDoubt then) {
        return new Step<>(name, action, retry, then, timeout, undo, undoRetry);
    }

    Step<S> timeout(Duration span) {
        return new Step<>(name, action, retry, inDoubt, span, undo, undoRetry);
    }

    Step<S> undo(StepUndo<S> act, RetryPolicy policy) {
        return new Step<>(name, action, retry, inDoubt, timeout, act, policy);
    }
}
