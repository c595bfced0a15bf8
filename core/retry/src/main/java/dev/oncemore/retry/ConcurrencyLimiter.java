package dev.oncemore.retry;

import dev.oncemore.retry.policy.Limiter;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The runtime state of a {@link Limiter}: a number of permits and a bounded FIFO queue. A released permit goes directly
 * to the longest waiter, so that no newcomer can overtake it.
 */
final class ConcurrencyLimiter {
    private final Limiter limiter;
    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashSet<Waiter> queue = new LinkedHashSet<>();
    private int inUse;

    ConcurrencyLimiter(Limiter limiter) {
        this.limiter = limiter;
    }

    long queueTimeoutNanos() {
        return limiter.queueTimeout().toNanos();
    }

    /** Takes a permit if one is free. */
    boolean tryEnter() {
        lock.lock();
        try {
            if (inUse >= limiter.concurrency()) {
                return false;
            }
            inUse++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Joins the queue and returns the waiter, possibly granted already; null if the queue is full. */
    @Nullable
    Waiter tryQueue() {
        Waiter waiter = new Waiter();
        lock.lock();
        try {
            if (inUse < limiter.concurrency()) {
                inUse++;
                waiter.complete(true);
                return waiter;
            }
            if (queue.size() >= limiter.queueSize()) {
                return null;
            }
            queue.add(waiter);
            return waiter;
        } finally {
            lock.unlock();
        }
    }

    /** Releases a permit, or passes it to the next waiter. */
    void leave() {
        Waiter next = null;
        lock.lock();
        try {
            Iterator<Waiter> waiting = queue.iterator();
            if (waiting.hasNext()) {
                next = waiting.next();
                waiting.remove();
            } else {
                inUse--;
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            grant(next);
        }
    }

    /** Grants iteratively, even if waiters release their permits on this thread right away. */
    private void grant(Waiter first) {
        Frame frame = Frame.current();
        if (frame.granting != null) {
            frame.granting.add(first);
            return;
        }
        ArrayDeque<Waiter> granting = new ArrayDeque<>();
        frame.granting = granting;
        try {
            for (Waiter next = first; next != null; next = granting.poll()) {
                if (!next.complete(true)) {
                    leave();
                }
            }
        } finally {
            frame.granting = null;
        }
    }

    /** Stops waiting. Returns false if the permit was already granted: the waiter owns it and must release it. */
    boolean abandon(Waiter waiter) {
        lock.lock();
        try {
            queue.remove(waiter);
        } finally {
            lock.unlock();
        }
        return waiter.complete(false) || !waiter.granted();
    }

    int inUse() {
        lock.lock();
        try {
            return inUse;
        } finally {
            lock.unlock();
        }
    }

    int queued() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** Completes with true for a permit, with false if the wait was abandoned. */
    static final class Waiter extends CompletableFuture<Boolean> {
        boolean granted() {
            return isDone() && join();
        }
    }
}
