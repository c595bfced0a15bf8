package dev.oncemore.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose {@code X-Forwarded-For} and {@code X-Forwarded-Proto} count. Anybody can send these headers, so they count only
 * if the connection comes from one of these networks.
 */
public final class TrustedProxies {
    /** No proxy is trusted. */
    public static final TrustedProxies NONE = new TrustedProxies(Networks.NONE);

    private static final String PRIVATE =
            "127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,fc00::/7,fe80::/10";

    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final String FORWARDED_PROTO = "X-Forwarded-Proto";
    private static final Pattern WITH_PORT = Pattern.compile("(\\[[^\\]]*]|[0-9.]+):[0-9]{1,5}");

    private final Networks networks;

    private TrustedProxies(Networks networks) {
        this.networks = networks;
    }

    /**
     * Reads {@code true} (proxies on this machine and in private networks), {@code false}, or addresses and networks with commas
     * between them: {@code 10.1.2.3,192.168.0.0/16}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static TrustedProxies parse(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (word.equals("false")) {
            return NONE;
        }
        return new TrustedProxies(Networks.parse(word.equals("true") ? PRIVATE : word));
    }

    /** Whether there is any. */
    public boolean isAny() {
        return networks.isAny();
    }

    private boolean isTrusted(String text) {
        InetAddress address = isAny() ? Networks.address(text) : null;
        return address != null && networks.contains(address);
    }

    /**
     * The address of the client: of the connection, or, if that is a trusted proxy's, the last one in {@code X-Forwarded-For} that
     * is not. Those before it may be invented.
     */
    public String client(HttpServletRequest request) {
        return client(request.getRemoteAddr(), Collections.list(request.getHeaders(FORWARDED_FOR)));
    }

    /** As above, before a request has reached the servlets. */
    public String client(Request request) {
        return client(Request.getRemoteAddr(request), request.getHeaders().getValuesList(FORWARDED_FOR));
    }

    private String client(String connected, List<String> lines) {
        String client = connected;
        if (!isTrusted(client)) {
            return client;
        }
        List<String> hops = new ArrayList<>();
        lines.forEach(line -> hops.addAll(List.of(line.split(",", -1))));
        for (int i = hops.size() - 1; i >= 0 && isTrusted(client); i--) {
            InetAddress hop = hop(hops.get(i).strip());
            if (hop == null) {
                return client;
            }
            client = hop.getHostAddress();
        }
        return client;
    }

    /** Some proxies add the port; an IPv6 address has brackets then. */
    private static @Nullable InetAddress hop(String text) {
        Matcher withPort = WITH_PORT.matcher(text);
        return Networks.address(withPort.matches() ? withPort.group(1) : text);
    }

    /** Whether the client's connection is encrypted: to this server, or to a trusted proxy that says so. */
    public boolean isSecure(HttpServletRequest request) {
        return request.isSecure()
                || isSecure(request.getRemoteAddr(), Collections.list(request.getHeaders(FORWARDED_PROTO)));
    }

    /** As above, before a request has reached the servlets. */
    public boolean isSecure(Request request) {
        // A request that Jetty could not read has only its connection.
        return request.isSecure()
                || request.getConnectionMetaData().isSecure()
                || isSecure(Request.getRemoteAddr(request), request.getHeaders().getValuesList(FORWARDED_PROTO));
    }

    private boolean isSecure(String connected, List<String> schemes) {
        if (schemes.isEmpty() || !isTrusted(connected)) {
            return false;
        }
        String last = schemes.get(schemes.size() - 1);
        return last.substring(last.lastIndexOf(',') + 1).strip().equalsIgnoreCase("https");
    }
}
