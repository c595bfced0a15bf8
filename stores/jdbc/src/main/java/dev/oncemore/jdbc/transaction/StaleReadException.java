package dev.oncemore.jdbc.transaction;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/**
 * Thrown when a value was changed by another writer between the read and the write. Nothing was written; read again.
 * {@link Transactions} repeat a transaction that throws it.
 */
public final class StaleReadException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    /** For conditional writes of your own that changed no row. */
    public StaleReadException() {
        super("the value was changed by another writer after it was read", null, false);
    }

    @Override
    public Classification classification() {
        return Classification.transientFailure(String.valueOf(getMessage()));
    }
}
