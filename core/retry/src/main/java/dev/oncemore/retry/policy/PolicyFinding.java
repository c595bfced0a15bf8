package dev.oncemore.retry.policy;

import java.util.Objects;

/**
 * Something questionable about a policy, as {@link RetryPolicy#findings} reports it. A finding is a question, not an
 * error: there may be a good reason.
 *
 * @param code what was found, for programs
 * @param sentence the values and what to change, for people
 */
public record PolicyFinding(Code code, String sentence) {

    /** Requires both. */
    public PolicyFinding {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(sentence, "sentence");
    }

    /** What can be found. */
    public enum Code {
        /** An attempt can hang until the deadline, or for ever. */
        NO_ATTEMPT_TIMEOUT,
        /** The call may take as long as all attempts and delays together. */
        NO_DEADLINE,
        /** The shortest delays alone exceed the deadline, so the last attempts never run. */
        ATTEMPTS_BEYOND_DEADLINE,
        /** After an attempt that times out, no time is left for a retry. */
        NO_RETRY_AFTER_TIMEOUT,
        /** Retries follow at once. */
        NO_DELAY,
        /** Callers that failed together retry together. */
        NO_JITTER,
        /** Nothing limits the share of retries. */
        NO_BUDGET,
        /** Retries may add more than half of the normal load. */
        GENEROUS_BUDGET,
        /** A client with few calls can never pay for a retry of some kind. */
        COST_OVER_FLOOR,
        /** One failing call opens the breaker for all. */
        BREAKER_OPENED_BY_ONE_CALL,
        /** Attempts are cut off before the breaker counts them as slow. */
        SLOW_CALLS_NEVER_COUNT,
        /** A rule declares lost replies as safe to repeat. */
        LOST_REPLY_AS_TRANSIENT,
        /** Attempts multiply with those of an outer engine. */
        NESTED_RETRIES
    }

    @Override
    public String toString() {
        return code + ": " + sentence;
    }
}
