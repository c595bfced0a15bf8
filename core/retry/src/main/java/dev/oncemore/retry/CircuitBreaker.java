package dev.oncemore.retry;

import dev.oncemore.By;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.time.Time;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The runtime state of a {@link Breaker}.
 *
 * <ol>
 *   <li>Every change of mode starts a new generation. An admitted call holds the generation that admitted it, and its
 *       outcome counts only within that generation.
 *   <li>Closed: outcomes are counted; when the rule is met, the breaker opens.
 *   <li>Open: calls are refused until the cool-down has passed; the next call makes it half-open.
 *   <li>Half-open: a limited number of probes is admitted. One failure reopens it, success of all of them closes it.
 *       Probes that have not reported within another cool-down are written off, and new ones are admitted.
 *   <li>Forced open: calls are refused until a person closes it.
 * </ol>
 *
 * <p>A success that would change nothing (the common case) costs one volatile read.
 */
final class CircuitBreaker {
    /** Returned by {@link #tryAdmit} when the call is refused. */
    static final long REFUSED = -1;
    /** Returned by {@link #refusesForNanos} if only a person can end it. */
    static final long UNTIL_CLOSED = Long.MAX_VALUE;

    private final Breaker settings;
    private final Time time;
    private final BreakerListener onChange;
    private final long coolDownNanos;
    private final BreakerWindow tally;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile Phase phase = new Phase(BreakerMode.CLOSED, 0, 0);
    /** The generation in which a fast success changes nothing, or {@link #REFUSED}. */
    private volatile long untouchedBySuccess = REFUSED;

    private int probesAdmitted;
    /** When the last probe was admitted. Guarded by the lock. */
    private long lastProbeNanos;

    private int probesSucceeded;

    CircuitBreaker(Breaker settings, Time time, BreakerListener onChange) {
        this.settings = settings;
        this.time = time;
        this.onChange = onChange;
        coolDownNanos = settings.coolDown().toNanos();
        tally = BreakerWindow.of(settings.trip(), time.nanoTime());
        markUntouched();
    }

    BreakerMode mode() {
        return phase.mode;
    }

    /** Whether outcomes need the duration of the attempt. */
    boolean timesCalls() {
        return tally.timesCalls();
    }

