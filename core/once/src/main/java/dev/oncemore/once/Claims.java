package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.policy.FailureKind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who may run an effect. The same for every store and both modes:
 *
 * <ol>
 *   <li>Insert a running record. Whoever succeeds owns the effect.
 *   <li>A record that is forgotten is taken over as if it were new.
 *   <li>Another fingerprint is a mismatch, whatever else is the case.
 *   <li>A settled record is replayed. One that failed but may be tried again is taken over.
 *   <li>A running one is left alone while its lease lasts, and one in somebody's open transaction while that lasts.
 *   <li>One whose owner died, or whose outcome is unknown, is taken over or parked, as declared.
 *   <li>A take-over is conditional on the fence that was read; whoever comes second starts again at 1.
 * </ol>
 */
final class Claims {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final int ROUNDS_MAX = 20;

    private final Verbs store;

    Claims(Verbs store) {
        this.store = store;
    }

    /**
     * The verbs of a store for one request each, batched or not. Whoever repeats them after a failure repeats the verb, never
     * a whole claim: a claim that finds its own take-over would not know any more what was left behind.
     */
    interface Verbs {
        Inserted insertOrRead(NewClaim claim);

        Optional<Long> takeOver(TakeOver takeOver);

        boolean finish(RecordFinish finish);
    }

    /** What became of a wish to run an effect. */
    sealed interface Answer {}

    /** It is the caller's; what was left behind is null when it is new. */
    record Owned(long fence, int attempt, @Nullable OnceRecord leftBehind) implements Answer {
        /** Whether the effect of the earlier owner may have happened. */
        boolean isInDoubt() {
            return leftBehind != null && leftBehind.state() != RecordState.FAILED_RETRYABLE;
        }
    }

    /** Another payload. */
    record Mismatched(OnceRecord record) implements Answer {}

    /** Settled earlier. */
    record Settled(OnceRecord record) implements Answer {}

    /** Somebody is at it. */
    record Running(Key key) implements Answer {}

    /** Nobody knows, and nobody shall try. */
    record Parked(OnceRecord record) implements Answer {}

    Answer claim(NewClaim claim, boolean takesOverUnknown) {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Inserted inserted = store.insertOrRead(claim);
            OnceRecord found = inserted.existing();
            Long fence = inserted.fence();
            if (fence != null) {
                return new Owned(fence, 1, null);
            }
            if (found == null) {
                return new Running(claim.key());
            }
            Answer answer = decide(claim, found, takesOverUnknown);
            if (answer != null) {
                return answer;
            }
        }
        throw new StoreException(
                FailureKind.TRANSIENT, "too many others want " + claim.key() + " at the same moment; try again", null);
    }

    /** The answer, or null when somebody else was faster and all must be looked at again. */
    private @Nullable Answer decide(NewClaim claim, OnceRecord found, boolean takesOverUnknown) {
        if (found.expired()) {
            return takeOver(claim, found, true);
        }
        if (!found.fingerprint().equals(claim.fingerprint())) {
            return new Mismatched(found);
        }
        return switch (found.state()) {
            case SUCCEEDED, FAILED_FINAL -> new Settled(found);
            case FAILED_RETRYABLE -> takeOver(claim, found, false);
            case RUNNING -> found.leaseOver() ? leftBehind(claim, found, takesOverUnknown) : new Running(found.key());
            case UNKNOWN -> takesOverUnknown ? takeOver(claim, found, false) : new Parked(found);
        };
    }

    private @Nullable Answer leftBehind(NewClaim claim, OnceRecord found, boolean takesOverUnknown) {
        Answer taken = takeOver(claim, found, false);
        if (takesOverUnknown || !(taken instanceof Owned owned)) {
            return taken;
        }
        String error = "its owner (" + found.who() + ") did not report back before its lease ran out";
        RecordFinish parking =
                new RecordFinish(claim.key(), owned.fence, RecordState.UNKNOWN, null, error, null, Duration.ZERO);
        if (store.finish(parking)) {
            LOG.log(
                    Level.WARNING,
                    "nobody knows whether " + claim.key()
                            + " happened, because its owner did not report back; look on the"
                            + " other side, then resolve the record");
        }
        return null;
    }

    private @Nullable Answer takeOver(NewClaim claim, OnceRecord found, boolean afresh) {
        return store.takeOver(new TakeOver(claim, found.fence(), afresh))
                .<Answer>map(fence -> new Owned(fence, afresh ? 1 : found.attempts() + 1, afresh ? null : found))
                .orElse(null);
    }
}
