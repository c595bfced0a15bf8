package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.OpenTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs effects inside one open transaction. Nothing is leased: the unique key is the lock, and a rollback takes the claim
 * with it.
 *
 * <p>What the effect throws reaches the caller unchanged, so that the transaction is rolled back as it would have been. A
 * caller that commits all the same keeps the failure on record.
 */
public final class AtomicOnce {
    private final Engine engine;
    private final RecordStore joined;
    private final Claims claims;

    AtomicOnce(Engine engine, RecordStore joined) {
        this.engine = engine;
        this.joined = joined;
        claims = new Claims(new Single(joined));
    }

    /** Runs an effect in this transaction; the value's codec is found by its type. */
    public <T, X extends Exception> Outcome<T> run(Key key, Object payload, Class<T> type, Effect<T, X> effect)
            throws X {
        return run(key, payload, engine.settings.codecs.of(type), effect);
    }

    /** Runs an effect in this transaction. */
    public <T, X extends Exception> Outcome<T> run(Key key, Object payload, Codec<T> codec, Effect<T, X> effect)
            throws X {
        // The lease is over at once: should the claim ever be committed without an outcome, nobody waits for its owner.
        NewClaim claim = engine.newClaim(key, payload, Duration.ZERO);
        boolean takesOver = !(engine.settings.whenUnknown instanceof WhenUnknown.Park);
        Claims.Answer answer = claims.claim(claim, takesOver);
        if (answer instanceof Claims.Owned owned) {
            Claim own = Claim.of(key, owned);
            engine.emitClaimed(own, owned.leftBehind());
            Optional<RecordFinish> known = engine.reconciled(own, codec);
            return known.isPresent() ? reconciled(known.get(), codec) : execute(own, codec, effect);
        }
        return engine.answer(answer, codec);
    }

    private <T> Outcome<T> reconciled(RecordFinish known, Codec<T> codec) {
        record(known);
        OnceRecord now = joined.read(List.of(known.key())).get(0).orElseThrow();
        return known.state() == RecordState.SUCCEEDED ? engine.replay(now, codec) : engine.unknown(now, null);
    }

    private <T, X extends Exception> Outcome<T> execute(Claim claim, Codec<T> codec, Effect<T, X> effect) throws X {
        T value;
        try {
            value = OpenTransaction.around(() -> effect.run(claim));
        } catch (Throwable thrown) {
            recordFailure(claim, thrown);
            throw thrown;
        }
        RecordFinish finish = engine.succeeded(claim, value, codec);
        record(finish);
        String problem = finish.error();
        return problem == null ? new Outcome.Done<>(value, false) : new Outcome.DoneWithoutValue<>(false, problem);
    }

    private void record(RecordFinish finish) {
        if (!finished(finish)) {
            throw new StoreException("the record of " + finish.key()
                    + " changed within its own transaction: was the same key used inside its effect, or does somebody"
                    + " delete records? Roll back");
        }
        engine.emit(new OnceEvent.Finished(finish.key(), finish.fence(), finish.state(), finish.error()));
    }

    /** Writes the end without the caller's deadline. */
    private boolean finished(RecordFinish finish) {
        return Deadline.without(() -> joined.finish(List.of(finish)).get(0));
    }

    /** On the chance that the caller commits after all. In a transaction that is already broken it cannot be done. */
    private void recordFailure(Claim claim, Throwable thrown) {
        try {
            boolean ignored = finished(engine.failed(claim, thrown));
        } catch (RuntimeException e) {
            thrown.addSuppressed(e);
        }
    }

    /** The verbs of a store, one request at a time. */
    private record Single(RecordStore store) implements Claims.Verbs {
        @Override
        public Inserted insertOrRead(NewClaim claim) {
            return store.insertOrRead(List.of(claim)).get(0);
        }

        @Override
        public Optional<Long> takeOver(TakeOver takeOver) {
            return store.takeOver(List.of(takeOver)).get(0);
        }

        @Override
        public boolean finish(RecordFinish finish) {
            return store.finish(List.of(finish)).get(0);
        }
    }
}
