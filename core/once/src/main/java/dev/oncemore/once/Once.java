package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.TakeOver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs effects at most once per key, and replays their outcome. For an effect on another system: claim, run with a key for
 * the other side, record.
 *
 * <pre>{@code
 * Once once = Once.on(store);
 * Outcome<String> charged = once.run(key, Payload.json(request), String.class,
 *         claim -> bank.charge(request, claim.downstreamKey()));
 * }</pre>
 *
 * <p>For an effect on the store's own database see {@link TransactionalOnce#within}.
 */
public sealed class Once permits TransactionalOnce {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final int LATE_CLAIMS_MAX = 3;
    final Engine engine;
    private final RecordStore store;
    private final RetriedVerbs verbs;
    private final Claims claims;
    private final Waits waits;
    private final LeasedEffects effects;

    Once(RecordStore store, OnceSettings settings) {
        this.store = Objects.requireNonNull(store, "store");
        engine = new Engine(settings);
        verbs = new RetriedVerbs(store, settings.time, settings.random);
        claims = new Claims(verbs);
        waits = new Waits(settings.time);
        effects = new LeasedEffects(engine, store, verbs, waits);
        store.warnings().forEach(warning -> LOG.log(Level.WARNING, warning));
    }

    /** An engine on a store that takes no part in transactions of yours. */
    public static Once on(RecordStore store) {
        return on(store, OnceSettings.standard());
    }

    /** As {@link #on(RecordStore)}, with settings of your own. */
    public static Once on(RecordStore store, OnceSettings settings) {
        return new Once(store, settings);
    }

    /** An engine on a store that can join your transactions. */
    public static <C> TransactionalOnce<C> on(JoiningStore<C> store) {
        return on(store, OnceSettings.standard());
    }

    /** As {@link #on(JoiningStore)}, with settings of your own. */
    public static <C> TransactionalOnce<C> on(JoiningStore<C> store, OnceSettings settings) {
        return new TransactionalOnce<>(store, settings);
    }

    /** Runs an effect on another system, under a lease; the value's codec is found by its type. */
    public <T> Outcome<T> run(Key key, Object payload, Class<T> type, Effect<T, ?> effect) {
        return run(key, payload, engine.settings.codecs.of(type), effect);
    }

    /**
     * Runs an effect on another system, under a lease.
     *
     * @param key names the effect
     * @param payload what it was asked with: a {@link Payload}, bytes, or an object that the codecs can write as JSON
     * @param codec how its value is kept
     * @param effect what must happen once
     */
    public <T> Outcome<T> run(Key key, Object payload, Codec<T> codec, Effect<T, ?> effect) {
        return this.<T, Outcome<T>>claimed(
                key,
                payload,
                codec,
                outcome -> outcome,
                (claim, leftBehind) -> effects.run(claim, leftBehind, codec, effect));
    }

    /**
     * As {@link #run(Key, Object, Codec, Effect)}, for an effect that ends later, on another thread. Claiming and waiting for
     * somebody else are done on this thread; the lease is renewed until the effect's stage ends, and whoever ends it writes
     * the outcome down. A stage that never ends keeps its claim for as long as this process lives: give it a time limit.
     */
    public <T> CompletionStage<Outcome<T>> runAsync(
            Key key, Object payload, Codec<T> codec, Effect<? extends CompletionStage<T>, ?> effect) {
        return this.<T, CompletionStage<Outcome<T>>>claimed(
                key,
                payload,
                codec,
                CompletableFuture::completedFuture,
                (claim, leftBehind) -> effects.runAsync(claim, leftBehind, codec, effect));
    }

    /** What somebody else's claim answers, or what the own one leads to. */
    private <T, R> R claimed(
            Key key,
            Object payload,
            Codec<T> codec,
            Function<Outcome<T>, R> answered,
            BiFunction<Claim, @Nullable OnceRecord, R> owned) {
        NewClaim claim = engine.newClaim(key, payload, engine.settings.lease);
        boolean takesOver = !(engine.settings.whenUnknown instanceof WhenUnknown.Park);
        for (int round = 0; round < LATE_CLAIMS_MAX; round++) {
            long start = engine.settings.time.nanoTime();
            Claims.Answer answer = claimOrWait(claim, takesOver);
            if (!(answer instanceof Claims.Owned granted)) {
                return answered.apply(engine.answer(answer, codec));
            }
            Claim own = Claim.of(key, granted);
            if (hasTimeLeft(own, start)) {
                return owned.apply(own, granted.leftBehind());
            }
        }
        return answered.apply(engine.answer(new Claims.Running(key), codec));
    }

