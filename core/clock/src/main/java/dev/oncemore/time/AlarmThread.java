package dev.oncemore.time;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The one daemon thread that runs the alarms of a process; started by the first of them. */
final class AlarmThread {
    static final String NAME = "oncemore-timer";

    /** The longest delay, so that two alarms are never so far apart that their difference overflows: 73 years. */
    private static final long DELAY_NANOS_MAX = Long.MAX_VALUE >> 2;

    private static final Logger LOG = System.getLogger("dev.oncemore.time");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition firstChanged = lock.newCondition();
    private final AlarmQueue alarms = new AlarmQueue();
    private @Nullable Thread thread;

    Time.Alarm set(long delayNanos, Runnable task) {
        long delay = Math.min(Math.max(0, delayNanos), DELAY_NANOS_MAX);
        Pending pending = new Pending(System.nanoTime() + delay, task);
        lock.lock();
        try {
            if (thread == null) {
                thread = start();
            }
            if (alarms.add(pending)) {
                firstChanged.signal();
            }
        } finally {
            lock.unlock();
        }
        return pending;
    }

    private Thread start() {
        // Nothing of the first caller stays with the thread: no inherited thread-locals, no class loader.
        Thread started = new Thread(null, this::run, NAME, 0, false);
        started.setContextClassLoader(AlarmThread.class.getClassLoader());
        started.setDaemon(true);
        started.start();
        return started;
    }

    private void run() {
        while (true) {
            try {
                awaitDue().run();
            } catch (InterruptedException e) {
                // Nobody stops this thread: alarms go on.
            } catch (Throwable e) {
                report(e);
            }
        }
    }

    /** Alarms must go on, whatever a task or the log does. */
    private static void report(Throwable failure) {
        try {
            LOG.log(Level.WARNING, "an alarm's task threw", failure);
        } catch (Throwable noLog) {
            failure.addSuppressed(noLog);
        }
    }

    /** Waits for the next alarm that is due, takes it out of the queue, and returns its task. */
    private Runnable awaitDue() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                AlarmQueue.Entry first = alarms.first();
                if (first == null) {
                    firstChanged.await();
                    continue;
                }
                long waitNanos = first.dueNanos - System.nanoTime();
                if (waitNanos > 0) {
                    firstChanged.awaitNanos(waitNanos);
                    continue;
                }
                alarms.remove(first);
                return ((Pending) first).takeTask();
            }
        } finally {
            lock.unlock();
        }
    }

    /** An alarm, which keeps its task until it fires or is cancelled. */
    private final class Pending extends AlarmQueue.Entry {
        private @Nullable Runnable task;

        Pending(long dueNanos, Runnable task) {
            super(dueNanos);
            this.task = task;
        }

        Runnable takeTask() {
            Runnable taken = task;
            task = null;
            return Objects.requireNonNull(taken, "an alarm in the queue has its task");
        }

        @Override
        public void cancel() {
            lock.lock();
            try {
                alarms.remove(this);
                task = null;
            } finally {
                lock.unlock();
            }
        }
    }
}
