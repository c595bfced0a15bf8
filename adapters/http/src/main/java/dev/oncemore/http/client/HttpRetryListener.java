package dev.oncemore.http.client;

import dev.oncemore.retry.RetryListener;

/** A listener that reports HTTP requests in another way than other calls, such as by a span of a client. */
public interface HttpRetryListener extends RetryListener {
    /** Returns the listener for the engine of an HTTP client. */
    RetryListener forHttp();
}
