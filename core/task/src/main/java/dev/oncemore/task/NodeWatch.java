package dev.oncemore.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks for silent nodes and takes over what they hold, beside this node's own heartbeats: a takeover of many tasks must not
 * make this node silent.
 *
 * <p>A node is taken over if it is silent in two looks. The clock of a database may jump, and then every node looks silent
 * until its next heartbeat: the second look comes after more than the time between two heartbeats of that node, whose settings
 * may differ from this node's.
 */
final class NodeWatch {
    /** How often it looks at most, in the time between two heartbeats of this node. */
    private static final int LOOKS_A_BEAT = 6;

    private final Engine engine;
    private final Executor executor;
    private final Nodes nodes;
    private final LongPredicate isOwn;
    private final Runnable wakeUp;
    private final RateLimitedLogger log;
    private final long silenceNanos;
    private final long beatNanos;
    /** The nodes that were silent in the last look, and when they were first seen so. Used by one look at a time. */
    private Map<Nodes.Silent, Long> suspects = Map.of();

    private Time.@Nullable Alarm alarm;
    private boolean stopped;

    /**
     * A watch on the nodes of a store.
     *
     * @param isOwn whether an incarnation is that of this node, and not to be taken over
     * @param wakeUp called when tasks may have been taken over
     */
    NodeWatch(Engine engine, Executor executor, Nodes nodes, LongPredicate isOwn, Runnable wakeUp) {
        this.engine = engine;
        this.executor = executor;
        this.nodes = nodes;
        this.isOwn = isOwn;
        this.wakeUp = wakeUp;
        silenceNanos = engine.settings.takeOverAfter.toNanos();
        beatNanos = Membership.beatNanos(engine.settings.takeOverAfter);
        log = new RateLimitedLogger(Engine.LOG, engine.settings.time);
    }

    void start() {
        scheduleNext(beatNanos);
    }

    synchronized void stop() {
        stopped = true;
        if (alarm != null) {
            alarm.cancel();
        }
    }

    private synchronized void scheduleNext(long nanos) {
        if (!stopped) {
            alarm = engine.settings.time.alarm(nanos, this::startLook);
        }
    }

    private void startLook() {
        try {
            executor.execute(this::look);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            log.log(Level.ERROR, "the executor rejected the look for silent nodes; it is retried soon", e);
            scheduleNext(beatNanos);
        }
    }

    private void look() {
        long untilNext = beatNanos;
        try {
            untilNext = watch();
            log.recovered("silent nodes are looked for again");
        } catch (RuntimeException | Error e) {
            log.log(Level.WARNING, "the look for silent nodes failed and is retried", e);
        }
        scheduleNext(Math.max(beatNanos / LOOKS_A_BEAT, untilNext));
    }

    /** Looks once, and returns after what time to look again. */
    private long watch() {
        Map<Nodes.Silent, Long> before = suspects;
        long askedNanos = engine.settings.time.nanoTime();
        Nodes.Look look = nodes.look();
        long seenNanos = engine.settings.time.nanoTime();
        Map<Nodes.Silent, Long> now = new HashMap<>();
        for (Nodes.Silent node : look.silent()) {
            if (!isOwn.test(node.incarnation())) {
                now.put(node, before.getOrDefault(node, seenNanos));
            }
        }
        suspects = now;
        List<Nodes.Silent> dead = now.keySet().stream()
                .filter(node -> before.containsKey(node) && untilSure(node, askedNanos) <= 0)
                .toList();
        if (!dead.isEmpty()) {
            takeOver(dead);
        }
        if (!dead.isEmpty() || !now.keySet().containsAll(before.keySet())) {
            wakeUp.run(); // also if another node took them over
        }
        return untilNextLook(look.next(), seenNanos);
    }

    /** After what time another look tells whether a suspect is silent, or the clock had jumped. */
    private long untilSure(Nodes.Silent suspect, long nanos) {
        long seenNanos = suspects.getOrDefault(suspect, nanos);
        return Membership.beatNanos(suspect.silence()) * 3 / 2 - (nanos - seenNanos);
    }

    private long untilNextLook(@Nullable Duration next, long nanos) {
        long soonest = next == null ? silenceNanos : Math.min(silenceNanos, Durations.saturatedNanos(next) + 1_000_000);
        for (Nodes.Silent suspect : suspects.keySet()) {
            long left = untilSure(suspect, nanos);
            // What is left of a dead node could not be taken over yet: its tasks are locked.
            soonest = Math.min(soonest, left > 0 ? left : beatNanos * 3 / 2);
        }
        return soonest;
    }

    private void takeOver(List<Nodes.Silent> dead) {
        int tasks = nodes.takeOver(dead);
        if (tasks > 0) {
            Engine.LOG.log(
                    Level.WARNING,
                    "took over " + tasks + " tasks of "
                            + dead.stream()
                                    .map(Nodes.Silent::name)
                                    .sorted()
                                    .distinct()
                                    .toList()
                            + ": no heartbeat for longer than takeOverAfter (a crash, a long pause, or an unreachable"
                            + " database?)");
        }
    }
}
