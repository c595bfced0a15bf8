package dev.oncemore.http.webhook;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/**
 * A URL that messages must not be sent to. The message states the rule but not what was found, so it is safe to show.
 */
public final class ForbiddenTargetException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    ForbiddenTargetException(String message) {
        super(message);
    }

    @Override
    public Classification classification() {
        return Classification.permanent(String.valueOf(getMessage()));
    }
}
