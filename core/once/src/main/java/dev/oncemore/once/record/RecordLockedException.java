package dev.oncemore.once.record;

import dev.oncemore.retry.policy.FailureKind;
import org.jspecify.annotations.Nullable;

/** Another open transaction has a record or task of the batch. The others are not affected: retry them alone, and it later. */
public final class RecordLockedException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** Creates a failure that passes when the other transaction ends. */
    public RecordLockedException(String message, @Nullable Throwable cause) {
        super(FailureKind.THROTTLED, message, cause);
    }
}
