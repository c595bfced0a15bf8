package dev.oncemore.jdbc.transaction;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/** What was read had been changed by somebody else before the write. Nothing was written; read again. */
public final class StaleReadException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    StaleReadException() {
        super("what was read was changed by somebody else before it was written", null, false);
    }

    @Override
    public Classification classification() {
        return Classification.transientFailure(String.valueOf(getMessage()));
    }
}
