package dev.oncemore.testkit.server;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the statements and commits of one data source, and decides where the next cut is. */
final class CutPlan {
    private final Map<Act, Long> counts = new EnumMap<>(Act.class);
    private @Nullable Cut next;
    private boolean hasCut;
    private boolean isDead;
    private boolean isKilling;

    /** Replaces the cut that was planned before. */
    synchronized void cut(Moment moment, Act act, long nth) {
        if (nth < 1) {
            throw new IllegalArgumentException("a cut at number " + nth + ": the next one is number 1");
        }
        next = new Cut(moment, act, count(act) + nth, false);
        hasCut = false;
    }

    /** As {@link #cut}; from then on everything is cut until {@link #revive}. */
    synchronized void kill(Moment moment, Act act, long nth) {
        cut(moment, act, nth);
        next = new Cut(moment, act, count(act) + nth, true);
    }

    synchronized void revive() {
        isDead = false;
    }

    /** Whether the kill happens now; true once. */
    synchronized boolean isKilling() {
        boolean now = isKilling;
        isKilling = false;
        return now;
    }

    synchronized void cancel() {
        next = null;
    }

    synchronized boolean hasCut() {
        return hasCut;
    }

    synchronized long count(Act act) {
        return counts.getOrDefault(act, 0L);
    }

    /** Decides whether to cut before or after this act. An act that is cut before never happens and is not counted. */
    synchronized Moment announce(Act act) {
        if (isDead) {
            return Moment.BEFORE;
        }
        long number = count(act) + 1;
        Moment moment = next != null && next.act == act && next.number == number ? next.moment : Moment.NEVER;
        if (next != null && moment != Moment.NEVER) {
            isDead = next.isFatal;
            isKilling = isDead;
            next = null;
            hasCut = true;
        }
        if (moment != Moment.BEFORE) {
            counts.put(act, number);
        }
        return moment;
    }

    /** The acts that are counted. */
    enum Act {
        STATEMENT,
        COMMIT
    }

    /** When a connection is cut, relative to an act on it. */
    enum Moment {
        NEVER,
        BEFORE,
        AFTER
    }

    private record Cut(Moment moment, Act act, long number, boolean isFatal) {}
}
