package dev.oncemore.retry;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ends attempts on callers' threads when their time is up, without an alarm for each: nearly all of them succeed long
 * before.
 *
 * <ol>
 *   <li>An attempt takes a free place and leaves it when it ends. If there is none, it sets an alarm of its own.
 *   <li>One alarm scans the places and interrupts what is due. It comes when the first attempt is due that it saw, and
 *       no later than the shortest limit of all engines: an attempt that starts after a scan is due after the next. So
 *       it is as punctual as an alarm for each attempt.
 *   <li>If nothing ran and nothing started since the scan before, the alarm is not set again. The next attempt sets it.
 * </ol>
 *
 * <p>A place refers to a thread only while its attempt runs, so nothing is kept of threads that have ended.
 */
final class Watchdog {
    /** For shorter limits, an alarm for each attempt costs less than scanning that often. */
    static final long LIMIT_NANOS_MIN = Duration.ofMillis(50).toNanos();

    private static final int PLACES = 512;
    private static final int PLACES_TRIED = 4;
    /** Places are a cache line apart. */
    private static final int STRIDE = 16;

    /** No alarm is set. */
    private static final int OFF = 0;
    /** An alarm is set, and no attempt has started since the last scan. */
    private static final int QUIET = 1;
    /** An alarm is set, and attempts have started. */
    private static final int BUSY = 2;

    private static final Watchdog OF_SYSTEM_TIME = new Watchdog(Time.system());

    private final Time time;
    private final AtomicReferenceArray<Interrupter> places = new AtomicReferenceArray<>(PLACES * STRIDE);
    private final AtomicInteger mode = new AtomicInteger(OFF);
    /** Guards the fields below, and setting the alarm. */
    private final ReentrantLock lock = new ReentrantLock();

    private long shortestNanos = Core.NO_LIMIT;
    private long alarmNanos;
    /** The number of the alarm that is set; older ones do nothing. */
    private int alarms;

    Watchdog(Time time) {
        this.time = time;
    }

    /** The one of all engines in system time. */
    static Watchdog ofSystemTime() {
        return OF_SYSTEM_TIME;
    }

    /** Prepares for attempts with this limit; must be called before the first of them. */
    void expect(long limitNanos) {
        lock.lock();
        try {
            shortestNanos = Math.min(shortestNanos, limitNanos);
            long now = time.nanoTime();
            if (mode.get() != OFF && alarmNanos - now > shortestNanos) {
                setAlarm(now + shortestNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Watches work that has begun; returns its place, or -1 if it must set an alarm of its own. */
    int enter(Interrupter work) {
        int home = work.home();
        for (int i = 0; i < PLACES_TRIED; i++) {
            int place = ((home + i) & (PLACES - 1)) * STRIDE;
            if (places.get(place) == null && places.compareAndSet(place, null, work)) {
                boolean watched = false;
                try {
                    watched = mode.get() == BUSY || awake();
                } finally {
                    if (!watched) {
                        leave(place);
                    }
                }
                return watched ? place : -1;
            }
        }
        return -1;
    }

    void leave(int place) {
        places.lazySet(place, null);
    }

    /** Makes sure that an alarm is set; false if the timer refuses. */
    private boolean awake() {
        if (mode.compareAndSet(QUIET, BUSY)) {
            return true;
        }
        lock.lock();
        try {
            if (mode.get() == OFF) {
                setAlarm(time.nanoTime() + shortestNanos);
            }
            mode.set(BUSY);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void setAlarm(long dueNanos) {
        int number = alarms + 1;
        Time.Alarm ignored = time.alarm(Math.max(0, dueNanos - time.nanoTime()), () -> scan(number));
        alarms = number;
        alarmNanos = dueNanos;
    }

    private void scan(int alarm) {
        lock.lock();
        try {
            if (alarm != alarms) {
                return;
            }
        } finally {
            lock.unlock();
        }
        // Before the scan: an attempt that found BUSY has taken its place, so this scan sees it.
        boolean started = mode.compareAndSet(BUSY, QUIET);
        long now = time.nanoTime();
        long nextNanos = Core.NO_LIMIT;
        boolean running = false;
        for (int place = 0; place < PLACES * STRIDE; place += STRIDE) {
            Interrupter work = places.get(place);
            if (work != null) {
                running = true;
                nextNanos = Math.min(nextNanos, untilDue(work, now));
            }
        }
        plan(alarm, started || running, now, nextNanos);
    }

    /** A hook or logger that fails must not end the scan: every other limit depends on it. */
    private static long untilDue(Interrupter work, long nowNanos) {
        try {
            return work.interruptIfDue(nowNanos);
        } catch (Throwable e) {
            return Core.NO_LIMIT;
        }
    }

    private void plan(int alarm, boolean needed, long nowNanos, long nextNanos) {
        lock.lock();
        try {
            if (alarm != alarms || (!needed && mode.compareAndSet(QUIET, OFF))) {
                return;
            }
            setAlarm(nowNanos + Math.min(nextNanos, shortestNanos));
        } catch (Throwable e) {
            mode.set(OFF); // the next attempt tries again, and does not start if that fails too
        } finally {
            lock.unlock();
        }
    }
}
