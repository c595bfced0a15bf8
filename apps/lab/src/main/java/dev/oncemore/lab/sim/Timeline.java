package dev.oncemore.lab.sim;

import dev.oncemore.time.Time;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Simulated time: a clock that jumps from event to event. Events of the same moment happen in the order in which they were
 * scheduled. The queue is a heap with four children per node over plain arrays, because the simulation spends most of its
 * time here.
 */
public final class Timeline implements Time {
    private static final int CHILDREN = 4;
    private static final int SIZE_FIRST = 1_024;

    /** How many events happen between two looks at whether the thread was interrupted, less one: a power of two. */
    private static final long LOOKS = (1 << 12) - 1;

    private long nowNanos;
    private long nextOrder;
    private long fired;
    private int size;
    private long[] times = new long[SIZE_FIRST];
    private long[] orders = new long[SIZE_FIRST];
    private int[] codes = new int[SIZE_FIRST];
    private @Nullable TimelineEvent[] events = new TimelineEvent[SIZE_FIRST];

    /** A timeline at zero. */
    public Timeline() {}

    /** Schedules an event; one in the past happens now. */
    public void at(long nanos, TimelineEvent event, int code) {
        if (size == times.length) {
            grow();
        }
        long time = Math.max(nanos, nowNanos);
        long order = nextOrder++;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / CHILDREN;
            if (times[parent] < time || (times[parent] == time && orders[parent] < order)) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, time, order, event, code);
    }

    /**
     * Runs all events up to this moment, and stops there.
     *
     * @throws CancellationException if the thread is interrupted; a simulation can take hours
     */
    public void runUntil(long nanos) {
        while (size > 0 && times[0] <= nanos) {
            step();
        }
        nowNanos = Math.max(nowNanos, nanos);
    }

    /**
     * Runs until nothing is scheduled any more.
     *
     * @throws CancellationException if the thread is interrupted
     */
    public void runToEnd() {
        while (size > 0) {
            step();
        }
    }

    /** How many events have happened. */
    public long fired() {
        return fired;
    }

    private void step() {
        TimelineEvent event = events[0];
        int code = codes[0];
        nowNanos = times[0];
        removeFirst();
        fired++;
        if ((fired & LOOKS) == 0 && Thread.currentThread().isInterrupted()) {
            throw new CancellationException("the simulation was interrupted");
        }
        if (event != null) {
            event.fire(code);
        }
    }

    private void removeFirst() {
        int last = --size;
        long time = times[last];
        long order = orders[last];
        int code = codes[last];
        TimelineEvent event = events[last];
        events[last] = null;
        if (last == 0 || event == null) {
            return;
        }
        int hole = 0;
        for (int child = 1; child < last; child = hole * CHILDREN + 1) {
            int least = least(child, Math.min(child + CHILDREN, last));
            if (time < times[least] || (time == times[least] && order < orders[least])) {
                break;
            }
            move(least, hole);
            hole = least;
        }
        put(hole, time, order, event, code);
    }

    private int least(int from, int to) {
        int least = from;
        for (int i = from + 1; i < to; i++) {
            if (times[i] < times[least] || (times[i] == times[least] && orders[i] < orders[least])) {
                least = i;
            }
        }
        return least;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        codes[to] = codes[from];
        events[to] = events[from];
    }

    private void put(int place, long time, long order, TimelineEvent event, int code) {
        times[place] = time;
        orders[place] = order;
        codes[place] = code;
        events[place] = event;
    }

    private void grow() {
        int more = size * 2;
        times = Arrays.copyOf(times, more);
        orders = Arrays.copyOf(orders, more);
        codes = Arrays.copyOf(codes, more);
        events = Arrays.copyOf(events, more);
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /** Refused: a simulation has one thread, and it must not wait. */
    @Override
    public void sleep(long nanos) {
        throw new UnsupportedOperationException("a simulation does not sleep; schedule an event");
    }

    @Override
    public void await(Future<?> event, long nanos) {
        sleep(nanos);
    }

    @Override
    public Alarm alarm(long delayNanos, Runnable task) {
        PendingAlarm alarm = new PendingAlarm(task);
        at(nowNanos + delayNanos, alarm, 0);
        return alarm;
    }

    /** An alarm stays in the queue when it is cancelled, and then does nothing. */
    private static final class PendingAlarm implements Alarm, TimelineEvent {
        private @Nullable Runnable task;

        PendingAlarm(Runnable task) {
            this.task = task;
        }

        @Override
        public void cancel() {
            task = null;
        }

        @Override
        public void fire(int code) {
            Runnable due = task;
            task = null;
            if (due != null) {
                due.run();
            }
        }
    }
}
