package dev.oncemore.lab.sim;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The faults of one run, looked up by time. Arrivals come in order, so past faults are skipped once. */
final class FaultSchedule {
    static final long NONE = Long.MAX_VALUE;

    private final List<FaultWindow> faults;
    private int next;
    private long recoveryNanos = NONE;
    private boolean isRecoveryTold = true;

    FaultSchedule(List<FaultWindow> faults) {
        this.faults = faults;
    }

    /** Whether a crash has ended since this was last asked. */
    boolean recoveredBefore(long nowNanos) {
        while (next < faults.size() && faults.get(next).to().toNanos() <= nowNanos) {
            FaultWindow past = faults.get(next++);
            if (past.kind() == FaultWindow.Kind.CRASHED) {
                recoveryNanos = past.to().toNanos();
                isRecoveryTold = false;
            }
        }
        boolean tell = !isRecoveryTold;
        isRecoveryTold = true;
        return tell;
    }

    long recoveryNanos() {
        return recoveryNanos;
    }

    FaultWindow.@Nullable Kind kindAt(long nanos) {
        FaultWindow at = at(nanos);
        return at == null ? null : at.kind();
    }

    double slownessAt(long nanos) {
        FaultWindow at = at(nanos);
        return at != null && at.kind() == FaultWindow.Kind.SLOW ? at.factor() : 1;
    }

    double errorsAt(long nanos) {
        FaultWindow at = at(nanos);
        return at != null && at.kind() == FaultWindow.Kind.ERRORS ? at.factor() : 0;
    }

    /** When a crash cuts work between these moments; {@link #NONE} if none does. */
    long crashBefore(long nowNanos, long finishNanos) {
        for (int i = next; i < faults.size(); i++) {
            FaultWindow fault = faults.get(i);
            long from = fault.from().toNanos();
            if (from > finishNanos) {
                return NONE;
            }
            if (fault.kind() == FaultWindow.Kind.CRASHED && from > nowNanos) {
                return from;
            }
        }
        return NONE;
    }

    private @Nullable FaultWindow at(long nanos) {
        for (int i = next; i < faults.size(); i++) {
            FaultWindow fault = faults.get(i);
            if (fault.from().toNanos() > nanos) {
                return null;
            }
            if (fault.to().toNanos() > nanos) {
                return fault;
            }
        }
        return null;
    }
}
