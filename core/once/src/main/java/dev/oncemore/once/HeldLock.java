package dev.oncemore.once;

/**
 * A lock that was acquired. A heartbeat renews its lease until it is closed; after that it is of no use any more.
 *
 * <p>A holder that is paused or cut off from the store for longer than the lease loses the lock without noticing at once. Where
 * that matters, pass the {@link #fence} to what the lock protects, which then refuses a lower one than it has seen.
 */
public final class HeldLock implements AutoCloseable {
    private final Locks locks;
    private final Claim claim;
    private final Heartbeats.Beat beat;
    private final long acquiredNanos;
    private boolean closed;

    HeldLock(Locks locks, Claim claim, Heartbeats.Beat beat, long acquiredNanos) {
        this.locks = locks;
        this.claim = claim;
        this.beat = beat;
        this.acquiredNanos = acquiredNanos;
    }

    /** The name of the lock. */
    public String name() {
        return claim.key().value();
    }

    /**
     * A number that only rises with each acquisition of the lock, by which a dependency can refuse an earlier holder.
     *
     * @throws IllegalStateException if the lock was closed
     */
    public long fence() {
        requireOpen();
        return claim.fence();
    }

    /** Whether it is held: not closed, not lost to another holder, and renewed within its lease. */
    public synchronized boolean isHeld() {
        return !closed && !claim.isLost() && locks.isWithinLease(beat);
    }

    /**
     * Runs the hook when the lock is lost to another holder, or at once if it already is. Hooks share a few threads.
     *
     * @throws IllegalStateException if the lock was closed
     */
    public void onLost(Runnable action) {
        requireOpen();
        claim.onLost(action);
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the lock '" + claim.key().value() + "' was closed; acquire it again");
        }
    }

    /**
     * Releases the lock; closing twice has no effect. If the store cannot be reached, the lock is free when its lease expires.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        locks.release(claim, beat, acquiredNanos);
    }

    @Override
    public String toString() {
        return "lock " + claim.key().value() + " with fence " + claim.fence();
    }
}
