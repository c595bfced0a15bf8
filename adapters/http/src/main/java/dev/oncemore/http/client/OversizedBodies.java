package dev.oncemore.http.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/** Reports requests of a client whose body is too large to be kept for another attempt. */
final class OversizedBodies {
    private static final Logger LOG = System.getLogger("dev.oncemore.http");

    private final String client;
    private final AtomicLong requests = new AtomicLong();

    OversizedBodies(String client) {
        this.client = client;
    }

    /** Logs the first, second, fourth, eighth … request. */
    void report(BufferedBody.TooLargeException large) {
        long count = requests.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.log(
                    Level.WARNING,
                    client + ": " + large.getMessage() + " and bufferBodies (request " + count + " of this kind)");
        }
    }
}
