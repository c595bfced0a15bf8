package dev.oncemore.testkit.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A TCP proxy on loopback that injects the network faults that a test plans. Faults are planned one by one: the first is for
 * the next request, the second for the one after it, and without a plan everything passes.
 *
 * <pre>{@code
 * try (FaultProxy proxy = FaultProxy.to(serverPort)) {
 *     Strike lost = proxy.next(NetworkFault.dropReply());
 *     pay("http://127.0.0.1:" + proxy.port());   // the server books it, the client gets no reply
 *     lost.await();
 * }
 * }</pre>
 *
 * <p>It sees bytes, not protocols: a request begins with the first bytes that a client sends after a reply has begun. That
 * is right for HTTP/1.1 and other request-reply protocols. With TLS or HTTP/2 plan faults for whole connections.
 */
public final class FaultProxy implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 1_024;
    private static final int PLANNED_MAX = 10_000;

    private final InetSocketAddress target;
    private final Queue<Strike> plannedExchanges = new ConcurrentLinkedQueue<>();
    private final Queue<Strike> plannedConnections = new ConcurrentLinkedQueue<>();
    private final Set<ProxiedConnection> open = ConcurrentHashMap.newKeySet();
    /** Faults that hold data back, now or later; they are released when the proxy is closed. */
    private final Set<Strike> holding = ConcurrentHashMap.newKeySet();

    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final int port;
    private volatile NetworkFault otherwise = NetworkFault.none();
    private volatile ServerSocket listener;
    private volatile Thread acceptor;

    private FaultProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        listener = listen(0);
        port = listener.getLocalPort();
        acceptor = start("accept", () -> accept(listener));
    }

    /** A proxy in front of a server on this port of loopback. */
    public static FaultProxy to(int port) throws IOException {
        return to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** A proxy in front of a server. */
    public static FaultProxy to(InetSocketAddress target) throws IOException {
        return new FaultProxy(Objects.requireNonNull(target, "target"));
    }

    /** The port on loopback that clients connect to. */
    public int port() {
        return port;
    }

    /** Plans a fault for the next request without one, on any connection. */
    public Strike next(NetworkFault fault) {
        return plan(plannedExchanges, fault);
    }

    /** Plans a fault for the next connection without one; it applies from the first byte to the last. */
    public Strike nextConnection(NetworkFault fault) {
        return plan(plannedConnections, fault);
    }

    /** Sets the fault of requests without a planned one; {@link NetworkFault#none} at first. */
    public void otherwise(NetworkFault fault) {
        otherwise = Objects.requireNonNull(fault, "fault");
    }

    /** Closes the port, so that new connections are refused. Open ones stay. */
    public void refuseConnections() throws IOException {
        listener.close();
        try {
            // The port can still accept a connection until its thread has ended.
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the port was being closed", e);
        }
    }

    /** Listens on the same port again. */
    public void acceptConnections() throws IOException {
        ServerSocket again = listen(port);
        listener = again;
        acceptor = start("accept", () -> accept(again));
    }

    /** Resets every open connection. */
    public void cutAll() {
        open.forEach(ProxiedConnection::reset);
    }

    /** The number of connections so far. */
    public int connections() {
        return connections.get();
    }

    /** The number of requests so far, including those that the server never saw; not counted on planned connections. */
    public int requests() {
        return requests.get();
    }

    /** Closes the port and every connection, and releases held data. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the proxy's port cannot be closed", e);
        } finally {
            open.forEach(ProxiedConnection::close);
            holding.forEach(Strike::release);
        }
    }

    private static Strike plan(Queue<Strike> queue, NetworkFault fault) {
        if (queue.size() >= PLANNED_MAX) {
            throw new IllegalStateException("at most " + PLANNED_MAX + " faults can be planned");
        }
        Strike strike = new Strike(Objects.requireNonNull(fault, "fault"));
        queue.add(strike);
        return strike;
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private void accept(ServerSocket from) throws IOException {
        while (!from.isClosed()) {
            Socket client = from.accept();
            if (from.isClosed()) {
                client.close();
                return;
            }
            connections.incrementAndGet();
            Strike whole = take(plannedConnections, NetworkFault.none());
            if (open.size() >= CONNECTIONS_MAX || cutAtOnce(whole)) {
                client.setSoLinger(true, 0);
                client.close();
                whole.strike();
            } else {
                connect(client, whole);
            }
        }
    }

    private static boolean cutAtOnce(Strike whole) {
        return whole.fault().action == NetworkFault.Action.RESET
                && whole.fault().strikesAt(NetworkFault.Place.REQUEST);
    }

    private void connect(Socket client, Strike whole) throws IOException {
        Socket onward = new Socket();
        ProxiedConnection connection = new ProxiedConnection(client, onward, whole, this::nextExchange);
        try {
            onward.connect(target);
            client.setTcpNoDelay(true);
            onward.setTcpNoDelay(true);
        } catch (IOException noTarget) {
            connection.reset();
            return;
        }
        open.add(connection);
        Thread unused = start("requests", () -> forward(connection, connection::forwardRequests));
        Thread unusedToo = start("replies", () -> {
            forward(connection, connection::forwardReplies);
            // No reply can come any more, and a request that does not end would keep the client waiting.
            connection.close();
            open.remove(connection);
        });
    }

    private Strike nextExchange() {
        requests.incrementAndGet();
        return take(plannedExchanges, otherwise);
    }

    private Strike take(Queue<Strike> plan, NetworkFault unplanned) {
        Strike planned = plan.poll();
        Strike strike = planned == null ? new Strike(unplanned) : planned;
        if (strike.fault().action == NetworkFault.Action.HOLD) {
            holding.add(strike);
        }
        return strike;
    }

    /** Runs one direction of a connection; its exceptions are ignored, because tests break connections on purpose. */
    private static void forward(ProxiedConnection connection, Task direction) throws InterruptedException {
        try {
            direction.run();
        } catch (IOException broken) {
            connection.reset();
        }
    }

    private Thread start(String what, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException closed) {
                        // The port was closed by the test or by close().
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "fault-proxy-" + port + "-" + what);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private interface Task {
        void run() throws IOException, InterruptedException;
    }
}
