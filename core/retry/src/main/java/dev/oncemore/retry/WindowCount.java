package dev.oncemore.retry;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts events over a sliding window, in slices of a tenth. Adding takes no lock: a slice belongs to one interval
 * forever and is replaced, not cleared, when its slot in the ring is reused, so no count can land in the wrong
 * interval.
 */
final class WindowCount {
    private static final int SLICES_IN_WINDOW = 10;

    private final AtomicReferenceArray<Slice> ring;
    private final long sliceNanos;
    private final long originNanos;
    /** The slice last added to, most likely the next one's too: saves two divisions. */
    private volatile Slice newest = new Slice(Long.MIN_VALUE, 0);

    private WindowCount(int slices, long windowNanos, long nowNanos) {
        ring = new AtomicReferenceArray<>(slices);
        sliceNanos = Math.max(1, windowNanos / SLICES_IN_WINDOW);
        originNanos = nowNanos;
        clear();
    }

    /** Forgets up to a slice early: for counts that grant something. */
    static WindowCount atMost(long windowNanos, long nowNanos) {
        return new WindowCount(SLICES_IN_WINDOW, windowNanos, nowNanos);
    }

    /** Forgets up to a slice late: for counts that consume something. */
    static WindowCount atLeast(long windowNanos, long nowNanos) {
        return new WindowCount(SLICES_IN_WINDOW + 1, windowNanos, nowNanos);
    }

    void add(long nowNanos) {
        add(nowNanos, 1);
    }

    void add(long nowNanos, int amount) {
        Slice current = newest;
        long into = nowNanos - current.startNanos;
        if (into < 0 || into >= sliceNanos || current.number == Long.MIN_VALUE) {
            current = slice(nowNanos);
            newest = current;
        }
        current.count.add(amount);
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

    /** Subtracts first, so that a ticker that wraps has no effect. */
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
