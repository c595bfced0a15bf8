package dev.oncemore.once;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Extension;
import dev.oncemore.once.record.Finish;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.TakeOver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
    private final Heartbeats heartbeats;

    Once(RecordStore store, OnceSettings settings) {
        this.store = Objects.requireNonNull(store, "store");
        engine = new Engine(settings);
        verbs = new RetriedVerbs(store, settings.time, settings.random);
        claims = new Claims(verbs);
        waits = new Waits(settings.time);
        heartbeats = new Heartbeats(settings, store);
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
                key, payload, codec, outcome -> outcome, (claim, leftBehind) -> own(claim, leftBehind, codec, effect));
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
                (claim, leftBehind) -> ownAsync(claim, leftBehind, codec, effect));
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
            Claim own = new Claim(key, granted.fence(), granted.attempt());
            if (hasTimeLeft(own, start)) {
                return owned.apply(own, granted.leftBehind());
            }
        }
        return answered.apply(engine.answer(new Claims.Running(key), codec));
    }

    /** A claim that took long to make may have been waiting while its lease ran. */
    private boolean hasTimeLeft(Claim claim, long startNanos) {
        Duration lease = engine.settings.lease;
        return engine.settings.time.nanoTime() - startNanos < lease.toNanos() / 3
                || verbs.extend(new Extension(claim.key(), claim.fence(), lease));
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

    private <T> Outcome<T> own(Claim claim, @Nullable OnceRecord leftBehind, Codec<T> codec, Effect<T, ?> effect) {
        Heartbeats.Beat heartbeat = begin(claim, leftBehind);
        try {
            Optional<Finish> known = known(claim, leftBehind, codec);
            return known.isPresent() ? reconciled(claim, known.get(), codec) : execute(claim, codec, effect);
        } finally {
            end(claim, heartbeat);
        }
    }

    private <T> CompletionStage<Outcome<T>> ownAsync(
            Claim claim,
            @Nullable OnceRecord leftBehind,
            Codec<T> codec,
            Effect<? extends CompletionStage<T>, ?> effect) {
        Heartbeats.Beat heartbeat = begin(claim, leftBehind);
        CompletionStage<Outcome<T>> ended;
        try {
            Optional<Finish> known = known(claim, leftBehind, codec);
            ended = known.isPresent()
                    ? CompletableFuture.completedFuture(reconciled(claim, known.get(), codec))
                    : start(claim, effect)
                            .handle((value, thrown) -> thrown == null
                                    ? succeeded(claim, value, codec)
                                    : failed(
                                            claim,
                                            thrown instanceof CompletionException wrapped ? cause(wrapped) : thrown));
        } catch (RuntimeException | Error e) {
            end(claim, heartbeat);
            throw e;
        }
        return ended.whenComplete((outcome, failure) -> end(claim, heartbeat));
    }

    private static <T> CompletionStage<T> start(Claim claim, Effect<? extends CompletionStage<T>, ?> effect) {
        try {
            return Objects.requireNonNull(effect.run(claim), "an asynchronous effect must return a stage, not null");
        } catch (Throwable thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private static Throwable cause(CompletionException wrapped) {
        Throwable cause = wrapped.getCause();
        return cause == null ? wrapped : cause;
    }

    private Heartbeats.Beat begin(Claim claim, @Nullable OnceRecord leftBehind) {
        engine.emitClaimed(claim, leftBehind);
        return heartbeats.start(claim);
    }

    private void end(Claim claim, Heartbeats.Beat heartbeat) {
        heartbeats.stop(heartbeat);
        waits.ended(claim.key());
    }

    private <T> Optional<Finish> known(Claim claim, @Nullable OnceRecord leftBehind, Codec<T> codec) {
        return engine.reconciler(leftBehind).flatMap(reconciler -> engine.reconciled(claim, reconciler, codec));
    }

    private <T> Outcome<T> execute(Claim claim, Codec<T> codec, Effect<T, ?> effect) {
        T value;
        try {
            value = effect.run(claim);
        } catch (Throwable thrown) {
            return failed(claim, thrown);
        }
        return succeeded(claim, value, codec);
    }

    private <T> Outcome<T> succeeded(Claim claim, T value, Codec<T> codec) {
        Finish finish = engine.succeeded(claim, value, codec);
        claim.end();
        if (!record(finish)) {
            return deposed(claim);
        }
        String problem = finish.error();
        return problem == null ? new Outcome.Done<>(value, false) : new Outcome.DoneWithoutValue<>(false, problem);
    }

    private <T> Outcome<T> failed(Claim claim, Throwable thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        Finish finish = engine.failed(claim, thrown);
        claim.end();
        boolean recorded = record(finish);
        if (thrown instanceof Error error) {
            throw error;
        }
        if (!recorded) {
            return deposed(claim);
        }
        if (finish.state() == RecordState.UNKNOWN) {
            return verbs.read(claim.key())
                    .map(record -> engine.<T>unknown(record, thrown))
                    .orElseGet(() -> deposed(claim));
        }
        boolean isFinal = finish.state() == RecordState.FAILED_FINAL;
        return new Outcome.Failed<>(isFinal, false, Engine.words(thrown), Optional.of(thrown));
    }

    private <T> Outcome<T> reconciled(Claim claim, Finish known, Codec<T> codec) {
        if (!record(known)) {
            return deposed(claim);
        }
        OnceRecord now = verbs.read(claim.key()).orElseThrow();
        return known.state() == RecordState.SUCCEEDED ? engine.replay(now, codec) : engine.unknown(now, null);
    }

    /** Writes the end down, as often as it takes within reason: the effect has happened, so this must not get lost. */
    private boolean record(Finish finish) {
        boolean recorded = verbs.finish(finish);
        engine.emit(
                recorded
                        ? new OnceEvent.Finished(finish.key(), finish.fence(), finish.state(), finish.error())
                        : new OnceEvent.Deposed(finish.key(), finish.fence()));
        return recorded;
    }

    private <T> Outcome<T> deposed(Claim claim) {
        claim.lose();
        return new Outcome.Deposed<>(verbs.read(claim.key()));
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
        NewClaim.requireWho(who);
        OnceRecord found = verbs.read(key).orElse(null);
        if (found == null || found.state() != RecordState.UNKNOWN) {
            return false;
        }
        NewClaim claim = new NewClaim(key, found.fingerprint(), engine.settings.ids.next(), who, engine.settings.lease);
        return verbs.takeOver(new TakeOver(claim, found.fence(), false))
                .map(fence -> resolved(
                        new Finish(
                                key, fence, state, response, "resolved by " + who, resource, engine.settings.retention),
                        who))
                .orElse(false);
    }

    private boolean resolved(Finish finish, String who) {
        boolean recorded = record(finish);
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
