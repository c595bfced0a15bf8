package dev.oncemore.http.serve;

import dev.oncemore.time.Time;

/**
 * Limits retries to a share of all requests within a sliding window, with a minimum, so that an idle server rejects
 * none. Counted in slices of a tenth.
 */
final class RetryShare {
    private static final int SLICES = 10;

    private final AdmissionSettings settings;
    private final Time time;
    private final long sliceNanos;
    private final long originNanos;
    private final long[] requests = new long[SLICES];
    private final long[] retries = new long[SLICES];
    private long newest;

    RetryShare(AdmissionSettings settings) {
        this.settings = settings;
        time = settings.time;
        sliceNanos = Math.max(1, settings.window.toNanos() / SLICES);
        originNanos = time.nanoTime();
    }

    /** Whether a request is admitted. A rejected request still counts as a request: the load is real. */
    synchronized boolean admits(boolean isRetry) {
        int place = forgetOld();
        requests[place]++;
        if (!isRetry) {
            return true;
        }
        double allowed = Math.max(settings.retriesMin, settings.share * sum(requests));
        if (sum(retries) + 1 > allowed) {
            return false;
        }
        retries[place]++;
        return true;
    }

    private int forgetOld() {
        long now = Math.floorDiv(time.nanoTime() - originNanos, sliceNanos);
        for (long slice = Math.max(newest + 1, now - SLICES + 1); slice <= now; slice++) {
            int place = (int) Math.floorMod(slice, (long) SLICES);
            requests[place] = 0;
            retries[place] = 0;
        }
        newest = Math.max(newest, now);
        return (int) Math.floorMod(newest, (long) SLICES);
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
