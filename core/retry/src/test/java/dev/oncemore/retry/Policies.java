package dev.oncemore.retry;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;

/** Policies and failures that the tests of the engine share. */
final class Policies {
    private Policies() {}

    /** Waits 100 ms, 200 ms, 400 ms …, exactly. */
    static RetryPolicy.Builder doubling(int maxAttempts) {
        return RetryPolicy.named("payments")
                .maxAttempts(maxAttempts)
                .backoff(Backoff.exponential(Duration.ofMillis(100)).noJitter());
    }

    static RetryPolicy.Builder noDelay(int maxAttempts) {
        return RetryPolicy.named("payments").maxAttempts(maxAttempts).backoff(Backoff.none());
    }

    /** Without time limits. */
    static RetryPolicy unlimited(RetryPolicy.Builder policy) {
        return policy.noAttemptTimeout().noDeadline().build();
    }

    static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** A checked failure with a classification of its own. */
    static final class Failure extends Exception implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient Classification classification;

        Failure(Classification classification) {
            super(classification.reason());
            this.classification = classification;
        }

        static Failure passing(String reason) {
            return new Failure(Classification.transientFailure(reason));
        }

        static Failure throttled(Duration hint) {
            return new Failure(Classification.throttled("429").notBefore(hint));
        }

        static Failure unknown(String reason) {
            return new Failure(Classification.unknownOutcome(reason));
        }

        static Failure rejected(String reason) {
            return new Failure(Classification.rejected(reason));
        }

        @Override
        public Classification classification() {
            return classification;
        }
    }
}
