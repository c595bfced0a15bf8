package dev.oncemore.lab.sim;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The troubles of one run, asked by moment. Arrivals come in order, so past troubles are passed over once. */
final class TroublePlan {
    static final long NONE = Long.MAX_VALUE;

    private final List<Trouble> troubles;
    private int next;
    private long recoveryNanos = NONE;
    private boolean isRecoveryTold = true;

    TroublePlan(List<Trouble> troubles) {
        this.troubles = troubles;
    }

    /** Whether a crash has ended since this was last asked. */
    boolean recoveredBefore(long nowNanos) {
        while (next < troubles.size() && troubles.get(next).to().toNanos() <= nowNanos) {
            Trouble past = troubles.get(next++);
            if (past.kind() == Trouble.Kind.CRASHED) {
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

    Trouble.@Nullable Kind kindAt(long nanos) {
        Trouble at = at(nanos);
        return at == null ? null : at.kind();
    }

    double slownessAt(long nanos) {
        Trouble at = at(nanos);
        return at != null && at.kind() == Trouble.Kind.SLOW ? at.factor() : 1;
    }

    double errorsAt(long nanos) {
        Trouble at = at(nanos);
        return at != null && at.kind() == Trouble.Kind.ERRORS ? at.factor() : 0;
    }

    /** When a crash cuts work between these moments; {@link #NONE} if none does. */
    long crashBefore(long nowNanos, long finishNanos) {
        for (int i = next; i < troubles.size(); i++) {
            Trouble trouble = troubles.get(i);
            long from = trouble.from().toNanos();
            if (from > finishNanos) {
                return NONE;
            }
            if (trouble.kind() == Trouble.Kind.CRASHED && from > nowNanos) {
                return from;
            }
        }
        return NONE;
    }

    private @Nullable Trouble at(long nanos) {
        for (int i = next; i < troubles.size(); i++) {
            Trouble trouble = troubles.get(i);
            if (trouble.from().toNanos() > nanos) {
                return null;
            }
            if (trouble.to().toNanos() > nanos) {
                return trouble;
            }
        }
        return null;
    }
}
