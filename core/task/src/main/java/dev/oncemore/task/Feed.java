package dev.oncemore.task;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A worker's buffer for one queue. Claimed tasks are held from the claim until their end is durable; a unit is what one
 * thread executes in one go: a task, or a run of a lane in order.
 */
final class Feed {
    final String queue;
    private final QueueSettings settings;
    private final RateBucket bucket;
    private final ArrayDeque<List<TaskRun>> buffer = new ArrayDeque<>();
    /** The exclusion keys of the units being executed. */
    private final Set<String> busy = new HashSet<>();

    private int buffered;
    private int held;
    private int threads;
    /** Whether the last claim returned less than requested: another is pointless before a wake-up. */
    private boolean drained;

    private long wakes;
    private long wakesBeforeOrder;

    Feed(String queue, QueueSettings settings, RateBucket bucket) {
        this.queue = queue;
        this.settings = settings;
        this.bucket = bucket;
    }

    /** Called when work may have arrived. */
    synchronized void wake() {
        wakes++;
        drained = false;
    }

    /**
     * Whether there is room and work may be available. True early, so that a batch is claimed while the previous one is
     * finishing.
     */
    synchronized boolean isHungry() {
        return !drained && buffered <= settings.prefetch() / 2 && free() > 0;
    }

    /** Returns the number of tasks to request now, which counts against the rate. */
    synchronized int order() {
        wakesBeforeOrder = wakes;
        return isHungry() ? take(free()) : 0;
    }

    private int free() {
        return settings.concurrency() + settings.prefetch() - held;
    }

    private int take(int wanted) {
        return settings.isRateLimited() ? bucket.take(wanted) : wanted;
    }

    /** How long until the rate allows another task, if only the rate is missing; otherwise 0. */
    synchronized long nanosUntilAllowed() {
        return settings.isRateLimited() && isHungry() ? bucket.nanosUntilNext() : 0;
    }

    /** Adds the claimed units. */
    synchronized void deliver(int ordered, List<List<TaskRun>> units) {
        int delivered = 0;
        for (List<TaskRun> unit : units) {
            delivered += unit.size();
            buffer.add(unit);
        }
        buffered += delivered;
        held += delivered;
        // The claim may have missed work that arrived while it was running.
        drained = delivered < ordered && wakes == wakesBeforeOrder;
        bucket.giveBack(ordered - delivered);
    }

    /** Returns how many more threads to start; they count from now on. */
    synchronized int hire() {
        int more = Math.min(settings.concurrency() - threads, buffer.size());
        threads += more;
        return more;
    }

    /** Called when a thread could not start. */
    synchronized void dismiss() {
        threads--;
    }

    /**
     * Returns the next unit for a free thread; null if the thread may end. A unit waits while a deposed run of the same
     * task or lane is still executing here: that run's thread asks here next.
     */
    synchronized @Nullable List<TaskRun> next() {
        for (Iterator<List<TaskRun>> units = buffer.iterator(); units.hasNext(); ) {
            List<TaskRun> unit = units.next();
            if (busy.add(unit.get(0).exclusionKey())) {
                units.remove();
                buffered -= unit.size();
                return unit;
            }
        }
        threads--;
        return null;
    }

    /** Called when a thread has finished a unit. */
    synchronized void leave(List<TaskRun> unit) {
        busy.remove(unit.get(0).exclusionKey());
    }

    /** Removes the units that no thread has started. */
    synchronized List<List<TaskRun>> clear() {
        List<List<TaskRun>> left = List.copyOf(buffer);
        buffer.clear();
        buffered = 0;
        return left;
    }

    /** Called when a held task is settled. */
    synchronized void settle() {
        held--;
    }

    synchronized int held() {
        return held;
    }
}
