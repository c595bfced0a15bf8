package dev.oncemore.retry;

import dev.oncemore.retry.policy.FailureKind;
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
 *
 * <p>A retry counts with its cost, which depends on the failure before it; its caller keeps that cost.
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

    /** What a retry after a failure of this kind costs. */
    int cost(FailureKind kind) {
        return budget.cost(kind);
    }

    boolean tryReserve(long nowNanos, int cost) {
        lock.lock();
        try {
            if (remainingLocked(nowNanos) < cost) {
                return false;
            }
            waiting += cost;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The reserved retry starts now. */
    void spend(long nowNanos, int cost) {
        lock.lock();
        try {
            waiting -= cost;
            retries.add(nowNanos, cost);
        } finally {
            lock.unlock();
        }
    }

    /** Returns a reservation that will not be used. */
    void giveBack(int cost) {
        lock.lock();
        try {
            waiting -= cost;
        } finally {
            lock.unlock();
        }
    }

    /** What retries may cost now, together. */
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
