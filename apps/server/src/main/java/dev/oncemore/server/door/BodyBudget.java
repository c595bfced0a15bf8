package dev.oncemore.server.door;

import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the memory of all request bodies together, counted as they are read: bytes that are announced but not sent cost
 * nothing. One client may use half of it. The first bytes of a body are free, so that small requests succeed while large ones
 * are refused.
 */
final class BodyBudget {
    private static final int FREE_BYTES = 16 << 10;

    private final long max;
    private final Map<String, Long> byClient = new HashMap<>();
    private long used;

    /**
     * A budget.
     *
     * @param max the weighted bytes of all bodies
     */
    BodyBudget(long max) {
        this.max = max;
    }

    /** A third of the heap. */
    static BodyBudget ofHeap() {
        return new BodyBudget(Runtime.getRuntime().maxMemory() / 3);
    }

    /** The part of one body. */
    Share open(String client, int weight) {
        return new Share(client, weight);
    }

    private synchronized boolean tryTake(String client, long bytes) {
        long ofClient = byClient.getOrDefault(client, 0L);
        if (used + bytes > max || ofClient + bytes > max / 2) {
            return false;
        }
        used += bytes;
        byClient.put(client, ofClient + bytes);
        return true;
    }

    private synchronized void giveBack(String client, long bytes) {
        used -= bytes;
        byClient.computeIfPresent(client, (name, count) -> count <= bytes ? null : count - bytes);
    }

    synchronized long used() {
        return used;
    }

    /** What one body has taken; it is read by one thread at a time. */
    final class Share {
        private final String client;
        private final int weight;
        private long free = FREE_BYTES;
        private long taken;
        private boolean closed;

        private Share(String client, int weight) {
            this.client = client;
            this.weight = weight;
        }

        /** Whether there is room for these bytes. */
        synchronized boolean tryTake(int bytes) {
            long free = Math.min(bytes, this.free);
            this.free -= free;
            long weighed = (bytes - free) * weight;
            if (weighed == 0) {
                return true;
            }
            if (closed || !BodyBudget.this.tryTake(client, weighed)) {
                return false;
            }
            taken += weighed;
            return true;
        }

        /** The request has ended. */
        synchronized void close() {
            if (!closed) {
                closed = true;
                giveBack(client, taken);
            }
        }
    }
}
