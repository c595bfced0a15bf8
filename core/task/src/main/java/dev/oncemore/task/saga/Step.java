package dev.oncemore.task.saga;

import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One declared step.
 *
 * @param name unique within its saga
 * @param action its action
 * @param retry the retry policy of the action
 * @param inDoubt what happens if its outcome is unknown
 * @param timeout the time limit of one attempt; null for none
 * @param undo its undo; null if there is nothing to undo
 * @param undoRetry the retry policy of the undo
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
