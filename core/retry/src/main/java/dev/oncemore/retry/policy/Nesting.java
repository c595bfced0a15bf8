package dev.oncemore.retry.policy;

/** What an engine does inside an attempt of another one on the same thread. */
public enum Nesting {
    /** One attempt: the outer engine owns the retries, so 3 × 3 attempts stay 3 calls. */
    SINGLE_ATTEMPT,
    /** Retries all the same: attempts multiply, so there must be a reason. */
    RETRY
}
