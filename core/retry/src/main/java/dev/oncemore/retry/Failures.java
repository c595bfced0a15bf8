package dev.oncemore.retry;

import dev.oncemore.retry.policy.FailureKind;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Inspects thrown exceptions through their wrappers. */
final class Failures {
    static final int CAUSES_MAX = 16;

    private Failures() {}

    /** Unwraps the exceptions that futures put around the actual failure. */
    static Throwable unwrap(Throwable failure) {
        Throwable at = failure;
        for (int i = 0; i < CAUSES_MAX; i++) {
            Throwable cause = at.getCause();
            if (cause == null || !(at instanceof CompletionException || at instanceof ExecutionException)) {
                return at;
            }
            at = cause;
        }
        return at;
    }

    /** Whether it was caused by an interrupt of this thread. A socket's read timeout is "interrupted" only by name. */
    static boolean isInterruption(Throwable failure) {
        Throwable at = failure;
        for (int i = 0; at != null && i < CAUSES_MAX; i++) {
            if (at instanceof AttemptTimeoutException
                    || at instanceof ExecutionException
                    || at instanceof CompletionException) {
                return false; // the cause is an engine's own interrupt or that of another thread
            }
            if (at instanceof InterruptedException
                    || at instanceof ClosedByInterruptException
                    || at.getClass() == InterruptedIOException.class) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    /** Whether the dependency responded, perhaps just before the time ran out. */
    static boolean isAnswer(Core core, Throwable failure) {
        if (isInterruption(failure)) {
            return false;
        }
        FailureKind kind = core.classify(failure).kind();
        return kind == FailureKind.DOMAIN_REJECTION || kind == FailureKind.THROTTLED;
    }

    /**
     * Returns the exception for the caller: the failure itself if it passes through, otherwise the engine's exception
     * around it.
     */
    static Throwable thrown(GaveUp facts, boolean passes) {
        Throwable failure = facts.failure();
        if (failure == null || !passes) {
            return GaveUpException.wrapping(facts);
        }
        GaveUpException.note(facts, failure);
        return failure;
    }

    /** Errors, cancellations and interrupts are never retried. */
    static @Nullable StopReason endsAtOnce(Throwable thrown) {
        if (thrown instanceof Error || thrown instanceof CancellationException) {
            return StopReason.NOT_RETRYABLE;
        }
        boolean interrupted = Failures.isInterruption(thrown) && !(thrown instanceof AttemptTimeoutException);
        return interrupted ? StopReason.INTERRUPTED : null;
    }
}
