package dev.oncemore.observe.report;

import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.FailureKind;

/** Determines whether a retry worsened an overload. */
public final class Overload {
    private Overload() {}

    /**
     * Whether a retry, not a first attempt, was throttled or timed out: the dependency had asked for less load or was
     * already too slow. A retry refused at once for another reason costs next to nothing and does not count.
     */
    public static boolean isWorsenedBy(RetryEvent.AttemptFailed attempt) {
        return attempt.attempt() > 1
                && (attempt.classification().kind() == FailureKind.THROTTLED
                        || attempt.classification().timeout() != null);
    }
}
