package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.OpenTransaction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Executes the calls of all operations of one engine:
 *
 * <ol>
 *   <li>Claim the key, or wait for its owner up to a bound.
 *   <li>If the claim took so long that its lease may have expired, renew the lease before the effect starts.
 *   <li>{@link LeasedEffects} runs the effect.
 * </ol>
 */
final class LeasedCalls {
    private static final int LATE_CLAIMS_MAX = 3;

    private final Engine engine;
    private final RetriedVerbs verbs;
    private final Claims claims;
    private final Waits waits;
    private final LeasedEffects effects;

    LeasedCalls(RecordStore store, OnceSettings settings) {
        engine = new Engine(settings);
        verbs = new RetriedVerbs(store, settings.time, settings.random);
        claims = new Claims(verbs);
        waits = new Waits(settings.time);
        effects = new LeasedEffects(engine, store, verbs, waits);
    }

    Engine engine() {
        return engine;
    }

    OnceSettings settings() {
        return engine.settings;
    }

    <T> Outcome<T> run(Declaration<T> declaration, Key key, String who, Object payload, Effect<T, ?> effect) {
        return this.<T, Outcome<T>>claimed(
                declaration,
                key,
                who,
                payload,
                outcome -> outcome,
                (claim, leftBehind) -> effects.run(claim, leftBehind, declaration, effect));
    }

    <T> CompletionStage<Outcome<T>> runAsync(
            Declaration<T> declaration,
            Key key,
            String who,
            Object payload,
            Effect<? extends CompletionStage<T>, ?> effect) {
        return this.<T, CompletionStage<Outcome<T>>>claimed(
                declaration,
                key,
                who,
                payload,
                CompletableFuture::completedFuture,
                (claim, leftBehind) -> effects.runAsync(claim, leftBehind, declaration, effect));
    }

    /** Returns the outcome of another caller's claim, or the result of our own. */
    private <T, R> R claimed(
            Declaration<T> declaration,
            Key key,
            String who,
            Object payload,
            Function<Outcome<T>, R> answered,
            BiFunction<Claim, @Nullable OnceRecord, R> owned) {
        OpenTransaction.requireNone(
                () -> "the effect of " + key + " would run under a lease inside an open transaction,"
                        + " and its record would outlive a rollback; use within(transaction), or call it outside");
        NewClaim claim = engine.newClaim(declaration, key, who, payload, engine.settings.lease);
        for (int round = 0; round < LATE_CLAIMS_MAX; round++) {
            long start = engine.settings.time.nanoTime();
            Claims.Answer answer = claimOrWait(claim, declaration);
            if (!(answer instanceof Claims.Owned granted)) {
                return answered.apply(engine.answer(answer, declaration));
            }
            Claim own = Claim.of(key, granted);
            if (hasTimeLeft(own, start, declaration)) {
                return owned.apply(own, granted.leftBehind());
            }
        }
        return answered.apply(engine.answer(new Claims.Running(key), declaration));
    }

    /** A claim that took long may have been waiting while its lease was running. */
    private boolean hasTimeLeft(Claim claim, long startNanos, Declaration<?> declaration) {
        Duration lease = engine.settings.lease;
        if (engine.settings.time.nanoTime() - startNanos < lease.toNanos() / 3) {
            return true;
        }
        try {
            return verbs.extend(new RecordExtension(claim.key(), claim.fence(), lease));
        } catch (RuntimeException e) {
            effects.release(claim, declaration, e);
            throw e;
        }
    }

    private Claims.Answer claimOrWait(NewClaim claim, Declaration<?> declaration) {
        boolean takesOver = declaration.takesOver();
        Claims.Answer first = claims.claim(claim, takesOver);
        if (!(first instanceof Claims.Running)) {
            return first;
        }
        try {
            return waits.await(claim, takesOver, first, declaration.waitAtMost(), () -> claims.claim(claim, takesOver));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return first;
        }
    }

    Finding find(Key key) {
        return verbs.read(key)
                .<Finding>map(record -> record.expired() ? new Finding.Expired(record) : new Finding.Known(record))
                .orElse(Finding.NeverSeen.INSTANCE);
    }

    boolean resolveAsHappened(
            Key key, Bytes response, @Nullable String label, @Nullable Resource resource, Duration retention, By by) {
        return resolve(key, RecordState.SUCCEEDED, response, label, resource, retention, by);
    }

    boolean resolveAsNotHappened(Key key, Duration retention, By by) {
        return resolve(key, RecordState.FAILED_RETRYABLE, null, null, null, retention, by);
    }

    private boolean resolve(
            Key key,
            RecordState state,
            @Nullable Bytes response,
            @Nullable String label,
            @Nullable Resource resource,
            Duration retention,
            By by) {
        OpenTransaction.requireNone(() -> key + " would be resolved by itself inside an open transaction, and stay"
                + " resolved after a rollback; resolve it before the transaction begins, or after its commit");
        OnceRecord found = verbs.read(key).orElse(null);
        if (found == null || found.state() != RecordState.UNKNOWN) {
            return false;
        }
        NewClaim claim =
                new NewClaim(key, found.fingerprint(), engine.settings.ids.next(), by.who(), engine.settings.lease);
        String words = "resolved by " + by.who() + ": " + by.why();
        return verbs.takeOver(new TakeOver(claim, found.fence(), false))
                .map(fence ->
                        resolved(new RecordFinish(key, fence, state, response, label, words, resource, retention), by))
                .orElse(false);
    }

    private boolean resolved(RecordFinish finish, By by) {
        boolean recorded = verbs.finish(finish);
        effects.emitEnd(finish, recorded);
        if (recorded) {
            engine.emit(new OnceEvent.Resolved(finish.key(), finish.fence(), finish.state(), by));
        }
        return recorded;
    }
}
