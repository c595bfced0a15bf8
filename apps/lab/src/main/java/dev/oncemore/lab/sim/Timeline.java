package dev.oncemore.lab.sim;

import dev.oncemore.time.Time;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Simulated time: a clock that jumps from event to event. Events of the same moment happen in the order in which they were
 * scheduled. The queue is a heap with four children per node over plain arrays, because the simulation spends most of its
 * time here. Before it grows, events that have lost their meaning are removed.
 *
 * <p>It also counts the memory of the simulation, by estimate: what is scheduled, and what its parts {@link #hold}.
 */
public final class Timeline implements Time {
    private static final int CHILDREN = 4;
    private static final int SIZE_FIRST = 1_024;

    /** An event's place in the arrays, and a call that has ended and is held by it alone. */
    private static final long EVENT_BYTES = 512;

    /** How many events happen between two looks at whether the thread was interrupted, less one: a power of two. */
    private static final long LOOKS = (1 << 12) - 1;

    private final long bytesMax;
    private long bytes;
    private long nowNanos;
    private long nextOrder;
    private long fired;
    private int size;
    private long[] times = new long[SIZE_FIRST];
    private long[] orders = new long[SIZE_FIRST];
    private int[] codes = new int[SIZE_FIRST];
    private @Nullable TimelineEvent[] events = new TimelineEvent[SIZE_FIRST];

    /** A timeline at zero. */
    public Timeline() {
        this(Long.MAX_VALUE);
    }

    /**
     * A timeline at zero, of a simulation that may use so much memory.
     *
     * @param bytesMax above it, a {@link SimulationTooLargeException} ends the simulation
     */
    public Timeline(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Counts memory that the simulation uses from now on. */
    void hold(long more) {
        bytes += more;
        if (bytes > bytesMax) {
            throw new SimulationTooLargeException(bytesMax);
        }
    }

    /** Counts memory that it uses no more. */
    void release(long less) {
        bytes -= less;
    }

    /** Schedules an event; one in the past happens now. */
    public void at(long nanos, TimelineEvent event, int code) {
        if (size == times.length) {
            makeRoom();
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

    /** Forgets what has not happened yet. */
    public void clear() {
        Arrays.fill(events, 0, size, null);
        size = 0;
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
        sink(0, time, order, event, code);
    }

    /** Puts an event at this place, or below it. */
    private void sink(int place, long time, long order, TimelineEvent event, int code) {
        int end = size;
        int hole = place;
        for (int child = hole * CHILDREN + 1; child < end; child = hole * CHILDREN + 1) {
            int least = least(child, Math.min(child + CHILDREN, end));
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

    /** Without events that mean nothing any more; only if more than half of them are left, in larger arrays. */
    private void makeRoom() {
        removeStale();
        if (size <= times.length / 2) {
            return;
        }
        int more = times.length * 2;
        hold(times.length * EVENT_BYTES);
        times = Arrays.copyOf(times, more);
        orders = Arrays.copyOf(orders, more);
        codes = Arrays.copyOf(codes, more);
        events = Arrays.copyOf(events, more);
    }

    private void removeStale() {
        int all = size;
        size = 0;
        for (int i = 0; i < all; i++) {
            TimelineEvent event = events[i];
            if (event != null && !event.isStale(codes[i])) {
                move(i, size++);
            }
        }
        if (size == all) {
            return;
        }
        Arrays.fill(events, size, all, null);
        for (int i = (size - 2) / CHILDREN; i >= 0; i--) {
            TimelineEvent event = events[i];
            if (event != null) {
                sink(i, times[i], orders[i], event, codes[i]);
            }
        }
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

    /** An alarm that is cancelled does nothing; it stays in the queue until there is no room. */
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
        public boolean isStale(int code) {
            return task == null;
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
