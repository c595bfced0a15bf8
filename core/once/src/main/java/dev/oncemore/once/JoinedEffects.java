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
 * Runs effects inside one open transaction: claim, effect and end use the user's connection, and the user commits.
 */
final class JoinedEffects {
    private final Engine engine;
    private final RecordStore joined;
    private final Claims claims;

    JoinedEffects(Engine engine, RecordStore joined) {
        this.engine = engine;
        this.joined = joined;
        claims = new Claims(new Single(joined));
    }

    <T, X extends Exception> Outcome<T> run(
            Declaration<T> declaration, Key key, String who, Object payload, Effect<T, X> effect) throws X {
        // The lease expires at once: if the claim is ever committed without an outcome, no caller waits for its owner.
        NewClaim claim = engine.newClaim(declaration, key, who, payload, Duration.ZERO);
        Claims.Answer answer = claims.claim(claim, declaration.takesOver());
        if (answer instanceof Claims.Owned owned) {
            Claim own = Claim.of(key, owned);
            engine.emitClaimed(own, owned.leftBehind());
            Optional<RecordFinish> known = OpenTransaction.around(() -> Finishes.reconciled(own, declaration));
            return known.isPresent() ? reconciled(known.get(), declaration) : execute(own, declaration, effect);
        }
        return engine.answer(answer, declaration);
    }

    private <T> Outcome<T> reconciled(RecordFinish known, Declaration<T> declaration) {
        record(known);
        OnceRecord now = joined.read(List.of(known.key())).get(0).orElseThrow();
        if (known.state() == RecordState.SUCCEEDED) {
            return engine.replay(now, declaration);
        }
        engine.warnOfUnknown(known.key(), declaration, null);
        return engine.unknown(declaration, now);
    }

    private <T, X extends Exception> Outcome<T> execute(Claim claim, Declaration<T> declaration, Effect<T, X> effect)
            throws X {
        T value;
        try {
            value = OpenTransaction.around(() -> effect.run(claim));
        } catch (Throwable thrown) {
            recordFailure(claim, thrown, declaration);
            throw thrown;
        }
        RecordFinish finish = Finishes.succeeded(claim, value, declaration);
        record(finish);
        String problem = finish.error();
        return problem == null ? new Outcome.Done<>(value, false) : new Outcome.DoneWithoutValue<>(false, problem);
    }

    private void record(RecordFinish finish) {
        if (!finished(finish)) {
            throw new StoreException("the record of " + finish.key()
                    + " changed within its own transaction: the same key was used inside its effect, or another process"
                    + " deletes records; roll back");
        }
        engine.emitEnd(finish, true);
    }

    /** Writes the end without the caller's deadline. */
    private boolean finished(RecordFinish finish) {
        return Deadline.without(() -> joined.finish(List.of(finish)).get(0));
    }

    /** In case the caller commits after all. In a transaction that is already broken it cannot be done. */
    private void recordFailure(Claim claim, Throwable thrown, Declaration<?> declaration) {
        try {
            boolean ignored = finished(Finishes.failed(claim, thrown, declaration));
        } catch (RuntimeException e) {
            thrown.addSuppressed(e);
        }
    }

    /** The operations of a store, one request at a time. */
    record Single(RecordStore store) implements Claims.Verbs {
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
