package dev.oncemore.http.webhook;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/** A URL that no message may go to. The message says the rule, and not what was found: it may be shown to who tries. */
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
