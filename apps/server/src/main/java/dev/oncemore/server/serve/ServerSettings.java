package dev.oncemore.server.serve;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * How a server is run.
 *
 * @param host the address it listens on; loopback unless told otherwise
 * @param port the port; 0 for any free one
 * @param store where everything is kept
 * @param adminToken lets automation in as an admin; null when there is none
 * @param allowPublic whether an address that others can reach is allowed without TLS, because something before it adds TLS
 * @param desk where documents go; null when the desk is connected to nothing
 */
public record ServerSettings(
        String host,
        int port,
        StoreUrl store,
        @Nullable String adminToken,
        boolean allowPublic,
        @Nullable DeskSettings desk) {
    static final int PORT_MAX = 65_535;
    private static final int TOKEN_MIN = 20;

    /** Checks each of them. */
    public ServerSettings {
        if (port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException("the port is " + port + ", but ports are from 0 to " + PORT_MAX);
        }
        if (adminToken != null && adminToken.length() < TOKEN_MIN) {
            throw new IllegalArgumentException("ONCEMORE_ADMIN_TOKEN has " + adminToken.length()
                    + " characters, but needs " + TOKEN_MIN + " or more; make one with: openssl rand -hex 24");
        }
        requireSafe(host, allowPublic);
    }

    /** The address, unless other machines can reach it without {@code allow-public}. */
    static String requireSafe(String host, boolean allowPublic) {
        if (!allowPublic && !isLoopback(host)) {
            throw new IllegalArgumentException("the address " + host
                    + " is reachable from other machines, and this server has no TLS; put a TLS proxy before it and add"
                    + " --allow-public, or leave --host out");
        }
        return host;
    }

    /** A server whose desk is connected to nothing. */
    public ServerSettings(String host, int port, StoreUrl store, @Nullable String adminToken, boolean allowPublic) {
        this(host, port, store, adminToken, allowPublic, null);
    }

    /** The same with a desk. */
    public ServerSettings desk(@Nullable DeskSettings other) {
        return new ServerSettings(host, port, store, adminToken, allowPublic, other);
    }

    /** Whether browsers may send cookies without TLS: only to the machine itself. */
    boolean secureCookies() {
        return !isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + host + "' is not an address of this machine", e);
        }
    }
}
