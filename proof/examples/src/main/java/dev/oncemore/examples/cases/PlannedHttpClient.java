package dev.oncemore.examples.cases;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A client without a network, which answers every request in the same way: with a status, or with a failure. */
final class PlannedHttpClient extends HttpClient {
    private final HttpClient jdk;
    private final int status;
    private final Map<String, List<String>> headers;
    private final @Nullable IOException failure;

    private PlannedHttpClient(
            HttpClient jdk, int status, Map<String, List<String>> headers, @Nullable IOException failure) {
        this.jdk = jdk;
        this.status = status;
        this.headers = headers;
        this.failure = failure;
    }

    /** Answers with a status. */
    static PlannedHttpClient answering(HttpClient jdk, int status, Map<String, List<String>> headers) {
        return new PlannedHttpClient(jdk, status, headers, null);
    }

    /** Fails. */
    static PlannedHttpClient failing(HttpClient jdk, IOException failure) {
        return new PlannedHttpClient(jdk, 0, Map.of(), failure);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        HttpHeaders sent = HttpHeaders.of(headers, (name, value) -> true);
        var body = handler.apply(new Info(status, sent));
        body.onSubscribe(new NoBody());
        body.onNext(List.of(ByteBuffer.allocate(0)));
        body.onComplete();
        return body.getBody().toCompletableFuture().thenApply(value -> new Answer<>(request, status, sent, value));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        return sendAsync(request, handler);
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        try {
            return sendAsync(request, handler).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException planned ? planned : new IOException(e);
        }
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return jdk.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return jdk.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return jdk.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return jdk.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return jdk.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return jdk.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return jdk.authenticator();
    }

    @Override
    public Version version() {
        return jdk.version();
    }

    @Override
    public Optional<Executor> executor() {
        return jdk.executor();
    }

    private record Info(int statusCode, HttpHeaders headers) implements HttpResponse.ResponseInfo {
        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    private static final class NoBody implements Flow.Subscription {
        @Override
        public void request(long n) {
            // Everything was given already.
        }

        @Override
        public void cancel() {
            // There is nothing to cancel.
        }
    }

    private record Answer<T>(HttpRequest request, int statusCode, HttpHeaders headers, T body)
            implements HttpResponse<T> {
        @Override
        public Optional<HttpResponse<T>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return request.uri();
        }

        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }
}
