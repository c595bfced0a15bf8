package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Free ports on loopback, below the range of outgoing connections: otherwise a client that keeps reconnecting to a killed
 * server might get its port, and the server could not be restarted.
 */
final class Ports {
    static final String LOOPBACK = "127.0.0.1";

    /** The distance between a Redis Cluster node's port and its cluster bus port. */
    private static final int CLUSTER_BUS = 10_000;

    private static final int FIRST = 12_000;
    private static final int COUNT = 10_000;

    /** Differs between JVMs, and increases within one, so that no port is tried twice. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 101 % COUNT));

    private Ports() {}

    static int free() {
        for (int i = 0; i < COUNT; i++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree(port) && isFree(port + CLUSTER_BUS)) {
                return port;
            }
        }
        throw new OncemoreException("no port is free between " + FIRST + " and " + (FIRST + COUNT));
    }

    /** Opens a port on the IPv4 loopback address, whatever the JVM prefers. */
    static InetSocketAddress address(int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
