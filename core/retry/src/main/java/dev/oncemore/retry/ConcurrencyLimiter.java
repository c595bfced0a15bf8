package dev.oncemore.retry;

import dev.oncemore.retry.policy.Limiter;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Limiter} at work: so many places, and a bounded queue in order of arrival. A place that is given back goes
 * straight to the one who has waited longest, so nobody can slip in between.
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

    /** A place at once, or none. */
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

    /** A place in the queue, possibly served already; null when the queue is full. */
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

    /** Gives a place back, or on to the next in the queue. */
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

    /** One after the other, however quickly those who get a place give it back on this thread. */
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

    /** Stops waiting. False when the place had been granted by then: the waiter owns it and must give it back. */
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

    /** Ends with true for a place, with false when the wait was given up. */
    static final class Waiter extends CompletableFuture<Boolean> {
        boolean granted() {
            return isDone() && join();
        }
    }
}
