package dev.oncemore.http.client;

import java.net.URI;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * An {@code SSLContext} that tracks unfinished handshakes. The JDK's client has one timeout and one exception for
 * connecting and for the TLS handshake; with this context a {@link RetryingHttpClient} distinguishes a server that
 * cannot be reached from one that stays silent after accepting the connection.
 *
 * <pre>{@code
 * HttpClient jdk = HttpClient.newBuilder()
 *         .sslContext(WatchedSslContext.around(SSLContext.getDefault()))
 *         .connectTimeout(Duration.ofSeconds(2))
 *         .build();
 * }</pre>
 */
public final class WatchedSslContext extends SSLContext {
    private final Handshakes handshakes;

    private WatchedSslContext(SSLContext context, Handshakes handshakes) {
        super(new Watching(context, handshakes), context.getProvider(), context.getProtocol());
        this.handshakes = handshakes;
    }

    /** Wraps a context to track its handshakes. */
    public static WatchedSslContext around(SSLContext context) {
        return context instanceof WatchedSslContext known
                ? known
                : new WatchedSslContext(Objects.requireNonNull(context, "context"), new Handshakes());
    }

    /** Whether a handshake with this host was unfinished; removes it. */
    boolean forgetUnfinished(URI uri) {
        return handshakes.forget(place(uri.getHost(), uri.getPort() < 0 ? 443 : uri.getPort()));
    }

    private static String place(String host, int port) {
        return host.toLowerCase(Locale.ROOT) + ':' + port;
    }

    /** The unfinished handshakes, oldest first. */
    static final class Handshakes {
        /** Abandoned handshakes are evicted by newer ones. */
        private static final int UNFINISHED_MAX = 1_000;

        private final Queue<String> unfinished = new ConcurrentLinkedQueue<>();

        void begin(String place) {
            unfinished.add(place);
            if (unfinished.size() > UNFINISHED_MAX) {
                unfinished.poll();
            }
        }

        boolean forget(String place) {
            return unfinished.remove(place);
        }
    }

    /** Creates tracked engines; delegates everything else to the real context. */
    private static final class Watching extends SSLContextSpi {
        private final SSLContext context;
        private final Handshakes handshakes;

        Watching(SSLContext context, Handshakes handshakes) {
            this.context = context;
            this.handshakes = handshakes;
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random)
                throws KeyManagementException {
            context.init(keys, trusted, random);
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return context.getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return context.getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return context.createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return new WatchedSslEngine(context.createSSLEngine(host, port), handshakes, place(host, port));
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return context.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return context.getSupportedSSLParameters();
        }
    }
}
