package dev.oncemore.once;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Finish;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
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
    private static final RetryPolicy STORE_POLICY = RetryPolicy.named("once-store")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(20)).cap(Duration.ofSeconds(1)))
            .unlimitedBudget()
            .build();

    final Engine engine;
    private final RecordStore store;
    private final BatchedVerbs verbs;
    private final Claims claims;
    private final Waits waits;
    private final Heartbeats heartbeats;
    private final Retry storeRetry;

    Once(RecordStore store, OnceSettings settings) {
        this.store = Objects.requireNonNull(store, "store");
        engine = new Engine(settings);
        verbs = new BatchedVerbs(store);
        storeRetry = Retry.builder(STORE_POLICY).time(settings.time).build();
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
        NewClaim claim = engine.newClaim(key, payload, engine.settings.lease);
        boolean takesOver = !(engine.settings.whenUnknown instanceof WhenUnknown.Park);
        Claims.Answer answer = claimOrWait(claim, takesOver);
        if (answer instanceof Claims.Owned owned) {
            return own(new Claim(key, owned.fence(), owned.attempt()), owned.leftBehind(), codec, effect);
        }
        return engine.answer(answer, codec);
    }

    private Claims.Answer claimOrWait(NewClaim claim, boolean takesOver) {
        Claims.Answer first = storeRetry.call(Safety.idempotent(), () -> claims.claim(claim, takesOver));
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
        engine.emit(new OnceEvent.Claimed(claim.key(), claim.fence(), leftBehind != null));
        Heartbeats.Beat heartbeat = heartbeats.start(claim);
        try {
            boolean unknown = leftBehind != null && leftBehind.state() != RecordState.FAILED_RETRYABLE;
            if (unknown && engine.settings.whenUnknown instanceof WhenUnknown.Reconcile reconcile) {
                Optional<Outcome<T>> found = reconciled(claim, reconcile.reconciler(), codec);
                if (found.isPresent()) {
                    return found.get();
                }
            }
            return execute(claim, codec, effect);
        } finally {
            heartbeats.stop(heartbeat);
            waits.ended(claim.key());
        }
    }

    private <T> Outcome<T> execute(Claim claim, Codec<T> codec, Effect<T, ?> effect) {
        T value;
        try {
            value = effect.run(claim);
        } catch (Throwable thrown) {
            return failed(claim, thrown);
        }
        Finish finish = engine.succeeded(claim, value, codec);
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
        boolean recorded = record(finish);
        if (thrown instanceof Error error) {
            throw error;
        }
        if (!recorded) {
            return deposed(claim);
        }
        if (finish.state() == RecordState.UNKNOWN) {
            return verbs.read(claim.key()).<Outcome<T>>map(Outcome.Unknown::new).orElseGet(() -> deposed(claim));
        }
        boolean isFinal = finish.state() == RecordState.FAILED_FINAL;
        return new Outcome.Failed<>(isFinal, false, Engine.words(thrown), Optional.of(thrown));
    }

    /** The outcome that the other side knows of; empty when it knows that nothing happened. */
    private <T> Optional<Outcome<T>> reconciled(Claim claim, Reconciler reconciler, Codec<T> codec) {
        Reconciler.Answer answer;
        String problem = "the other side cannot tell yet";
        try {
            answer = reconciler.find(claim);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            problem = "asking the other side failed: " + Engine.words(e);
            answer = Reconciler.Answer.cannotTell();
        }
        if (answer == Reconciler.Fixed.DID_NOT_HAPPEN) {
            return Optional.empty();
        }
        Finish finish = answer instanceof Reconciler.Happened happened
                ? engine.finish(claim, RecordState.SUCCEEDED, happened.response(), "found by asking the other side")
                : engine.finish(claim, RecordState.UNKNOWN, null, problem);
        if (!record(finish)) {
            return Optional.of(deposed(claim));
        }
        OnceRecord now = verbs.read(claim.key()).orElseThrow();
        return Optional.of(
                finish.state() == RecordState.SUCCEEDED ? engine.replay(now, codec) : new Outcome.Unknown<>(now));
    }

    /** Writes the end down, as often as it takes within reason: the effect has happened, so this must not get lost. */
    private boolean record(Finish finish) {
        boolean recorded = storeRetry.call(Safety.idempotent(), () -> verbs.finish(finish));
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
     * A person says that an unknown effect did happen; from now on this outcome is replayed.
     *
     * @return false when the record is not unknown (any more)
     */
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
                .map(fence -> record(new Finish(
                        key, fence, state, response, "resolved by " + who, resource, engine.settings.retention)))
                .orElse(false);
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
