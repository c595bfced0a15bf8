package dev.oncemore.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The proxies whose {@code X-Forwarded-For} and {@code X-Forwarded-Proto} count. Anybody can send these headers, so they count only
 * if the connection comes from one of these networks.
 */
public final class TrustedProxies {
    /** No proxy is trusted. */
    public static final TrustedProxies NONE = new TrustedProxies(Networks.NONE);

    private static final String PRIVATE =
            "127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,fc00::/7,fe80::/10";

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
        String client = request.getRemoteAddr();
        if (!isTrusted(client)) {
            return client;
        }
        List<String> hops = new ArrayList<>();
        for (String line : Collections.list(request.getHeaders("X-Forwarded-For"))) {
            hops.addAll(List.of(line.split(",", -1)));
        }
        for (int i = hops.size() - 1; i >= 0 && isTrusted(client); i--) {
            InetAddress hop = Networks.address(hops.get(i).strip());
            if (hop == null) {
                return client;
            }
            client = hop.getHostAddress();
        }
        return client;
    }

    /** Whether the client's connection is encrypted: to this server, or to a trusted proxy that says so. */
    public boolean isSecure(HttpServletRequest request) {
        if (request.isSecure()) {
            return true;
        }
        if (!isTrusted(request.getRemoteAddr())) {
            return false;
        }
        List<String> schemes = Collections.list(request.getHeaders("X-Forwarded-Proto"));
        String last = schemes.isEmpty() ? "" : schemes.get(schemes.size() - 1);
        return last.substring(last.lastIndexOf(',') + 1).strip().equalsIgnoreCase("https");
    }
}
