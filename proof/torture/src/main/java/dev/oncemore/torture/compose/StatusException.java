package dev.oncemore.torture.compose;

import dev.oncemore.http.HttpClassifications;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import java.util.Objects;
import java.util.Optional;

/** An HTTP status as a client classifies it; a 409 is an unknown outcome until the state is read. */
final class StatusException extends Exception implements Classified {
    private static final long serialVersionUID = 1L;
    private static final int CONFLICT = 409;

    private final int status;

    StatusException(int status) {
        super("HTTP " + status, null, true, false);
        this.status = status;
    }

    @Override
    public Classification classification() {
        return status == CONFLICT
                ? Classification.unknownOutcome("HTTP 409")
                : Objects.requireNonNull(HttpClassifications.of(status, Optional.empty()));
    }
}
