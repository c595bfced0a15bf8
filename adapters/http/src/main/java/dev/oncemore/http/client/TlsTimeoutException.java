package dev.oncemore.http.client;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.TimeoutKind;
import java.net.http.HttpConnectTimeoutException;

/** A TLS handshake that timed out on an open connection, for which the JDK has no exception of its own. */
final class TlsTimeoutException extends HttpConnectTimeoutException implements Classified {
    private static final long serialVersionUID = 1L;

    TlsTimeoutException(HttpConnectTimeoutException failure) {
        super("TLS handshake timed out");
        initCause(failure);
    }

    @Override
    public Classification classification() {
        return Classification.transientFailure("TlsTimeoutException: " + getMessage())
                .causedBy(TimeoutKind.TLS);
    }
}
