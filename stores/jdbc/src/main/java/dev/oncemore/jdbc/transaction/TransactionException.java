package dev.oncemore.jdbc.transaction;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a transaction could not begin, or its COMMIT failed. Exceptions of the work itself are never wrapped in it, except
 * where callers do not handle SQL: see {@link Transactions#forBatches}.
 */
public final class TransactionException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    TransactionException(FailureKind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * Whether COMMIT was sent and its effect is unknown: look before doing it again. Otherwise nothing was
     * committed.
     */
    public boolean outcomeUnknown() {
        return kind == FailureKind.TIMEOUT_UNKNOWN_OUTCOME;
    }

    @Override
    public Classification classification() {
        Classification classification = Classification.of(kind, String.valueOf(getMessage()));
        // The conflicting row may come from an earlier attempt.
        return kind == FailureKind.DOMAIN_REJECTION ? classification.with(Doubt.LEAVES) : classification;
    }
}
