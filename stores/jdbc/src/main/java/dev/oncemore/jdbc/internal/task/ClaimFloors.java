package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.Task;
import dev.oncemore.time.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The positions in PostgreSQL's index of due tasks where the next claim begins to search. Claimed tasks leave dead entries at the
 * front of the index, and while some transaction holds an old snapshot they cannot be removed: each claim would scan all of them.
 *
 * <p>Claims search from the start while that is cheap. Once it is expensive, they begin a little before the task that was claimed
 * last, and search from the start only so often that it takes one twentieth of the time, or when nothing else was found. A task
 * that was committed so late that it is before that position waits that long, as long as there is other work.
 */
final class ClaimFloors {
    private static final long DEAR_MICROS = 5_000;
    private static final long TIMES_ITS_COST = 20;
    private static final long APART_MICROS_MAX = 5_000_000;
    private static final long MARGIN_MICROS = 50_000;
    private static final int LEVELS_MAX = 100;

    private final Time time;
    private final Map<Level, Long> floors = new HashMap<>();
    private long lookedAtNanos;
    private long costMicros;

    ClaimFloors(Time time) {
        this.time = time;
    }

    /** One priority of one queue. */
    record Level(String queue, int priority) {}

    /** Entries before this time need not be searched. */
    record Floor(Level level, long visibleAt) {}

    /**
     * Where a claim begins.
     *
     * @param isStart whether that is the start of every level
     */
    record Begin(boolean isStart, List<Floor> floors) {}

    /** Where the next claim begins. It has all known levels, so that the statement need not search for them. */
    synchronized Begin next() {
        long apartMicros = Math.min(costMicros * TIMES_ITS_COST, APART_MICROS_MAX);
        boolean isStart = costMicros <= DEAR_MICROS || time.nanoTime() - lookedAtNanos >= apartMicros * 1_000;
        return isStart ? start() : begin(false);
    }

    /** A claim that begins at the start. */
    synchronized Begin start() {
        lookedAtNanos = time.nanoTime(); // now, so that only one of many claims does it
        return begin(true);
    }

    private Begin begin(boolean isStart) {
        List<Floor> known = new ArrayList<>(floors.size());
        floors.forEach((level, visibleAt) -> known.add(new Floor(level, isStart ? 0 : visibleAt)));
        return new Begin(isStart, known);
    }

    /** Notes the tasks that a claim from this position found, and how long it took. */
    synchronized void learn(Begin begin, List<Found> found, long tookMicros) {
        if (begin.isStart) {
            costMicros = tookMicros;
        }
        Map<Level, Long> first = new HashMap<>();
        Set<String> lanes = new HashSet<>();
        for (Found one : found) {
            Task task = one.claimed.task();
            Lane lane = task.lane();
            if (lane == null || lanes.add(task.queue() + '\n' + lane.key())) {
                // Later tasks of a lane were not found through this index.
                first.merge(
                        new Level(task.queue(), task.priority()), Math.max(0, one.dueSince) - MARGIN_MICROS, Math::min);
            }
        }
        floors.putAll(first);
        if (floors.size() > LEVELS_MAX) {
            floors.keySet().retainAll(first.keySet()); // the others will be found again
        }
    }

    /** A task that a claim found, and since when it was due. */
    record Found(Claimed claimed, long dueSince) {}
}