    /** A claim that took long to make may have been waiting while its lease ran. */
    private boolean hasTimeLeft(Claim claim, long startNanos) {
        Duration lease = engine.settings.lease;
        if (engine.settings.time.nanoTime() - startNanos < lease.toNanos() / 3) {
            return true;
        }
        try {
            return verbs.extend(new RecordExtension(claim.key(), claim.fence(), lease));
        } catch (RuntimeException e) {
            effects.release(claim, e);
            throw e;
        }
    }

    private Claims.Answer claimOrWait(NewClaim claim, boolean takesOver) {
        Claims.Answer first = claims.claim(claim, takesOver);
        if (!(first instanceof Claims.Running)) {
            return first;
        }
        try {
            return waits.await(
                    claim.key(),
                    claim.fingerprint(),
                    first,
                    engine.settings.waitAtMost,
                    () -> claims.claim(claim, takesOver));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return first;
        }
    }

    /** Whether an effect was done: when, by whom, with what result. */
    public Finding find(Key key) {
        return verbs.read(key)
                .<Finding>map(record -> record.expired() ? new Finding.Expired(record) : new Finding.Known(record))
                .orElse(Finding.NeverSeen.INSTANCE);
    }

    /**
     * A person says that an unknown effect did happen; from now on this outcome is replayed. The value's codec is found by its
     * type, as {@link #run(Key, Object, Class, Effect)} does: it must be the type that the effect returns.
     *
     * @return false when the record is not unknown (any more)
     */
    public <T> boolean resolveAsHappened(Key key, T value, Class<T> type, @Nullable Resource resource, String who) {
        return resolveAsHappened(key, value, engine.settings.codecs.of(type), resource, who);
    }

    /** As {@link #resolveAsHappened(Key, Object, Class, Resource, String)}, with the codec that the effect runs with. */
    public <T> boolean resolveAsHappened(Key key, T value, Codec<T> codec, @Nullable Resource resource, String who) {
        return resolve(key, who, RecordState.SUCCEEDED, Bytes.of(codec.encode(value)), resource);
    }

    /**
     * A person says that an unknown effect did not happen; the next call with its key runs it.
     *
     * @return false when the record is not unknown (any more)
     */
    public boolean resolveAsNotHappened(Key key, String who) {
        return resolve(key, who, RecordState.FAILED_RETRYABLE, null, null);
    }

    private boolean resolve(
            Key key, String who, RecordState state, @Nullable Bytes response, @Nullable Resource resource) {
        By.requireWho(who);
        OnceRecord found = verbs.read(key).orElse(null);
        if (found == null || found.state() != RecordState.UNKNOWN) {
            return false;
        }
        NewClaim claim = new NewClaim(key, found.fingerprint(), engine.settings.ids.next(), who, engine.settings.lease);
        return verbs.takeOver(new TakeOver(claim, found.fence(), false))
                .map(fence -> resolved(
                        new RecordFinish(
                                key, fence, state, response, "resolved by " + who, resource, engine.settings.retention),
                        who))
                .orElse(false);
    }

    private boolean resolved(RecordFinish finish, String who) {
        boolean recorded = verbs.finish(finish);
        effects.emitEnd(finish, recorded);
        if (recorded) {
            engine.emit(new OnceEvent.Resolved(finish.key(), finish.fence(), finish.state(), who));
        }
        return recorded;
    }

    /** Deletes records whose time is over, in batches of so many rows; answers how many it deleted. */
    public long purge(int batchRows) {
        if (batchRows < 1 || batchRows > 100_000) {
            throw new IllegalArgumentException("batchRows must be between 1 and 100000, but is " + batchRows);
        }
        long purged = 0;
        int last;
        do {
            last = store.purge(batchRows);
            purged += last;
        } while (last == batchRows);
        return purged;
    }
}
