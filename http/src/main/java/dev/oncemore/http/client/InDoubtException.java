package dev.oncemore.http.client;

import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Verdict;
import java.io.IOException;
import java.net.URI;

/** A write whose reply was lost, on a resource that has changed since: by that write or by somebody else. */
final class InDoubtException extends IOException implements Classified {
    private static final long serialVersionUID = 1L;

    InDoubtException(URI uri) {
        super(
                "nobody can tell whether the change of " + uri
                        + " was written: the reply was lost, and the resource has changed since. Look at it before trying again");
    }

    /** Permanent for the engine: another round could apply the change twice. */
    @Override
    public Verdict verdict() {
        return Verdict.permanent(String.valueOf(getMessage()));
    }
}
