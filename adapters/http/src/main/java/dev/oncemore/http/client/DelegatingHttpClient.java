package dev.oncemore.http.client;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Delegates everything but sending to the underlying client. */
abstract class DelegatingHttpClient extends HttpClient implements AutoCloseable {
    private final HttpClient client;
    private final AtomicBoolean shutDown;

    DelegatingHttpClient(HttpClient client) {
        this.client = client;
        shutDown = new AtomicBoolean();
    }

    /** Creates another view of the same client. */
    DelegatingHttpClient(DelegatingHttpClient same) {
        client = same.client;
        shutDown = same.shutDown;
    }

    HttpClient client() {
        return client;
    }

    boolean isShutDown() {
        return shutDown.get();
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return client.newWebSocketBuilder();
    }

    // From JDK 21 on the following methods override methods of HttpClient. The class files target 17, which lacks them,
    // so none can have @Override.

    /** Accepts no new requests. Requests that wait for a retry fail when it is due. */
    public void shutdown() {
        shutDown.set(true);
        Lifecycle.shutdown(client);
    }

    /** As {@link #shutdown}, and ends the running requests. */
    public void shutdownNow() {
        shutDown.set(true);
        Lifecycle.shutdownNow(client);
    }

    /** Waits until the requests running at the shutdown have ended; returns true if they have. */
    public boolean awaitTermination(Duration duration) throws InterruptedException {
        return Lifecycle.awaitTermination(client, duration);
    }

    /** Whether the client was shut down and no request is running. Before JDK 21 clients cannot be shut down. */
    public boolean isTerminated() {
        return Lifecycle.isTerminated(client);
    }

    /** Shuts the underlying client down and waits for running requests. Before JDK 21 it only stops retries. */
    @Override
    public void close() {
        shutDown.set(true);
        Lifecycle.close(client);
    }
}
