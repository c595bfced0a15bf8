package dev.oncemore.testkit.net;

import dev.oncemore.testkit.net.NetworkFault.Action;
import dev.oncemore.testkit.net.NetworkFault.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Supplier;

/**
 * One client's connection and the one to the target behind it, with a thread for each direction. Bytes that the client
 * sends after a reply has begun are a new exchange, with the next fault; a connection that has a fault of its own is
 * a single exchange from its first byte to its last.
 */
final class ProxiedConnection {
    private static final int CHUNK_BYTES = 8_192;

    private final Socket client;
    private final Socket target;
    private final Supplier<Strike> nextExchange;
    private final boolean single;

    private Strike current;
    private boolean replying;
    private int replyBytes;

    ProxiedConnection(Socket client, Socket target, Strike whole, Supplier<Strike> nextExchange) {
        this.client = client;
        this.target = target;
        this.nextExchange = nextExchange;
        current = whole;
        single = whole.fault().place != Place.NOWHERE;
        replying = !single;
    }

    void forwardRequests() throws IOException, InterruptedException {
        InputStream in = client.getInputStream();
        OutputStream out = target.getOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            Strike strike = ofRequest();
            if (strike.fault().strikesAt(Place.REQUEST) && strike.fault().action == Action.RESET) {
                reset();
                strike.strike();
                return;
            }
            if (strike.fault().strikesAt(Place.REQUEST) && !strike.hasStruck()) {
                strike.strike();
                strike.awaitRelease(strike.fault().pause);
            }
            out.write(chunk, 0, read);
            out.flush();
        }
        target.shutdownOutput();
    }

    void forwardReplies() throws IOException, InterruptedException {
        InputStream in = target.getInputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            Strike strike = ofReply();
            if (!strike.fault().strikesAt(Place.REPLY)) {
                pass(chunk, 0, read);
            } else if (!passDamaged(strike, chunk, read)) {
                return;
            }
        }
        client.shutdownOutput();
    }

    /** False when the connection is gone. */
    private boolean passDamaged(Strike strike, byte[] chunk, int length) throws IOException, InterruptedException {
        NetworkFault fault = strike.fault();
        switch (fault.action) {
            case RESET -> {
                reset();
                strike.strike();
                return false;
            }
            case CLOSE -> {
                int left = Math.min(length, fault.bytes - replyBytes);
                pass(chunk, 0, left);
                if (left < length) {
                    client.shutdownOutput();
                    close();
                    strike.strike();
                    return false;
                }
            }
            case HOLD -> {
                int first = strike.hasStruck() ? length : Math.min(length, fault.bytes - replyBytes);
                pass(chunk, 0, first);
                if (first < length) {
                    strike.strike();
                    strike.awaitRelease(fault.pause);
                    pass(chunk, first, length - first);
                }
            }
            case THROTTLE -> {
                strike.strike();
                for (int at = 0; at < length; at += fault.bytes) {
                    strike.awaitRelease(fault.pause);
                    pass(chunk, at, Math.min(fault.bytes, length - at));
                }
            }
            case PASS -> pass(chunk, 0, length);
        }
        return true;
    }

    private void pass(byte[] chunk, int from, int length) throws IOException {
        if (length > 0) {
            client.getOutputStream().write(chunk, from, length);
            client.getOutputStream().flush();
            replyBytes += length;
        }
    }

    private synchronized Strike ofRequest() {
        if (replying && !single) {
            replying = false;
            current = nextExchange.get();
        }
        return current;
    }

    private synchronized Strike ofReply() {
        if (!replying) {
            replying = true;
            replyBytes = 0;
        }
        return current;
    }

    /** Resets both connections, as a crashed host would: data under way is lost. */
    void reset() {
        for (Socket socket : new Socket[] {client, target}) {
            try {
                socket.setSoLinger(true, 0);
            } catch (IOException e) {
                // Already closed.
            }
        }
        close();
    }

    void close() {
        for (Socket socket : new Socket[] {client, target}) {
            try {
                socket.close();
            } catch (IOException e) {
                // Already closed, so there is nothing to report.
            }
        }
    }
}
