package dev.oncemore.http.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Reports requests of a client whose body is too large to be kept for another attempt. */
final class OversizedBodies {
    private static final Logger LOG = System.getLogger("dev.oncemore.http");

    private final String client;
    private final AtomicLong requests = new AtomicLong();

    OversizedBodies(String client) {
        this.client = client;
    }

    /** Continues with a body that could not be buffered. */
    <T extends @Nullable Object> LogicalRequest<T> sentOnce(
            LogicalRequest<T> sending, BufferedBody.TooLargeException large) {
        report(large);
        return sending.sentOnce(large.body());
    }

    /** Logs the first, second, fourth, eighth … request. */
    private void report(BufferedBody.TooLargeException large) {
        long count = requests.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.log(
                    Level.WARNING,
                    client + ": " + large.getMessage() + " and bufferBodies (request " + count + " of this kind)");
        }
    }
}
