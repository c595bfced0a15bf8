package dev.oncemore.retry.policy;

/** What an engine does inside an attempt of another engine on the same thread. */
public enum Nesting {
    /** Makes one attempt: the outer engine owns the retries, so 3 × 3 attempts stay 3 calls. */
    SINGLE_ATTEMPT,
    /** Retries anyway: attempts multiply, so use it only with a reason. */
    RETRY
}
