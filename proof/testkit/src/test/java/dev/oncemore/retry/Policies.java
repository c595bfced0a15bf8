package dev.oncemore.retry;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.retry.policy.Verdict;
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

    static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** A checked failure with a verdict of its own. */
    static final class Failure extends Exception implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient Verdict verdict;

        Failure(Verdict verdict) {
            super(verdict.reason());
            this.verdict = verdict;
        }

        static Failure passing(String reason) {
            return new Failure(Verdict.transientFailure(reason));
        }

        static Failure throttled(Duration hint) {
            return new Failure(Verdict.throttled("429").notBefore(hint));
        }

        static Failure unknown(String reason) {
            return new Failure(Verdict.unknownOutcome(reason));
        }

        static Failure rejected(String reason) {
            return new Failure(Verdict.rejected(reason));
        }

        @Override
        public Verdict verdict() {
            return verdict;
        }
    }
}
