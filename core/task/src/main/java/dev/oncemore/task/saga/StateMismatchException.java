package dev.oncemore.task.saga;

import dev.oncemore.OncemoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;

/** Thrown by {@link Sagas#start} if the key was used with another state; nothing was started. */
public final class StateMismatchException extends OncemoreException implements Classified {
    private static final long serialVersionUID = 1L;

    StateMismatchException(String saga, String key) {
        super("saga '" + saga + "' was started with the key " + key
                + " and another state; use a new key for a new saga");
    }

    @Override
    public Classification classification() {
        return Classification.rejected(String.valueOf(getMessage())).with(Doubt.LEAVES);
    }
}
