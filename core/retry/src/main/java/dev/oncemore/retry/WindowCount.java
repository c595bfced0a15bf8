package dev.oncemore.retry;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts events over the last so long, in slices of a tenth. Adding takes no lock: a slice belongs to one stretch of time for
 * ever, and is replaced, not cleared, when its place in the ring is needed again; so no count can land in the wrong one.
 */
final class WindowCount {
    private static final int SLICES_IN_WINDOW = 10;

    private final AtomicReferenceArray<Slice> ring;
    private final long sliceNanos;
    private final long originNanos;
    /** The slice that was added to last, most likely the next one's too: spares two divisions. */
    private volatile Slice newest = new Slice(Long.MIN_VALUE, 0);

    private WindowCount(int slices, long windowNanos, long nowNanos) {
        ring = new AtomicReferenceArray<>(slices);
        sliceNanos = Math.max(1, windowNanos / SLICES_IN_WINDOW);
        originNanos = nowNanos;
        clear();
    }

    /** Forgets up to a slice too early: for what grants something. */
    static WindowCount atMost(long windowNanos, long nowNanos) {
        return new WindowCount(SLICES_IN_WINDOW, windowNanos, nowNanos);
    }

    /** Forgets up to a slice too late: for what uses something up. */
    static WindowCount atLeast(long windowNanos, long nowNanos) {
        return new WindowCount(SLICES_IN_WINDOW + 1, windowNanos, nowNanos);
    }

    void add(long nowNanos) {
        Slice current = newest;
        long into = nowNanos - current.startNanos;
        if (into < 0 || into >= sliceNanos || current.number == Long.MIN_VALUE) {
            current = slice(nowNanos);
            newest = current;
        }
        current.count.increment();
    }

    long sum(long nowNanos) {
        long newest = number(nowNanos);
        long sum = 0;
        for (int i = 0; i < ring.length(); i++) {
            Slice slice = ring.get(i);
            if (slice.number > newest - ring.length()) {
                sum += slice.count.sum();
            }
        }
        return sum;
    }

    void clear() {
        for (int i = 0; i < ring.length(); i++) {
            ring.set(i, new Slice(Long.MIN_VALUE, 0));
        }
        newest = ring.get(0);
    }

    private Slice slice(long nowNanos) {
        long number = number(nowNanos);
        int place = (int) Math.floorMod(number, (long) ring.length());
        Slice found = ring.get(place);
        // A slower thread with an older reading may find a newer slice: its event counts there.
        while (found.number < number) {
            Slice fresh = new Slice(number, originNanos + number * sliceNanos);
            if (ring.compareAndSet(place, found, fresh)) {
                return fresh;
            }
            found = ring.get(place);
        }
        return found;
    }

    /** The difference comes first, so that a ticker that wraps changes nothing. */
    private long number(long nowNanos) {
        return Math.floorDiv(nowNanos - originNanos, sliceNanos);
    }

    private static final class Slice {
        final long number;
        final long startNanos;
        final LongAdder count = new LongAdder();

        Slice(long number, long startNanos) {
            this.number = number;
            this.startNanos = startNanos;
        }
    }
}
