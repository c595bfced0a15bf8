package dev.oncemore.http.client;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.TimeoutKind;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/** A step of an attempt that took too long, for which the JDK has no exception of its own. */
final class StepTimeoutException extends HttpTimeoutException implements Classified {
    private static final long serialVersionUID = 1L;

    private final boolean sent;
    private final TimeoutKind kind;

    private StepTimeoutException(String message, boolean sent, TimeoutKind kind) {
        super(message);
        this.sent = sent;
        this.kind = kind;
    }

    static StepTimeoutException dns(String host, Duration limit) {
        return new StepTimeoutException(
                "looking up " + host + " took longer than " + limit.toMillis() + " ms", false, TimeoutKind.DNS);
    }

    /** A part of the request was sent, which a server may have acted upon. */
    static StepTimeoutException write(Duration limit) {
        return new StepTimeoutException(
                "the connection took no part of the request's body for " + limit.toMillis() + " ms",
                true,
                TimeoutKind.WRITE);
    }

    @Override
    public Classification classification() {
        String reason = String.valueOf(getMessage());
        return (sent ? Classification.unknownOutcome(reason) : Classification.transientFailure(reason)).causedBy(kind);
    }
}
