package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.MeasuringException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * 64 connections on one thread, which each send one request after the other. It is a minimal client, because client and server
 * share the CPU, and a full client would take most of it.
 */
public final class Connections {
    /** How many requests are on their way at once. */
    public static final int CONNECTIONS = 64;

    private static final int STATUS_AT = 9;
    private static final int BUFFER = 16 << 10;
    private static final long PATIENCE_MILLIS = 30_000;

    private final URI address;

    /** Connections to this server. */
    public Connections(URI address) {
        this.address = address;
    }

    /** Sends requests for this long, and at least until the first response; returns the responses per second. */
    double perSecond(LoadKind kind, String prefix, Duration length) {
        return perSecond(kind::request, kind.status(), prefix, length);
    }

    /** As {@code perSecond} of a kind: requests by their key, and the status that each must get. */
    public double perSecond(UnaryOperator<String> request, int status, String prefix, Duration length) {
        List<Exchange> all = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            long number = 0;
            long answered = 0;
            long begin = System.nanoTime();
            try {
                for (int i = 0; i < CONNECTIONS; i++) {
                    all.add(new Exchange(address, selector));
                    all.get(i).send(request.apply(prefix + ++number));
                }
                while (answered == 0 || System.nanoTime() - begin < length.toNanos()) {
                    if (selector.select(PATIENCE_MILLIS) == 0) {
                        throw new IOException("the server did not answer for " + PATIENCE_MILLIS / 1_000 + " s");
                    }
                    for (SelectionKey ready : selector.selectedKeys()) {
                        Exchange exchange = (Exchange) ready.attachment();
                        if (exchange.read(status)) {
                            answered++;
                            exchange.send(request.apply(prefix + ++number));
                        }
                    }
                    selector.selectedKeys().clear();
                }
                return answered * 1e9 / (System.nanoTime() - begin);
            } finally {
                for (Exchange exchange : all) {
                    exchange.close();
                }
            }
        } catch (IOException e) {
            throw new MeasuringException("a request failed: " + e, e);
        }
    }

    /** One connection with at most one request on its way. */
    private static final class Exchange {
        private final SocketChannel channel;
        private final ByteBuffer answer = ByteBuffer.allocate(BUFFER);

        Exchange(URI address, Selector selector) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress(address.getHost(), address.getPort()));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        void send(String request) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes); // it fits the socket's buffer, which is empty
            }
            answer.clear();
        }

        /** Whether the response is complete now. All of this server have a length. */
        boolean read(int expected) throws IOException {
            if (channel.read(answer) < 0) {
                throw new IOException("the server ended the connection");
            }
            String text = new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
            int head = text.indexOf("\r\n\r\n");
            if (head < 0) {
                return false;
            }
            int status = Integer.parseInt(text.substring(STATUS_AT, STATUS_AT + 3));
            if (status != expected) {
                throw new IOException("the server answered " + status + " instead of " + expected + ": " + text);
            }
            return answer.position() >= head + 4 + length(text.substring(0, head));
        }

        private static int length(String head) {
            String name = "content-length:";
            int at = head.toLowerCase(Locale.ROOT).indexOf(name);
            int end = head.indexOf('\r', Math.max(0, at));
            return at < 0
                    ? 0
                    : Integer.parseInt(head.substring(at + name.length(), end < 0 ? head.length() : end)
                            .strip());
        }

        void close() throws IOException {
            channel.close();
        }
    }
}
