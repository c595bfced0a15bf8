package dev.oncemore.jdbc.internal.record;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.function.IntUnaryOperator;

/**
 * Adapts how many rows to delete in one transaction: as many as take a few milliseconds, because other writers may have to wait
 * that long. The number differs a hundredfold between disks, and with how scattered the rows are.
 */
final class PurgePace {
    private static final int FIRST_ROWS = 20;
    private static final long SHORT_NANOS = Duration.ofMillis(5).toNanos();
    private static final long LONG_NANOS = Duration.ofMillis(20).toNanos();

    private final Time time;
    private final int rowsMax;
    private volatile int rows;

    PurgePace(Time time, int rowsMax) {
        this.time = time;
        this.rowsMax = rowsMax;
        rows = Math.min(FIRST_ROWS, rowsMax);
    }

    /** Deletes up to this many rows in as many transactions as it takes; returns how many were deleted. */
    int purge(int wanted, IntUnaryOperator deleteUpTo) {
        int purged = 0;
        while (purged < wanted) {
            int now = Math.min(rows, wanted - purged);
            long start = time.nanoTime();
            int deleted = deleteUpTo.applyAsInt(now);
            adapt(now, time.nanoTime() - start);
            purged += deleted;
            if (deleted < now) {
                break;
            }
        }
        return purged;
    }

    private void adapt(int deleted, long nanos) {
        if (nanos > LONG_NANOS) {
            rows = Math.max(1, deleted / 2);
        } else if (nanos < SHORT_NANOS && deleted == rows) {
            rows = Math.min(rowsMax, rows * 2);
        }
    }
}
