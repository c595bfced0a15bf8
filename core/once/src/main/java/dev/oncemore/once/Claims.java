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
 * Decides which caller may run an effect, in the same way for every store and both modes:
 *
 * <ol>
 *   <li>Insert a running record. If that succeeds, the caller owns the effect.
 *   <li>An expired record is taken over as if it were new.
 *   <li>Another fingerprint is a mismatch, regardless of the state.
 *   <li>A settled record is replayed. A retryable failure is taken over.
 *   <li>A running record is left alone while its lease lasts, and one in another open transaction while that lasts.
 *   <li>A record whose owner died, or whose outcome is unknown, is taken over or parked, as declared.
 *   <li>A takeover is conditional on the fence that was read; a caller that loses the race starts again at 1.
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
     * The operations of a store for one request each, batched or not. After a failure, retry the operation, never a
     * whole claim: a claim that finds its own takeover would no longer know what was left behind.
     */
    interface Verbs {
        Inserted insertOrRead(NewClaim claim);

        Optional<Long> takeOver(TakeOver takeOver);

        boolean finish(RecordFinish finish);
    }

    /** The result of a claim. */
    sealed interface Answer {}

    /** The caller owns the effect; the earlier record is null if it is new. */
    record Owned(long fence, int attempt, @Nullable OnceRecord leftBehind) implements Answer {
        /** Whether the effect of the earlier owner may have happened. */
        boolean isInDoubt() {
            return leftBehind != null && leftBehind.state() != RecordState.FAILED_RETRYABLE;
        }
    }

    /** The payload differs. */
    record Mismatched(OnceRecord record) implements Answer {}

    /** The effect was settled earlier. */
    record Settled(OnceRecord record) implements Answer {}

    /** Another caller is running the effect. */
    record Running(Key key) implements Answer {}

    /** The outcome is unknown, and a person must decide. */
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
                FailureKind.TRANSIENT, "too many concurrent claims of " + claim.key() + "; retry", null);
    }

    /** Returns the answer, or null if another caller was faster and the record must be read again. */
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
        String error = "its owner (" + found.who() + ") did not report back before its lease expired";
        RecordFinish parking =
                new RecordFinish(claim.key(), owned.fence, RecordState.UNKNOWN, null, error, null, Duration.ZERO);
        if (store.finish(parking)) {
            LOG.log(
                    Level.WARNING,
                    "it is unknown whether " + claim.key()
                            + " happened, because its owner did not report back; check the"
                            + " dependency, then resolve the record");
        }
        return null;
    }

    private @Nullable Answer takeOver(NewClaim claim, OnceRecord found, boolean afresh) {
        return store.takeOver(new TakeOver(claim, found.fence(), afresh))
                .<Answer>map(fence -> new Owned(fence, afresh ? 1 : found.attempts() + 1, afresh ? null : found))
                .orElse(null);
    }
}