    /** How long a call would have to wait for admission, as far as known; 0 if it would be admitted now. */
    long refusesForNanos() {
        Phase now = phase;
        if (now.mode == BreakerMode.CLOSED) {
            return 0;
        }
        if (now.mode == BreakerMode.FORCED_OPEN) {
            return UNTIL_CLOSED;
        }
        long left = coolDownNanos - (time.nanoTime() - now.sinceNanos);
        if (now.mode == BreakerMode.OPEN) {
            return Math.max(0, left);
        }
        lock.lock();
        try {
            long probing = coolDownNanos - (time.nanoTime() - lastProbeNanos);
            return probesAdmitted < settings.probes() ? 0 : Math.max(0, probing);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the generation to report the outcome to, or {@link #REFUSED}. */
    long tryAdmit() {
        Phase now = phase;
        return now.mode == BreakerMode.CLOSED ? now.generation : admitProbe();
    }

    void onSuccess(long generation, long durationNanos) {
        if (generation == untouchedBySuccess && !tally.isSlow(durationNanos)) {
            return;
        }
        if (tally.countsSuccessWithoutLock() && !tally.isSlow(durationNanos)) {
            Phase now = phase;
            if (now.mode == BreakerMode.CLOSED) {
                if (now.generation == generation && tally.add(false, durationNanos, time.nanoTime())) {
                    trip(generation);
                }
                return;
            }
        }
        record(generation, false, durationNanos);
    }

    /** Counts a failed attempt if its kind tells something about the dependency. */
    void onFailure(long generation, FailureKind kind, long durationNanos) {
        switch (kind) {
            case TRANSIENT, THROTTLED, TIMEOUT_UNKNOWN_OUTCOME -> record(generation, true, durationNanos);
            case DOMAIN_REJECTION -> onSuccess(generation, durationNanos);
            case PERMANENT, PROGRAMMER_ERROR -> onIgnored(generation);
        }
    }

    /** Reports an admitted call whose end carries no information about the dependency. */
    void onIgnored(long generation) {
        lock.lock();
        try {
            if (generation == phase.generation && phase.mode == BreakerMode.HALF_OPEN) {
                probesAdmitted--;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Changes the mode by hand. It starts a new generation, so that outcomes from before do not count. */
    void switchTo(BreakerMode mode, By by) {
        BreakerMode before;
        lock.lock();
        try {
            before = phase.mode;
            enter(mode);
        } finally {
            lock.unlock();
        }
        if (before != mode) {
            onChange.changed(before, mode, by);
        }
    }

    private long admitProbe() {
        BreakerMode before = null;
        long admitted = REFUSED;
        lock.lock();
        try {
            long since = phase.mode == BreakerMode.OPEN ? phase.sinceNanos : lastProbeNanos;
            boolean waited = time.nanoTime() - since >= coolDownNanos;
            if (phase.mode == BreakerMode.CLOSED) {
                return phase.generation;
            }
            if (phase.mode == BreakerMode.FORCED_OPEN) {
                return REFUSED;
            }
            // Either the cool-down has passed, or the last probes never reported.
            if (waited && (phase.mode == BreakerMode.OPEN || probesAdmitted >= settings.probes())) {
                before = phase.mode;
                enter(BreakerMode.HALF_OPEN);
            }
            if (phase.mode == BreakerMode.HALF_OPEN && probesAdmitted < settings.probes()) {
                probesAdmitted++;
                lastProbeNanos = time.nanoTime();
                admitted = phase.generation;
            }
        } finally {
            lock.unlock();
        }
        tell(before, BreakerMode.HALF_OPEN);
        return admitted;
    }

    private void record(long generation, boolean failed, long durationNanos) {
        BreakerMode before = null;
        BreakerMode after = BreakerMode.CLOSED;
        lock.lock();
        try {
            if (generation != phase.generation) {
                return;
            }
            after = phase.mode == BreakerMode.HALF_OPEN
                    ? afterProbe(failed, durationNanos)
                    : tallied(failed, durationNanos);
            if (after != phase.mode) {
                before = phase.mode;
                enter(after);
            }
            markUntouched();
        } finally {
            lock.unlock();
        }
        tell(before, after);
    }

    /** Opens the breaker for a success counted outside the lock that reached the minimum number of calls. */
    private void trip(long generation) {
        lock.lock();
        try {
            if (generation != phase.generation) {
                return;
            }
            enter(BreakerMode.OPEN);
        } finally {
            lock.unlock();
        }
        tell(BreakerMode.CLOSED, BreakerMode.OPEN);
    }

    private BreakerMode afterProbe(boolean failed, long durationNanos) {
        if (failed || tally.isSlow(durationNanos)) {
            return BreakerMode.OPEN;
        }
        return ++probesSucceeded >= settings.probes() ? BreakerMode.CLOSED : BreakerMode.HALF_OPEN;
    }

    private BreakerMode tallied(boolean failed, long durationNanos) {
        boolean trips = tally.add(failed, durationNanos, tally.needsClock() ? time.nanoTime() : 0);
        return trips ? BreakerMode.OPEN : BreakerMode.CLOSED;
    }

    private void enter(BreakerMode mode) {
        tally.clear();
        probesAdmitted = 0;
        probesSucceeded = 0;
        phase = new Phase(mode, phase.generation + 1, time.nanoTime());
        markUntouched();
    }

    private void markUntouched() {
        boolean untouched = phase.mode == BreakerMode.CLOSED && tally.ignoresSuccess();
        untouchedBySuccess = untouched ? phase.generation : REFUSED;
    }

    private void tell(@Nullable BreakerMode before, BreakerMode after) {
        if (before != null && before != after) {
            onChange.changed(before, after, null);
        }
    }

    private record Phase(BreakerMode mode, long generation, long sinceNanos) {}
}
