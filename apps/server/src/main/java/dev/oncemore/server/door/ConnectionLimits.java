package dev.oncemore.server.door;

import dev.oncemore.server.web.ClientAddress;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;

/**
 * The connections of each client: one client cannot have all that the server accepts. An IPv6 client has a network of addresses, so
 * it is the network that counts.
 */
final class ConnectionLimits implements Connection.Listener {
    static final int ALL_MAX = 1_000;
    static final int PER_CLIENT_MAX = 400;

    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final long WARNING_NANOS = Duration.ofMinutes(1).toNanos();

    private final Time time;
    private final Map<String, Integer> byClient = new HashMap<>();
    /** Guarded by {@link #byClient}. A closed connection does not know its client any more. */
    private final IdentityHashMap<Connection, String> clients = new IdentityHashMap<>();

    /** Guarded by {@link #byClient}. */
    private int refused;

    private long nextWarningNanos;

    ConnectionLimits(Time time) {
        this.time = time;
        nextWarningNanos = time.nanoTime();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection.getEndPoint() instanceof SslConnection.SslEndPoint) {
            return; // the connection around it counts, which can be closed before its handshake
        }
        String client = client(connection);
        int now;
        synchronized (byClient) {
            clients.put(connection, client);
            now = byClient.merge(client, 1, Integer::sum);
        }
        if (now > PER_CLIENT_MAX) {
            connection.getEndPoint().close();
            warn(client);
        }
    }

    /** At most once a minute: any client can cause it. */
    private void warn(String client) {
        int sinceThen;
        synchronized (byClient) {
            refused++;
            if (time.nanoTime() - nextWarningNanos < 0) {
                return;
            }
            nextWarningNanos = time.nanoTime() + WARNING_NANOS;
            sinceThen = refused;
            refused = 0;
        }
        LOG.log(
                Level.WARNING,
                "the client " + client + " has " + PER_CLIENT_MAX + " open connections, the limit for one address; "
                        + sinceThen + " further connections were closed since the last such line. If it is a proxy,"
                        + " let it keep fewer connections open");
    }

    @Override
    public void onClosed(Connection connection) {
        synchronized (byClient) {
            String client = clients.remove(connection);
            if (client != null) {
                byClient.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
            }
        }
    }

    private static String client(Connection connection) {
        SocketAddress address = connection.getEndPoint().getRemoteSocketAddress();
        return address instanceof InetSocketAddress internet && internet.getAddress() != null
                ? ClientAddress.of(internet.getAddress())
                : "";
    }
}
