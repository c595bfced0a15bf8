package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts about one call: its attempts, its failures, and whether it may have taken effect. A superclass rather than
 * a field of {@link CallProgress}, because a million calls may wait in backoff. Used by one thread at a time, unless a
 * method states otherwise.
 */
abstract class CallFacts {
    /** The number of earlier failures kept: enough to show the pattern, bounded in memory. */
    static final int EARLIER_MAX = 16;

    final Core core;
    final Safety safety;
    private long startNanos;
    private boolean clockStarted;
    private int attempts;
    /** Whether any ended attempt may have taken effect; see {@link #inDoubt}. */
    private boolean mayHaveHappened;
    /** Whether an attempt before the last may have taken effect, and the last did not settle that. */
    private boolean doubtedBefore;
    /**
     * The number of attempts with a classification. An attempt without one is still running, and its outcome unknown.
     */
    private volatile int judged;

    private @Nullable Classification classification;
    private @Nullable Object result;
    /** The failures before the last, immutable; null without any. */
    private @Nullable List<Throwable> earlier;
    /** Volatile, and written after {@link #earlier}: another thread may ask for the failures so far. */
    private volatile @Nullable Throwable failure;
    /** The listener for this call; null until the first event, or without a listener. */
    @Nullable
    RetryListener listener;

    CallFacts(Core core, Safety safety, long nowNanos) {
        this.core = core;
        this.safety = safety;
        startNanos = nowNanos;
        clockStarted = core.readsClock || nowNanos != 0;
    }

    int attempts() {
        return attempts;
    }

    final void countAttempt(int change) {
        attempts += change;
    }

    final long startNanos() {
        return startNanos;
    }

    long elapsedNanos() {
        return clockStarted ? core.time.nanoTime() - startNanos : 0;
    }

    @Nullable
    String key() {
        return safety.key();
    }

    final @Nullable Classification classification() {
        return classification;
    }

    final boolean mayHaveHappened() {
        return mayHaveHappened;
    }

    /** Records a failed attempt. */
    final void record(@Nullable Throwable thrown, @Nullable Object value, Classification meaning) {
        replaceFailure(thrown);
        result = value;
        classification = meaning;
        if (!clockStarted) {
            // A policy that needs no clock starts it at the first failure.
            clockStarted = true;
            startNanos = core.time.nanoTime();
        }
        boolean before = mayHaveHappened;
        noteDoubt(meaning.doubt());
        doubtedBefore = before && mayHaveHappened;
        judged = attempts;
    }

    final void replaceFailure(@Nullable Throwable thrown) {
        remember(failure);
        failure = thrown;
    }

    final void discardResult() {
        Discards.discard(core, result);
        result = null;
    }

    final void noteDoubt(Doubt doubt) {
        switch (doubt) {
            case RAISES -> mayHaveHappened = !safety.isReadOnly();
            // Without a key, an earlier attempt may have caused the rejection.
            case SETTLES -> mayHaveHappened &= safety.key() == null;
            case LEAVES -> {}
        }
    }

    /** Whether an ended or running attempt may have taken effect. */
    private boolean inDoubt() {
        boolean underWay = attempts > judged; // read before the rest, which is written before it
        return mayHaveHappened || (underWay && !safety.isReadOnly());
    }

    /**
     * Whether the caller receives the last failure or value unwrapped: a retry cannot help, and it does not hide an
     * earlier attempt that may have taken effect.
     */
    boolean passes(GaveUp facts) {
        return facts.reason() == StopReason.NOT_RETRYABLE && !doubtedBefore;
    }

    /** Creates the facts of a call that ended on its own thread. */
    final GaveUp gaveUp(StopReason reason, int attemptsMax, @Nullable Duration waits, @Nullable Duration remaining) {
        return new GaveUp(
                core.name,
                core.operation,
                reason,
                attempts,
                attemptsMax,
                Duration.ofNanos(elapsedNanos()),
                classification,
                failure,
                result,
                earlier == null ? List.of() : earlier,
                waits,
                remaining,
                inDoubt());
    }

    /**
     * Creates the facts for a caller that stopped waiting while another thread may still run the call; changes nothing.
     */
    GaveUp endedElsewhere(@Nullable Throwable cause, StopReason reason) {
        Duration elapsed = Duration.ofNanos(elapsedNanos());
        return new GaveUp(
                core.name,
                core.operation,
                reason,
                attempts,
                core.policy.maxAttempts(),
                elapsed,
                null,
                cause,
                null,
                failures(),
                null,
                null,
                inDoubt());
    }

    /** Notifies the call's listener. A call that stays on its thread determines the listener here. */
    final void emit(RetryEvent event) {
        if (listener == null) {
            listener = core.listenerFor(safety);
        }
        core.emit(listener, event);
    }

    final void emitSuccess() {
        if (core.listens()) {
            if (attempts() == 1 && listener == null) {
                core.emitFirstTry(elapsedNanos());
            } else if (attempts() == 1) {
                core.emitFirstTry(listener, elapsedNanos());
            } else {
                emit(new RetryEvent.Succeeded(core.name, core.operation, attempts(), Duration.ofNanos(elapsedNanos())));
            }
        }
    }

    /** All failures so far; on another thread, at least those that ended before. */
    private List<Throwable> failures() {
        Throwable last = failure; // read before the earlier ones, which are written before it
        List<Throwable> before = earlier;
        if (last == null) {
            return before == null ? List.of() : before; // the last attempt failed with a value
        }
        return with(before, last);
    }

    private void remember(@Nullable Throwable old) {
        if (old != null && (earlier == null || earlier.size() < EARLIER_MAX)) {
            earlier = with(earlier, old);
        }
    }

    /** Compares by identity: an instance that is thrown repeatedly is shown once. */
    private static List<Throwable> with(@Nullable List<Throwable> failures, Throwable another) {
        if (failures == null) {
            return List.of(another);
        }
        for (Throwable kept : failures) {
            if (Identity.same(kept, another)) {
                return failures;
            }
        }
        List<Throwable> all = new ArrayList<>(failures);
        all.add(another);
        return List.copyOf(all);
    }
}
