package dev.oncemore.http.client;

import dev.oncemore.internal.Bounds;
import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits of single waits of an attempt that the JDK's client does not have. An immutable value; each method returns a
 * changed copy. Connecting has {@code HttpClient.Builder.connectTimeout}, the attempt as a whole the policy's
 * {@code attemptTimeout}; these name the wait that took too long, and end it earlier.
 *
 * <pre>{@code
 * HttpTimeouts.standard().dns(Duration.ofSeconds(1)).write(Duration.ofSeconds(5))
 * }</pre>
 */
public final class HttpTimeouts {
    private static final Duration MIN = Duration.ofMillis(1);
    private static final Duration MAX = Duration.ofHours(1);
    private static final HttpTimeouts STANDARD = new HttpTimeouts(null, null, InetAddress::getAllByName);

    final @Nullable Duration dns;
    final @Nullable Duration write;
    final HostLookup.Resolver resolver;

    private HttpTimeouts(@Nullable Duration dns, @Nullable Duration write, HostLookup.Resolver resolver) {
        this.dns = dns;
        this.write = write;
        this.resolver = resolver;
    }

    /** As the JDK has it: without limits of these kinds. */
    public static HttpTimeouts standard() {
        return STANDARD;
    }

    /**
     * Limits how long the name of a host is looked up, which no timeout of the JDK's client does. The name is looked up
     * before each request, unless that succeeded in the last ten seconds or a proxy does it; the JDK's client then finds
     * it in the cache of the JVM. 1 ms to 1 h.
     */
    public HttpTimeouts dns(Duration limit) {
        return new HttpTimeouts(Bounds.between("dns", limit, MIN, MAX), write, resolver);
    }

    /**
     * Limits how long the connection takes no further part of a request's body. The last part is not covered: once the
     * system has it, nobody knows how far it got. 1 ms to 1 h.
     */
    public HttpTimeouts write(Duration limit) {
        return new HttpTimeouts(dns, Bounds.between("write", limit, MIN, MAX), resolver);
    }

    /** Asks somebody else than the system for addresses, in tests. */
    HttpTimeouts resolver(HostLookup.Resolver resolver) {
        return new HttpTimeouts(dns, write, resolver);
    }
}
