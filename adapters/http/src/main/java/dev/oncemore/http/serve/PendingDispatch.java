package dev.oncemore.http.serve;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The dispatch of a request after asynchronous work, which must pass the filter again: only then is the held response
 * sent. If it does not pass, the container responds with an error, and the log says why.
 */
final class PendingDispatch {
    private final HttpServletRequest request;
    private final ClientResponse client;
    private final MissingDispatch missing;
    /** The request that was dispatched and has not passed the filter since; null without one. */
    private volatile @Nullable String pending;

    PendingDispatch(HttpServletRequest request, ClientResponse client, MissingDispatch missing) {
        this.request = request;
        this.client = client;
        this.missing = missing;
    }

    void start(Runnable dispatch) {
        boolean isFirst = pending == null;
        pending = request.getMethod() + " " + request.getRequestURI();
        client.suspend();
        try {
            dispatch.run();
        } catch (RuntimeException e) {
            if (isFirst) {
                end();
            }
            throw e;
        }
    }

    /** Called when the filter is passed again, or when the application goes on without that. */
    void end() {
        pending = null;
        client.resume();
    }

    /** Called when the container has ended the request. */
    void reportIfMissing() {
        String dispatched = pending;
        if (dispatched != null) {
            missing.report(dispatched);
        }
    }
}
