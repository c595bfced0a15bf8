package dev.oncemore.torture.nemesis;

import java.util.concurrent.TimeUnit;

/** One run of an effect or a handler, in one process under one fence. */
final class Run {
    final long fence;
    final int attempt;
    final NodeProcess member;
    final Timeline timeline;
    final long begunNanos = System.nanoTime();

    private boolean isStale;
    private long staleNanos;
    private boolean isTold;
    private boolean hasEnded;
    private long endedNanos;

    Run(long fence, int attempt, NodeProcess member, Timeline timeline) {
        this.fence = fence;
        this.attempt = attempt;
        this.member = member;
        this.timeline = timeline;
    }

    void markStale() {
        if (!isStale) {
            isStale = true;
            staleNanos = System.nanoTime();
        }
    }

    boolean isStale() {
        return isStale;
    }

    void markTold() {
        isTold = true;
    }

    boolean wasTold() {
        return isTold;
    }

    void ended() {
        hasEnded = true;
        endedNanos = System.nanoTime();
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** How long it has been stale without learning it, while its process ran and reached the store. */
    long untoldMillis() {
        if (!isStale) {
            return 0;
        }
        long healthy = member.healthySinceNanos();
        long since = healthy - staleNanos > 0 ? healthy : staleNanos;
        long until = hasEnded ? endedNanos : System.nanoTime();
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(until - since));
    }

    /** Whether both handlers were at work at some moment. */
    boolean overlaps(Run other) {
        return (!other.hasEnded || begunNanos - other.endedNanos < 0)
                && (!hasEnded || other.begunNanos - endedNanos < 0);
    }

    @Override
    public String toString() {
        return "fence " + fence + " on " + member;
    }
}
