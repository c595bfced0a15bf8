package dev.oncemore.once;

import dev.oncemore.internal.Bounds;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.Action;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.FailureKind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Distributed locks: of all processes on a store, one at a time holds a name. A lock keeps work from running twice at the same
 * time; to keep it from happening twice at all, use an {@link Operation}.
 *
 * <pre>{@code
 * Locks locks = Locks.on(store, OnceSettings.standard().who("node-1"));
 * boolean ran = locks.runExclusively("nightly-report", () -> reports.write());
 * }</pre>
 *
 * <p>A lock is a leased record that ends without an outcome:
 *
 * <ol>
 *   <li>The holder claims the record, and a heartbeat renews its lease.
 *   <li>A record that another holder runs means that the lock is taken.
 *   <li>The record of a dead holder is ended once its lease is over, and claimed anew: the lock's time starts with its holder.
 *   <li>Closing the lock ends the record, which has expired at once.
 * </ol>
 */
public final class Locks {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final Scope SCOPE = Scope.of("oncemore", "lock");
    private static final int ROUNDS_MAX = 10;

    private final OnceSettings settings;
    private final RetriedVerbs verbs;
    private final Claims claims;
    private final Waits waits;
    private final Heartbeats heartbeats;
    private final FinishWriter ends;
    private final Duration atLeast;

    private Locks(RecordStore store, OnceSettings settings) {
        this.settings = settings;
        verbs = new RetriedVerbs(Objects.requireNonNull(store, "store"), settings.time, settings.random);
        claims = new Claims(verbs);
        waits = new Waits(settings.time);
        heartbeats = new Heartbeats(settings, store);
        ends = new FinishWriter(settings, verbs, new FinishBacklog(settings, store));
        atLeast = Duration.ZERO;
    }

    private Locks(Locks other, Duration atLeast) {
        settings = other.settings;
        verbs = other.verbs;
        claims = other.claims;
        waits = other.waits;
        heartbeats = other.heartbeats;
        ends = other.ends;
        this.atLeast = atLeast;
    }

    /** The locks of this store, with a lease of 30 s. */
    public static Locks on(RecordStore store) {
        return on(store, OnceSettings.standard());
    }

    /** As {@link #on(RecordStore)}, with your own settings: lease, who, time, executors, ids and random count here. */
    public static Locks on(RecordStore store, OnceSettings settings) {
        return new Locks(store, settings);
    }

    /**
     * The same locks, each kept for at least this long from its acquisition on, even if it is closed earlier; up to 1 day. Clocks
     * of cron jobs differ: a short job would otherwise be over before another machine starts it.
     */
    public Locks holdAtLeast(Duration span) {
        return new Locks(this, Bounds.between("holdAtLeast", span, Duration.ZERO, Duration.ofDays(1)));
    }

    /**
     * Acquires a lock if it is free.
     *
     * @param name 1 to 255 printable ASCII characters
     * @return the lock, which must be closed; empty if another holder has it
     * @throws IllegalStateException inside an open transaction, which would commit after the lock is released
     */
    public Optional<HeldLock> tryAcquire(String name) {
        try {
            return tryAcquire(name, Duration.ZERO);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing waits here", e);
        }
    }

    /** As {@link #tryAcquire(String)}, but waits for the holder; up to 10 min. */
    public Optional<HeldLock> tryAcquire(String name, Duration waitAtMost) throws InterruptedException {
        Key key = SCOPE.key(name);
        OnceSettings.requireWait(waitAtMost);
        OpenTransaction.requireNone(
                () -> "the lock '" + name + "' would be released before the open transaction commits,"
                        + " and protect nothing; acquire it before you begin the transaction");
        long endNanos = settings.time.nanoTime() + waitAtMost.toNanos();
        for (int round = 0; round < ROUNDS_MAX; round++) {
            // A new token each time: with the last one's, the store would take our ended record for this claim.
            NewClaim claim = newClaim(key);
            long startNanos = settings.time.nanoTime();
            Claims.Answer answer = claims.claim(claim, true);
            if (answer instanceof Claims.Running && endNanos - startNanos > 0) {
                Duration left = Duration.ofNanos(endNanos - startNanos);
                answer = waits.await(claim, true, answer, left, () -> claims.claim(claim, true));
            }
            if (answer instanceof Claims.Running) {
                return Optional.empty();
            }
            if (!(answer instanceof Claims.Owned owned)) {
                throw new IllegalStateException("the record of " + key + " is not one of a lock: " + answer);
            }
            Claim own = Claim.of(key, owned);
            if (isOfDeadHolder(owned)) {
                end(own);
            } else {
                Long leasedNanos = leasedNanos(own, startNanos);
                if (leasedNanos != null) {
                    return Optional.of(new HeldLock(this, own, begin(own, leasedNanos), settings.time.nanoTime()));
                }
            }
        }
        throw new StoreException(
                FailureKind.TRANSIENT, "too many concurrent acquisitions of lock '" + name + "'; retry", null);
    }

