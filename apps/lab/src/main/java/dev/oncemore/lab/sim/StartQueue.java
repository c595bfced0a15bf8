package dev.oncemore.lab.sim;

import java.util.Arrays;

/** When the waiting requests will start, in order: a ring that grows. Its size is the length of the queue. */
final class StartQueue {
    private static final int SIZE_FIRST = 64;

    private final Timeline timeline;
    private long[] starts = new long[SIZE_FIRST];
    private int first;
    private int size;

    StartQueue(Timeline timeline) {
        this.timeline = timeline;
    }

    int size() {
        return size;
    }

    void add(long startNanos) {
        if (size == starts.length) {
            timeline.hold((long) size * Long.BYTES);
            long[] more = Arrays.copyOfRange(starts, first, first + size * 2);
            System.arraycopy(starts, 0, more, size - first, first);
            starts = more;
            first = 0;
        }
        starts[(first + size) & (starts.length - 1)] = startNanos;
        size++;
    }

    /** Removes those that have started by now. */
    void startedBy(long nowNanos) {
        while (size > 0 && starts[first] <= nowNanos) {
            first = (first + 1) & (starts.length - 1);
            size--;
        }
    }

    void clear() {
        first = 0;
        size = 0;
    }
}
