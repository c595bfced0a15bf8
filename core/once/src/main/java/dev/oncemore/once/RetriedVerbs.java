package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.StoreRetry;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.Call;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Retries the operations of a store during brief outages, even within a user's retry: each is safe to repeat. */
final class RetriedVerbs implements Claims.Verbs {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final RetryPolicy POLICY =
            StoreRetry.policy("once-store").nested(Nesting.RETRY).build();
    /** Keeps the store from retrying by itself. */
    private static final RetryPolicy SINGLE = POLICY.toBuilder().maxAttempts(1).build();

    private final RecordStore store;
    private final BatchedVerbs batched;
    private final Retry retry;
    private final Retry single;

    RetriedVerbs(RecordStore store, Time time, RandomGenerator random) {
        this.store = store;
        batched = new BatchedVerbs(store);
        retry = Retry.builder(POLICY).time(time).random(random).build();
        single = Retry.builder(SINGLE).time(time).random(random).build();
    }

    private <T> T retried(Call<T, RuntimeException> verb) {
        return retry.call(Safety.idempotent(), verb);
    }

    @Override
    public Inserted insertOrRead(NewClaim claim) {
        return retried(() -> batched.insertOrRead(claim));
    }

    @Override
    public Optional<Long> takeOver(TakeOver takeOver) {
        return retried(() -> batched.takeOver(takeOver));
    }

    /** Ignores the caller's deadline and interrupt: a claim made for this must not be left running. */
    @Override
    public boolean finish(RecordFinish finish) {
        boolean interrupted = Thread.interrupted();
        try {
            return Deadline.without(() -> retried(() -> batched.finish(finish)));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A single attempt, because {@link FinishWriter} does the retries. */
    boolean finishOnce(RecordFinish finish) {
        return once(() -> batched.finish(finish));
    }

    /** As {@link #finishOnce}, for the end of an effect without a claim. */
    boolean insertSettledOnce(NewOutcome outcome) {
        return once(() -> batched.insertSettled(outcome));
    }

    private boolean once(Call<Boolean, RuntimeException> verb) {
        try {
            return Deadline.without(() -> single.call(Safety.idempotent(), verb));
        } catch (GaveUpException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    /** Ignores the caller's deadline: the lease belongs to the claim. */
    boolean extend(RecordExtension extension) {
        return Deadline.without(
                () -> retried(() -> store.extend(List.of(extension)).get(0)));
    }

    Optional<OnceRecord> read(Key key) {
        return retry.call(Safety.readOnly(), () -> batched.read(key));
    }

    /** Reads the record after an effect; empty if that fails, because the caller must get its outcome anyway. */
    Optional<OnceRecord> readIfPossible(Key key) {
        try {
            return Deadline.without(() -> batched.read(key));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the record of " + key + " could not be read after its effect", e);
            return Optional.empty();
        }
    }
}
