package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
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
    private final Resolutions resolutions;

    LeasedCalls(RecordStore store, OnceSettings settings) {
        engine = new Engine(settings);
        verbs = new RetriedVerbs(store, settings.time, settings.random);
        claims = new Claims(verbs);
        waits = new Waits(settings.time);
        effects = new LeasedEffects(engine, store, verbs, waits);
        resolutions = new Resolutions(engine, verbs, verbs::read, settings.lease);
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

    <T> Outcome<T> runUnclaimed(
            Declaration<T> declaration,
            Key key,
            String who,
            Object payload,
            Effect<T, ?> effect,
            boolean keepsSuccess) {
        requireNoTransactionFor(key);
        NewClaim request = engine.newClaim(declaration, key, who, payload, engine.settings.lease);
        return effects.runUnclaimed(request, declaration, effect, keepsSuccess);
    }

    private static void requireNoTransactionFor(Key key) {
        OpenTransaction.requireNone(
                () -> "the effect of " + key + " would run under a lease inside an open transaction,"
                        + " and its record would outlive a rollback; use within(transaction), or call it outside");
    }

    /** Returns the outcome of another caller's claim, or the result of our own. */
    private <T, R> R claimed(
            Declaration<T> declaration,
            Key key,
            String who,
            Object payload,
            Function<Outcome<T>, R> answered,
            BiFunction<Claim, @Nullable OnceRecord, R> owned) {
        requireNoTransactionFor(key);
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
        return Engine.finding(verbs.read(key));
    }

    boolean resolveAsHappened(
            Key key, Bytes response, @Nullable String label, @Nullable Resource resource, Duration retention, By by) {
        requireNoTransaction(key);
        return resolutions.asHappened(key, response, label, resource, retention, by);
    }

    boolean resolveAsNotHappened(Key key, Duration retention, By by) {
        requireNoTransaction(key);
        return resolutions.asNotHappened(key, retention, by);
    }

    private static void requireNoTransaction(Key key) {
        OpenTransaction.requireNone(() -> key + " would be resolved by itself inside an open transaction, and stay"
                + " resolved after a rollback; use once.within(transaction), or resolve it after the commit");
    }
}
