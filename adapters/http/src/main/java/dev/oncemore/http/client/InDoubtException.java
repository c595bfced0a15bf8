package dev.oncemore.http.client;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import java.io.IOException;
import java.net.URI;

/** A write whose reply was lost, on a resource that does not show whether the write happened. */
final class InDoubtException extends IOException implements Classified {
    private static final long serialVersionUID = 1L;

    InDoubtException(URI uri) {
        super(message(uri, "the reply was lost, and the resource has changed since"));
    }

    InDoubtException(String message, GaveUpException gaveUp) {
        super(message, gaveUp.facts().failure());
        addSuppressed(gaveUp);
    }

    static String message(URI uri, String why) {
        return "it is unknown whether the change of " + uri + " was written: " + why
                + ". Read the resource before you try again";
    }

    /** Permanent, because another round could apply the change twice; in doubt, because it may have been applied. */
    @Override
    public Classification classification() {
        return Classification.permanent(String.valueOf(getMessage())).with(Doubt.RAISES);
    }
}
