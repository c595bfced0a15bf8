package dev.oncemore.retry;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.TimeoutKind;
import dev.oncemore.retry.policy.Verdict;
import dev.oncemore.time.Spans;
import org.jspecify.annotations.Nullable;

/** An attempt that was cancelled because its time was over. Nobody knows whether it took effect. */
public final class AttemptTimeoutException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final TimeoutKind timeout;

    AttemptTimeoutException(TimeoutKind timeout, long limitNanos, @Nullable Throwable cause) {
        super(
                timeout == TimeoutKind.TOTAL
                        ? "the deadline passed during the attempt, " + Spans.approximate(limitNanos) + " after it began"
                        : "no answer within the attempt timeout of " + Spans.approximate(limitNanos),
                cause,
                false);
        this.timeout = timeout;
    }

    /** {@link TimeoutKind#REQUEST} for the attempt timeout, {@link TimeoutKind#TOTAL} for the deadline. */
    public TimeoutKind timeout() {
        return timeout;
    }

    @Override
    public Verdict verdict() {
        return Verdict.unknownOutcome(String.valueOf(getMessage())).causedBy(timeout);
    }
}
