package dev.oncemore.retry;

import dev.oncemore.retry.policy.RetryBudget;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The runtime state of a {@link RetryBudget}.
 *
 * <ol>
 *   <li>Each call is counted when it starts.
 *   <li>A retry is reserved before its delay begins and counts for as long as it waits.
 *   <li>When its attempt starts, it counts for one window from then on.
 * </ol>
 */
final class BudgetMeter {
    private final RetryBudget budget;
    private final WindowCount calls;
    private final WindowCount retries;
    private final ReentrantLock lock = new ReentrantLock();
    private long waiting;

    BudgetMeter(RetryBudget budget, long nowNanos) {
        this.budget = budget;
        long windowNanos = budget.window().toNanos();
        calls = WindowCount.atMost(windowNanos, nowNanos);
        retries = WindowCount.atLeast(windowNanos, nowNanos);
    }

    void onCall(long nowNanos) {
        calls.add(nowNanos);
    }

    boolean tryReserve(long nowNanos) {
        lock.lock();
        try {
            if (remainingLocked(nowNanos) <= 0) {
                return false;
            }
            waiting++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The reserved retry starts now. */
    void spend(long nowNanos) {
        lock.lock();
        try {
            waiting--;
            retries.add(nowNanos);
        } finally {
            lock.unlock();
        }
    }

    /** Returns a reservation that will not be used. */
    void giveBack() {
        lock.lock();
        try {
            waiting--;
        } finally {
            lock.unlock();
        }
    }

    /** How many retries may be reserved now. */
    long remaining(long nowNanos) {
        lock.lock();
        try {
            return Math.max(0, remainingLocked(nowNanos));
        } finally {
            lock.unlock();
        }
    }

    private long remainingLocked(long nowNanos) {
        long allowed = Math.max(budget.floor(), (long) (budget.ratio() * calls.sum(nowNanos)));
        return allowed - waiting - retries.sum(nowNanos);
    }
}
