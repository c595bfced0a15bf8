package dev.oncemore.torture.sim;

import dev.oncemore.time.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time that several threads share, one of which runs at a time.
 *
 * <ol>
 *   <li>A thread runs until it sleeps or waits for a future. It then takes the next event by due time, and by order of
 *       arrival where that is equal.
 *   <li>An alarm goes off on the thread that took it. A wake-up of another thread hands that thread the baton.
 *   <li>An interrupt wakes a sleeping thread before the next event is taken.
 * </ol>
 *
 * <p>One simulation serves many histories, one after the other: {@link #reset} forgets the last one. Its threads stay.
 */
public final class Simulation implements Time {
    private static final long EVENTS_MAX = 200_000;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final SimulatedThread driver = new SimulatedThread();
    private final ArrayDeque<SimulatedThread> idle = new ArrayDeque<>();
    private final List<SimulatedThread> alive = new ArrayList<>();
    private SimulatedThread current = driver;
    private long nowNanos;
    private long order;
    private long taken;
    private boolean draining;
    private boolean stuck;
    private @Nullable Throwable escaped;

    /** A simulation that the calling thread drives. */
    public Simulation() {
        reset();
    }

    /** Begins a new history. Threads of the last one have ended or are abandoned. */
    public void reset() {
        events.clear();
        alive.clear();
        alive.add(driver);
        current = driver;
        driver.isWaiting = false;
        driver.forgetInterrupt();
        nowNanos = 1_000_000_000L;
        order = 0;
        taken = 0;
        draining = false;
        escaped = null;
        boolean unused = Thread.interrupted();
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /** The time since the history began. */
    public long elapsedMillis() {
        return (nowNanos - 1_000_000_000L) / 1_000_000;
    }

    @Override
    public Alarm alarm(long delayNanos, Runnable task) {
        Event event = new Event(nowNanos + Math.max(0, delayNanos), order++, task, null, 0);
        events.add(event);
        return () -> event.task = null;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (nanos > 0) {
            SimulatedThread me = current;
            wakeAt(me, nowNanos + nanos);
            block(me, true);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Like {@link #sleep}, but an interrupt does not end it. */
    public void pass(long nanos) {
        SimulatedThread me = current;
        wakeAt(me, nowNanos + nanos);
        block(me, false);
    }

    /** Waits until this future has ended, one way or the other. */
    public void await(CompletableFuture<?> future) throws InterruptedException {
        SimulatedThread me = current;
        while (!future.isDone()) {
            long wait = beginWait(me);
            var unused = future.whenComplete((value, failure) -> {
                if (me.isWaiting && me.waiting == wait) {
                    events.add(new Event(nowNanos, order++, null, me, wait));
                }
            });
            block(me, true);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Starts work on a thread of its own, as soon as the running one sleeps. */
    public void spawn(Runnable work) {
        spawnAfter(0, work);
    }

    /** Starts work on a thread of its own, after a delay. */
    public void spawnAfter(long delayNanos, Runnable work) {
        SimulatedThread thread = idle.isEmpty() ? newThread() : idle.pop();
        thread.work = work;
        alive.add(thread);
        wakeAt(thread, nowNanos + delayNanos);
        thread.isWaiting = true;
        thread.interruptible = false;
    }

    /** Runs each piece of work on a thread of its own. */
    public Executor threads() {
        return this::spawn;
    }

    /** Waits for every thread but the caller to end. */
    public void drain() {
        draining = true;
        while (alive.size() > 1 && escaped == null) {
            SimulatedThread me = current;
            beginWait(me);
            block(me, false);
        }
        draining = false;
        Throwable failure = escaped;
        if (failure != null) {
            throw new IllegalStateException("a thread let an exception escape", failure);
        }
    }

    private long beginWait(SimulatedThread thread) {
        thread.isWaiting = true;
        return ++thread.waiting;
    }

    private void wakeAt(SimulatedThread thread, long dueNanos) {
        events.add(new Event(dueNanos, order++, null, thread, beginWait(thread)));
    }

    /** Whether a history did not end. Use a new simulation then: threads of this one still wait. */
    public boolean isStuck() {
        return stuck;
    }

    /** Takes events until it is this thread's turn. */
    @SuppressWarnings("ReferenceEquality") // a thread is only itself
    private void block(SimulatedThread me, boolean interruptible) {
        me.interruptible = interruptible;
        SimulatedThread next = nextThread();
        if (next == me) {
            me.isWaiting = false;
            return;
        }
        me.release();
        handTo(next);
        me.await();
    }

    /** The next thread to run; alarms that come first go off here. */
    private SimulatedThread nextThread() {
        while (true) {
            SimulatedThread interrupted = interruptedSleeper();
            if (interrupted != null) {
                return interrupted;
            }
            Event event = events.poll();
            if (event == null || ++taken > EVENTS_MAX) {
                stuck = true;
                throw new Stuck(
                        event == null
                                ? "every thread waits, and nothing will wake one"
                                : "more than " + EVENTS_MAX + " events: an endless loop?");
            }
            SimulatedThread thread = event.thread;
            Runnable task = event.task;
            if (thread != null && thread.isWaiting && thread.waiting == event.wait) {
                nowNanos = Math.max(nowNanos, event.dueNanos);
                return thread;
            }
            if (task != null) {
                nowNanos = Math.max(nowNanos, event.dueNanos);
                task.run();
            }
        }
    }

    private @Nullable SimulatedThread interruptedSleeper() {
        for (int i = 0; i < alive.size(); i++) {
            SimulatedThread thread = alive.get(i);
            if (thread.isWaiting && thread.interruptible && thread.isInterrupted()) {
                return thread;
            }
        }
        return null;
    }

    private void handTo(SimulatedThread thread) {
        thread.isWaiting = false;
        current = thread;
        thread.give();
    }

    private SimulatedThread newThread() {
        SimulatedThread thread = new SimulatedThread("oncemore-simulated", this::live);
        thread.realThread.start();
        return thread;
    }

    /** The loop of a simulation thread: one piece of work after the other. */
    private void live(SimulatedThread me) {
        while (true) {
            me.await();
            try {
                Runnable work = me.work;
                if (work != null) {
                    work.run();
                }
            } catch (Throwable e) {
                escaped = e;
            }
            boolean unused = Thread.interrupted();
            me.forgetInterrupt();
            me.work = null;
            alive.remove(me);
            SimulatedThread next;
            try {
                next = alive.size() == 1 && draining ? driver : nextThread();
            } catch (Throwable e) {
                escaped = e;
                next = driver;
            }
            me.release();
            idle.push(me);
            handTo(next);
        }
    }

    /** An event at a time: an alarm, or a thread's turn. */
    private static final class Event implements Comparable<Event> {
        final long dueNanos;
        final long order;

        @Nullable
        Runnable task;

        final @Nullable SimulatedThread thread;
        final long wait;

        Event(long dueNanos, long order, @Nullable Runnable task, @Nullable SimulatedThread thread, long wait) {
            this.dueNanos = dueNanos;
            this.order = order;
            this.task = task;
            this.thread = thread;
            this.wait = wait;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }
}
