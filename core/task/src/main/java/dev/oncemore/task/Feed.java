package dev.oncemore.task;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a worker has of one queue. Claimed tasks are held from the claim until their end is durable; a unit is what one thread
 * does in one go: a task, or a run of a lane in order.
 */
final class Feed {
    final String queue;
    private final QueueSettings settings;
    private final RateBucket bucket;
    private final ArrayDeque<List<TaskRun>> buffer = new ArrayDeque<>();
    /** The exclusion keys of the units that threads work on. */
    private final Set<String> busy = new HashSet<>();

    private int buffered;
    private int held;
    private int threads;
    /** The last claim got less than it asked for: there is no use in asking again before something happens. */
    private boolean drained;

    private long wakes;
    private long wakesBeforeOrder;

    Feed(String queue, QueueSettings settings, RateBucket bucket) {
        this.queue = queue;
        this.settings = settings;
        this.bucket = bucket;
    }

    /** Something may have come. */
    synchronized void wake() {
        wakes++;
        drained = false;
    }

    /** Whether there is room, and hope. Asks early, so that a batch is claimed while the rest of the last one is done. */
    synchronized boolean isHungry() {
        return !drained && buffered <= settings.prefetch() / 2 && free() > 0;
    }

    /** How many to ask for now, which counts against the rate. */
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

    /** How long until the rate allows one more, when that is all that is missing; else 0. */
    synchronized long nanosUntilAllowed() {
        return settings.isRateLimited() && isHungry() ? bucket.nanosUntilNext() : 0;
    }

    /** What the store gave. */
    synchronized void deliver(int ordered, List<List<TaskRun>> units) {
        int delivered = 0;
        for (List<TaskRun> unit : units) {
            delivered += unit.size();
            buffer.add(unit);
        }
        buffered += delivered;
        held += delivered;
        // What came while the claim was under way may have been missed by it.
        drained = delivered < ordered && wakes == wakesBeforeOrder;
        bucket.giveBack(ordered - delivered);
    }

    /** How many more threads are to start; they are counted from now on. */
    synchronized int hire() {
        int more = Math.min(settings.concurrency() - threads, buffer.size());
        threads += more;
        return more;
    }

    /** A thread could not start. */
    synchronized void dismiss() {
        threads--;
    }

    /**
     * The next unit for a free thread; null when the thread may end. A unit waits while a deposed run of the same task or lane is
     * still at work here: the thread of that run asks here next.
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

    /** A thread is done with a unit. */
    synchronized void leave(List<TaskRun> unit) {
        busy.remove(unit.get(0).exclusionKey());
    }

    /** Takes back the units that no thread has begun. */
    synchronized List<List<TaskRun>> clear() {
        List<List<TaskRun>> left = List.copyOf(buffer);
        buffer.clear();
        buffered = 0;
        return left;
    }

    /** One less is held. */
    synchronized void settle() {
        held--;
    }

    synchronized int held() {
        return held;
    }
}
