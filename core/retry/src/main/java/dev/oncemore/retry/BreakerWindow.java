package dev.oncemore.retry;

import dev.oncemore.retry.policy.Breaker;
import java.util.BitSet;

/** The recent outcomes that a closed breaker keeps, and the rule that opens it. Guarded by the breaker's lock. */
abstract sealed class BreakerWindow {

    static BreakerWindow of(Breaker.Trip trip, long nowNanos) {
        if (trip instanceof Breaker.ConsecutiveFailures failures) {
            return new InARow(failures.count());
        }
        Breaker.Rates rates = (Breaker.Rates) trip;
        return rates.window() instanceof Breaker.LastCalls last
                ? new OverCalls(rates, last.count())
                : new OverTime(
                        rates, ((Breaker.LastPeriod) rates.window()).length().toNanos(), nowNanos);
    }

    /** Counts one outcome; returns true if the breaker must open. */
    abstract boolean add(boolean failed, long durationNanos, long nowNanos);

    abstract void clear();

    /** Whether another fast success would change nothing. */
    abstract boolean ignoresSuccess();

    /** Whether any thread may add a fast success without the lock. */
    boolean countsSuccessWithoutLock() {
        return false;
    }

    boolean timesCalls() {
        return false;
    }

    boolean needsClock() {
        return false;
    }

    boolean isSlow(long durationNanos) {
        return false;
    }

    private static final class InARow extends BreakerWindow {
        private final int limit;
        private int failures;

        InARow(int limit) {
            this.limit = limit;
        }

        @Override
        boolean add(boolean failed, long durationNanos, long nowNanos) {
            failures = failed ? failures + 1 : 0;
            return failures >= limit;
        }

        @Override
        void clear() {
            failures = 0;
        }

        @Override
        boolean ignoresSuccess() {
            return failures == 0;
        }
    }

    /** Rates of failed and slow calls. */
    private abstract static sealed class Shares extends BreakerWindow {
        private final double failureRate;
        private final double slowRate;
        private final long slowerThanNanos;
        private final int minimumCalls;

        Shares(Breaker.Rates rates) {
            Breaker.SlowCalls slow = rates.slow();
            failureRate = rates.failureRate();
            slowRate = slow == null ? 1 : slow.rate();
            slowerThanNanos = slow == null ? Long.MAX_VALUE : slow.slowerThan().toNanos();
            minimumCalls = rates.minimumCalls();
        }

        final boolean trips(long calls, long failures, long slow) {
            return calls >= minimumCalls
                    && (failures >= failureRate * calls || (timesCalls() && slow >= slowRate * calls));
        }

        @Override
        final boolean timesCalls() {
            return slowerThanNanos != Long.MAX_VALUE;
        }

        @Override
        final boolean isSlow(long durationNanos) {
            return durationNanos > slowerThanNanos;
        }
    }

    /** The last N calls, as a ring of bits. */
    private static final class OverCalls extends Shares {
        private final int size;
        private final BitSet failed = new BitSet();
        private final BitSet slow = new BitSet();
        private int calls;
        private int failures;
        private int slows;
        private int next;

        OverCalls(Breaker.Rates rates, int size) {
            super(rates);
            this.size = size;
        }

        @Override
        boolean add(boolean callFailed, long durationNanos, long nowNanos) {
            boolean callSlow = isSlow(durationNanos);
            failures += (callFailed ? 1 : 0) - (failed.get(next) ? 1 : 0);
            slows += (callSlow ? 1 : 0) - (slow.get(next) ? 1 : 0);
            failed.set(next, callFailed);
            slow.set(next, callSlow);
            next = next + 1 == size ? 0 : next + 1;
            calls = Math.min(size, calls + 1);
            return trips(calls, failures, slows);
        }

        @Override
        void clear() {
            failed.clear();
            slow.clear();
            calls = 0;
            failures = 0;
            slows = 0;
            next = 0;
        }

        /** A full window of fast successes is unchanged by one more. */
        @Override
        boolean ignoresSuccess() {
            return calls == size && failures == 0 && slows == 0;
        }
    }

    /** The calls of the last period. */
    private static final class OverTime extends Shares {
        private final WindowCount calls;
        private final WindowCount failures;
        private final WindowCount slows;
        /** Whether anything but fast successes was added since the last reset; if not, the sums are skipped. */
        private volatile boolean blemished;

        OverTime(Breaker.Rates rates, long periodNanos, long nowNanos) {
            super(rates);
            calls = WindowCount.atMost(periodNanos, nowNanos);
            failures = WindowCount.atMost(periodNanos, nowNanos);
            slows = WindowCount.atMost(periodNanos, nowNanos);
        }

        @Override
        boolean add(boolean failed, long durationNanos, long nowNanos) {
            calls.add(nowNanos);
            if (failed) {
                failures.add(nowNanos);
            }
            boolean slow = isSlow(durationNanos);
            if (slow) {
                slows.add(nowNanos);
            }
            if (failed || slow) {
                blemished = true;
            }
            return blemished && trips(calls.sum(nowNanos), failures.sum(nowNanos), slows.sum(nowNanos));
        }

        @Override
        void clear() {
            calls.clear();
            failures.clear();
            slows.clear();
            blemished = false;
        }

        @Override
        boolean ignoresSuccess() {
            return false;
        }

        @Override
        boolean countsSuccessWithoutLock() {
            return true;
        }

        @Override
        boolean needsClock() {
            return true;
        }
    }
}
