package dev.oncemore.once.record;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.FailureKind;
import org.jspecify.annotations.Nullable;

/** A failure of a store: unreachable, full, or in conflict with other transactions. */
public class StoreException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    /** Creates a permanent failure. */
    public StoreException(String message) {
        this(FailureKind.PERMANENT, message, null);
    }

    /** Creates a failure of this kind: transient for a conflict, unknown outcome for a lost connection. */
    public StoreException(FailureKind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    @Override
    public Classification classification() {
        return Classification.of(kind, String.valueOf(getMessage()));
    }
}
