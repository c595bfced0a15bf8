package dev.oncemore.jdbc.transaction;

import dev.oncemore.OncemoreException;
import org.jspecify.annotations.Nullable;

/**
 * Suppressed in what failed: the transaction could not be rolled back, because its connection was gone. On a failure of the
 * work it shows that COMMIT was never sent, so that nothing was committed.
 */
final class RollbackFailedException extends OncemoreException {
    private static final long serialVersionUID = 1L;

    RollbackFailedException(@Nullable Exception cause) {
        super(
                "the rollback failed, so the connection was closed; the database then rolls back by itself",
                cause,
                false);
    }

    static boolean isNotedOn(Throwable failure) {
        for (Throwable suppressed : failure.getSuppressed()) {
            if (suppressed instanceof RollbackFailedException) {
                return true;
            }
        }
        return false;
    }
}
