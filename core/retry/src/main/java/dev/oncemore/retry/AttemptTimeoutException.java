package dev.oncemore.retry;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.TimeoutKind;
import dev.oncemore.time.Durations;
import org.jspecify.annotations.Nullable;

/** Thrown for an attempt that was cancelled because its time ran out. Its outcome is unknown. */
public final class AttemptTimeoutException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final TimeoutKind timeout;

    AttemptTimeoutException(TimeoutKind timeout, long limitNanos, @Nullable Throwable cause) {
        super(
                timeout == TimeoutKind.TOTAL
                        ? "the deadline passed during the attempt, " + Durations.approximate(limitNanos)
                                + " after it began"
                        : "no answer within the attempt timeout of " + Durations.approximate(limitNanos),
                cause,
                false);
        this.timeout = timeout;
    }

    /**
     * The failure of an attempt that was interrupted at this limit: a timeout, unless the dependency responded just
     * before, or an error was thrown.
     */
    static Throwable unlessAnswer(Core core, long limitNanos, Throwable thrown) {
        if (thrown instanceof Error || Failures.isAnswer(core, thrown)) {
            return thrown;
        }
        return new AttemptTimeoutException(core.limitKind(limitNanos), limitNanos, thrown);
    }

    /** {@link TimeoutKind#REQUEST} for the attempt timeout, {@link TimeoutKind#TOTAL} for the deadline. */
    public TimeoutKind timeout() {
        return timeout;
    }

    @Override
    public Classification classification() {
        return Classification.unknownOutcome(String.valueOf(getMessage())).causedBy(timeout);
    }
}
