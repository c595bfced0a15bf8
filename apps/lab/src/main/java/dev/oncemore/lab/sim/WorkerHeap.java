package dev.oncemore.lab.sim;

import java.util.Arrays;

/** When each worker is free: a heap with the first at the top. */
final class WorkerHeap {
    private final long[] freeNanos;

    WorkerHeap(int workers) {
        freeNanos = new long[workers];
    }

    long firstFreeNanos() {
        return freeNanos[0];
    }

    /** Gives the worker that is free first something to do until then. */
    void takeFirstUntil(long nanos) {
        int hole = 0;
        for (int child = 1; child < freeNanos.length; child = hole * 2 + 1) {
            int least = child + 1 < freeNanos.length && freeNanos[child + 1] < freeNanos[child] ? child + 1 : child;
            if (nanos <= freeNanos[least]) {
                break;
            }
            freeNanos[hole] = freeNanos[least];
            hole = least;
        }
        freeNanos[hole] = nanos;
    }

    void restartAt(long nanos) {
        Arrays.fill(freeNanos, nanos);
    }
}
