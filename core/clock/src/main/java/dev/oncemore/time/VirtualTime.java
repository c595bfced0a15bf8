package dev.oncemore.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.RejectedExecutionException;

/**
 * Time for tests, which advances only on request. A sleep advances the clock, is recorded and returns at once. Alarms
 * fire in order, on the thread that advances the time.
 *
 * <pre>{@code
 * VirtualTime time = new VirtualTime();
 * Retry retry = Retry.builder(policy).virtualTime(time).build();
 * retry.call(() -> flaky.call());
 * assertThat(time.sleeps()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
 * }</pre>
 */
public final class VirtualTime implements Time {
    private final PriorityQueue<Pending> alarms = new PriorityQueue<>();
    private final List<Duration> sleeps = new ArrayList<>();
    private long nowNanos;
    private final long startNanos;
    private long alarmsSet;
    private boolean rejecting;

    /** Starts at an arbitrary reading. */
    public VirtualTime() {
        this(1_000_000_000L);
    }

    /** Starts at this reading. A reading close to {@link Long#MAX_VALUE} exercises a ticker that wraps. */
    public VirtualTime(long startNanos) {
        this.startNanos = startNanos;
        this.nowNanos = startNanos;
    }

    /** Advances the time; alarms that come due fire on this thread, each at its own time. */
    public void advance(Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException("cannot advance by a negative span, but got " + span);
        }
        long until;
        synchronized (this) {
            until = nowNanos + span.toNanos();
        }
        while (passToNextAlarm(until)) {
            // An alarm may set further alarms or advance the time itself.
        }
    }

    /** The time elapsed since the start. */
    public synchronized Duration elapsed() {
        return Duration.ofNanos(nowNanos - startNanos);
    }

    /** All sleeps so far, in order. */
    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /** The number of pending alarms. */
    public synchronized int alarmsWaiting() {
        return alarms.size();
    }

    /** Rejects all further alarms, as a timer that was shut down would. */
    public synchronized void rejectAlarms() {
        rejecting = true;
    }

    @Override
    public synchronized long nanoTime() {
        return nowNanos;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (nanos <= 0) {
            return;
        }
        long until;
        synchronized (this) {
            sleeps.add(Duration.ofNanos(nanos));
            until = nowNanos + nanos;
        }
        while (passToNextAlarm(until)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Override
    public synchronized Alarm alarm(long delayNanos, Runnable task) {
        if (rejecting) {
            throw new RejectedExecutionException("the virtual timer no longer accepts alarms");
        }
        Pending pending = new Pending(nowNanos + Math.max(0, delayNanos), alarmsSet++, task);
        alarms.add(pending);
        return () -> cancel(pending);
    }

    private synchronized void cancel(Pending pending) {
        alarms.remove(pending);
    }

    /** Runs the next alarm due by this time and returns true; otherwise moves the clock there and returns false. */
    private boolean passToNextAlarm(long until) {
        Pending next;
        synchronized (this) {
            next = alarms.peek();
            boolean due = next != null && next.dueNanos - until <= 0;
            long target = due ? next.dueNanos : until;
            nowNanos = target - nowNanos > 0 ? target : nowNanos;
            if (!due) {
                return false;
            }
            alarms.remove();
        }
        next.task.run();
        return true;
    }

    private record Pending(long dueNanos, long order, Runnable task) implements Comparable<Pending> {
        /** Compares by difference, so that a ticker that wraps keeps the order. */
        @Override
        public int compareTo(Pending other) {
            long apart = dueNanos - other.dueNanos;
            return apart != 0 ? Long.signum(apart) : Long.compare(order, other.order);
        }
    }
}
