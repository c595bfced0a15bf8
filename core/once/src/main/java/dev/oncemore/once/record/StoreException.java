package dev.oncemore.once.record;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;
import org.jspecify.annotations.Nullable;

/** A store that could not do what it was asked: out of reach, full, or in conflict with other transactions. */
public class StoreException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    /** A failure that trying again does not help. */
    public StoreException(String message) {
        this(FailureKind.PERMANENT, message, null);
    }

    /** A failure of that kind: transient for a conflict, unknown outcome for a connection that was cut. */
    public StoreException(FailureKind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    @Override
    public Classification classification() {
        return Classification.of(kind, String.valueOf(getMessage()));
    }
}