    /**
     * Runs work while no other process does, under this name.
     *
     * @return false if another holder has the lock; nothing was run
     * @throws IllegalStateException inside an open transaction, which would commit after the lock is released
     */
    public <X extends Exception> boolean runExclusively(String name, Action<X> work) throws X {
        HeldLock lock = tryAcquire(name).orElse(null);
        if (lock == null) {
            return false;
        }
        try (lock) {
            work.run();
            return true;
        }
    }

    /** The current holder of a lock; empty if it is free. */
    public Optional<LockHolder> holder(String name) {
        return verbs.read(SCOPE.key(name))
                .filter(found -> found.state() == RecordState.RUNNING && !found.leaseOver())
                .map(Locks::holder);
    }

    private static LockHolder holder(OnceRecord found) {
        return new LockHolder(
                found.who(),
                found.createdAt(),
                Objects.requireNonNull(found.leaseUntil(), "a running record has a lease"),
                found.fence());
    }

    private NewClaim newClaim(Key key) {
        return new NewClaim(
                key,
                Fingerprinter.plain().ofBytes("", "", new byte[0]),
                settings.ids.next(),
                settings.who,
                settings.lease);
    }

    private static boolean isOfDeadHolder(Claims.Owned owned) {
        OnceRecord left = owned.leftBehind();
        return left != null && left.state() != RecordState.FAILED_RETRYABLE;
    }

    /**
     * From when the lease counts at the earliest: before the claim was sent. One that took long, or waited, is extended first;
     * null if that came too late.
     */
    private @Nullable Long leasedNanos(Claim claim, long startNanos) {
        long now = settings.time.nanoTime();
        if (now - startNanos < settings.lease.toNanos() / 3) {
            return startNanos;
        }
        return verbs.extend(new RecordExtension(claim.key(), claim.fence(), settings.lease)) ? now : null;
    }

    private Heartbeats.Beat begin(Claim claim, long leasedNanos) {
        try {
            return heartbeats.start(claim, leasedNanos);
        } catch (RuntimeException e) {
            ends.writeLater(released(claim)); // the lease could not be renewed
            throw e;
        }
    }

    boolean isWithinLease(Heartbeats.Beat beat) {
        return settings.time.nanoTime() - beat.renewedNanos() < settings.lease.toNanos();
    }

    void release(Claim claim, Heartbeats.Beat beat, long acquiredNanos) {
        claim.end();
        heartbeats.stop(beat);
        long left = atLeast.toNanos() - (settings.time.nanoTime() - acquiredNanos);
        if (left > 0 && !claim.isLost()) {
            keep(claim, Duration.ofNanos(left));
        } else {
            end(claim);
        }
    }

    /** Leaves the lock to its lease, which is over when it was held for long enough. */
    private void keep(Claim claim, Duration left) {
        boolean interrupted = Thread.interrupted(); // an interrupt of the work must not shorten the hold
        try {
            boolean ignored = verbs.extend(new RecordExtension(claim.key(), claim.fence(), left));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the lock '" + claim.key().value() + "' is free when its lease expires", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end(Claim claim) {
        FinishWriter.Written ignored = ends.write(released(claim), late -> {});
        waits.ended(claim.key());
    }

    private static RecordFinish released(Claim claim) {
        return new RecordFinish(
                claim.key(), claim.fence(), RecordState.FAILED_RETRYABLE, null, "released", null, Duration.ZERO);
    }
}
