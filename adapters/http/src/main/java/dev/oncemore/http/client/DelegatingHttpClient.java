package dev.oncemore.http.client;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Everything about a client but sending: as the one underneath has it. */
abstract class DelegatingHttpClient extends HttpClient implements AutoCloseable {
    private final HttpClient client;
    private volatile boolean shutDown;

    DelegatingHttpClient(HttpClient client) {
        this.client = client;
    }

    HttpClient client() {
        return client;
    }

    boolean isShutDown() {
        return shutDown;
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

    // From JDK 21 on what follows overrides methods of HttpClient. The class files are for 17, which knows none of
    // them, so
    // that none can say @Override.

    /** Takes no new requests. Those that wait for another attempt fail when its time comes. */
    public void shutdown() {
        shutDown = true;
        Lifecycle.shutdown(client);
    }

    /** As {@link #shutdown}, and ends the requests that are under way. */
    public void shutdownNow() {
        shutDown = true;
        Lifecycle.shutdownNow(client);
    }

    /** Waits until the requests that were under way at the shutdown have ended; true when they have. */
    public boolean awaitTermination(Duration duration) throws InterruptedException {
        return Lifecycle.awaitTermination(client, duration);
    }

    /** Whether it was shut down and nothing is under way any more. Before JDK 21 clients cannot be shut down. */
    public boolean isTerminated() {
        return Lifecycle.isTerminated(client);
    }

    /** Shuts the client underneath down and waits for what is under way. Before JDK 21 it only stops further attempts. */
    @Override
    public void close() {
        shutDown = true;
        Lifecycle.close(client);
    }
}
