package dev.oncemore.server.serve;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.alert.AlertSettings;
import dev.oncemore.operations.callback.CallbackSettings;
import dev.oncemore.operations.purge.Retention;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.tls.PemFiles;
import dev.oncemore.server.web.TrustedProxies;
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
 * @param retention how long what has ended is kept
 * @param tls the certificate and key of the server; null for plain HTTP
 * @param proxies the proxies whose headers about the client count
 * @param alerts where alerts go
 * @param callbacks how callbacks are sent
 */
public record ServerSettings(
        String host,
        int port,
        StoreUrl store,
        @Nullable String adminToken,
        boolean allowPublic,
        @Nullable DeskSettings desk,
        Retention retention,
        @Nullable PemFiles tls,
        TrustedProxies proxies,
        AlertSettings alerts,
        CallbackSettings callbacks) {
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
        requireSafe(host, allowPublic || tls != null || proxies.isAny());
    }

    /** The address, unless other machines can reach it and nothing encrypts their connections. */
    static String requireSafe(String host, boolean isEncrypted) {
        if (!isEncrypted && !isLoopback(host)) {
            throw new IllegalArgumentException("the address " + host
                    + " is reachable from other machines, and this server has no TLS; add --tls-cert and --tls-key, or put a"
                    + " TLS proxy before it and add --trust-proxy, or leave --host out");
        }
        return host;
    }

    /** A server whose desk is connected to nothing. */
    public ServerSettings(String host, int port, StoreUrl store, @Nullable String adminToken, boolean allowPublic) {
        this(
                host,
                port,
                store,
                adminToken,
                allowPublic,
                null,
                Retention.standard(),
                null,
                TrustedProxies.NONE,
                AlertSettings.none(),
                CallbackSettings.none());
    }

    /** The same with a desk. */
    public ServerSettings desk(@Nullable DeskSettings other) {
        return new ServerSettings(
                host, port, store, adminToken, allowPublic, other, retention, tls, proxies, alerts, callbacks);
    }

    /** The same with this retention. */
    ServerSettings retention(Retention other) {
        return new ServerSettings(
                host, port, store, adminToken, allowPublic, desk, other, tls, proxies, alerts, callbacks);
    }

    /** The same on plain HTTP at a loopback address, or over TLS. */
    ServerSettings tls(@Nullable PemFiles other) {
        return new ServerSettings(
                host, port, store, adminToken, allowPublic, desk, retention, other, proxies, alerts, callbacks);
    }

    /** The same behind these proxies. */
    ServerSettings proxies(TrustedProxies other) {
        return new ServerSettings(
                host, port, store, adminToken, allowPublic, desk, retention, tls, other, alerts, callbacks);
    }

    /** The same with alerts to these channels. */
    ServerSettings alerts(AlertSettings other) {
        return new ServerSettings(
                host, port, store, adminToken, allowPublic, desk, retention, tls, proxies, other, callbacks);
    }

    /** The same with callbacks. */
    ServerSettings callbacks(CallbackSettings other) {
        return new ServerSettings(
                host, port, store, adminToken, allowPublic, desk, retention, tls, proxies, alerts, other);
    }

    /** Whether browsers must send cookies over TLS only, whatever a proxy says: unless only this machine can ask. */
    boolean secureCookies() {
        return tls != null || !isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + host + "' is not an address of this machine", e);
        }
    }
}
