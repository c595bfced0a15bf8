package dev.oncemore.observe.report;

import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.FailureKind;

/** Whether a retry met a dependency that had too much to do, and gave it more. */
public final class Overload {
    private Overload() {}

    /**
     * A retry, not a first attempt, that ended throttled, or with a wait that ran out: the dependency had asked for less, or was
     * too slow already. A retry that was refused at once for another reason cost next to nothing, and does not count.
     */
    public static boolean isWorsenedBy(RetryEvent.AttemptFailed attempt) {
        return attempt.attempt() > 1
                && (attempt.classification().kind() == FailureKind.THROTTLED
                        || attempt.classification().timeout() != null);
    }
}
