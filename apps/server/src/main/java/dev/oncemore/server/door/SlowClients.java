package dev.oncemore.server.door;

import dev.oncemore.time.Time;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Closes the connections of clients that send or read so slowly that they would hold a thread, and the memory of a response, for hours.
 * Jetty closes only those that do nothing at all.
 */
final class SlowClients {
    static final Duration GRACE = Duration.ofSeconds(20);
    static final int BYTES_PER_SECOND_MIN = 2_048;

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final long NANOS_PER_BYTE = Duration.ofSeconds(1).toNanos() / BYTES_PER_SECOND_MIN;

    private final Time time;
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isArmed = new AtomicBoolean();

    SlowClients(Time time) {
        this.time = time;
    }

    /** The time that a client may take for this many bytes. */
    private static long allowedNanos(long bytes) {
        return GRACE.toNanos() + bytes * NANOS_PER_BYTE;
    }

    /** A wait for a client, until {@link #end}; compared by identity. */
    final class Wait {
        private final Request request;
        private final long sinceNanos = time.nanoTime();
        private final long allowedNanos;

        private Wait(Request request, long allowedNanos) {
            this.request = request;
            this.allowedNanos = allowedNanos;
        }

        /** Ends it, and returns how long it took. */
        long end() {
            waits.remove(this);
            return time.nanoTime() - sinceNanos;
        }

        private void closeIfOver() {
            if (time.nanoTime() - sinceNanos > allowedNanos) {
                waits.remove(this);
                close();
            }
        }

        private void close() {
            EndPoint client = request.getConnectionMetaData().getConnection().getEndPoint();
            while (client instanceof SslConnection.SslEndPoint encrypted) {
                // Without the close_notify of TLS, which a client that reads nothing would block.
                client = encrypted.getSslConnection().getEndPoint();
            }
            client.close(new IOException("the client is too slow"));
        }
    }

    /** Waits for the rest of a body, of which this many bytes have arrived within this time. */
    Wait awaitBody(Request request, long bytes, long takenNanos) {
        return begin(new Wait(request, allowedNanos(bytes) - takenNanos));
    }

    private Wait begin(Wait wait) {
        waits.add(wait);
        arm();
        return wait;
    }

    /** Wraps a response; the client has to take each part in time. */
    Response watched(Request request, Response response) {
        return new Response.Wrapper(request, response) {
            @Override
            public void write(boolean last, ByteBuffer content, Callback callback) {
                // Parts are small: a part that fits the network's buffers at once says nothing about the next one.
                Wait wait = begin(new Wait(request, allowedNanos(content == null ? 0 : content.remaining())));
                super.write(last, content, Callback.from(wait::end, callback));
            }
        };
    }

    private void arm() {
        if (isArmed.compareAndSet(false, true)) {
            try {
                time.alarm(INTERVAL.toNanos(), this::look);
            } catch (RejectedExecutionException e) {
                isArmed.set(false); // the next wait tries again
            }
        }
    }

    private void look() {
        isArmed.set(false);
        waits.forEach(Wait::closeIfOver);
        if (!waits.isEmpty()) {
            arm();
        }
    }

    /** How many clients are being waited for. */
    int waiting() {
        return waits.size();
    }
}
