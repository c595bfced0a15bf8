package dev.oncemore.testkit.net;

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
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP client without sockets: a function returns the responses. It sends on the caller's thread only.
 *
 * <pre>{@code
 * HttpClient unavailable = new MemoryHttpClient(request -> HttpAnswer.of(503));
 * }</pre>
 */
public final class MemoryHttpClient extends HttpClient {
    private static final String BLOCKING = "this client sends on the thread of its caller";

    private final Exchange exchange;

    /** A client whose requests this function answers. */
    public MemoryHttpClient(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Returns the response to a request, or fails like a connection. */
    @FunctionalInterface
    public interface Exchange {
        /** Answers a request. */
        HttpAnswer answer(HttpRequest request) throws IOException, InterruptedException;
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        HttpAnswer answer = exchange.answer(request);
        Map<String, List<String>> headers = new HashMap<>();
        answer.headers().forEach((name, value) -> headers.put(name, List.of(value)));
        HttpHeaders all = HttpHeaders.of(headers, (name, value) -> true);
        BodySubscriber<T> subscriber = handler.apply(new Info(answer.status(), all));
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {}

            @Override
            public void cancel() {}
        });
        if (!answer.body().isEmpty()) {
            subscriber.onNext(List.of(ByteBuffer.wrap(answer.body().getBytes(StandardCharsets.UTF_8))));
        }
        subscriber.onComplete();
        T body = subscriber.getBody().toCompletableFuture().join();
        return new Response<>(answer.status(), request, all, body);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        throw new UnsupportedOperationException(BLOCKING);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        throw new UnsupportedOperationException(BLOCKING);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.empty();
    }

    @Override
    public Redirect followRedirects() {
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        try {
            return SSLContext.getDefault(); // nothing is encrypted with it, but a client has one
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    @Override
    public SSLParameters sslParameters() {
        return new SSLParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.empty();
    }

    @Override
    public Version version() {
        return Version.HTTP_1_1;
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.empty();
    }

    private record Info(int statusCode, HttpHeaders headers) implements ResponseInfo {
        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    private record Response<T>(int statusCode, HttpRequest request, HttpHeaders headers, T body)
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
