package dev.oncemore.http.client;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.TimeoutKind;
import java.net.http.HttpConnectTimeoutException;

/** There was a connection, but no agreement on encryption in time. The JDK has no exception of its own for it. */
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
