package dev.oncemore.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Time;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes workers known to the store as a node, and {@linkplain NodeWatch watches} the other nodes:
 *
 * <ol>
 *   <li>While the node holds tasks, it is heard of five times per silence. An idle node writes once per lease, so that
 *       people see it. Each node looks for silent ones when the next could be silent, and at least once per silence.
 *   <li>The claim that ends the idle time makes the node known again, in its own transaction. Only the thread that claims
 *       tells that the node is idle, and between claims, so that it never does while a claim is under way.
 *   <li>If this node itself was taken over, all its leases are renewed at once, which tells what is lost.
 * </ol>
 */
final class Membership {
    private static final int BEATS_A_SILENCE = 5;

    private final Engine engine;
    private final Executor executor;
    private final Heartbeat heartbeat;
    private final @Nullable Nodes nodes;
    private final @Nullable NodeWatch watch;
    private final Nodes.Member member;
    private final RateLimitedLogger log;
    private final long beatNanos;
    /** Held while this node's row is written: by the alarm, or by the thread that claims. */
    private final ReentrantLock writing = new ReentrantLock();

    private Nodes.@Nullable Standing standing;
    private volatile boolean isBusy;
    private volatile boolean isKnown;
    private volatile long heldNanos;
    private volatile long writtenNanos;
    private Time.@Nullable Alarm alarm;
    private boolean stopped;

    Membership(Engine engine, Executor executor, Heartbeat heartbeat, Runnable wakeUp) {
        this.engine = engine;
        this.executor = executor;
        this.heartbeat = heartbeat;
        nodes = engine.store.nodes().orElse(null);
        Duration silence = engine.settings.takeOverAfter;
        // Not from the settings: two nodes with the same seed must not become one.
        long incarnation = Chance.unforeseeable().nextLong() >>> 1;
        member = new Nodes.Member(Math.max(1, incarnation), silence);
        beatNanos = beatNanos(silence);
        watch = nodes == null ? null : new NodeWatch(engine, executor, nodes, this::isHolding, wakeUp);
        log = new RateLimitedLogger(Engine.LOG, engine.settings.time);
    }

    /** The time between two heartbeats of a node that is taken over after this silence. */
    static long beatNanos(Duration silence) {
        return silence.toNanos() / BEATS_A_SILENCE;
    }

    /** Whether this is the incarnation of this node, while it holds tasks. */
    private boolean isHolding(long incarnation) {
        return isBusy && incarnation == member.incarnation();
    }

    /** What claims carry; null if the store does not know nodes. */
    Nodes.@Nullable Member member() {
        return nodes == null ? null : member;
    }

    void start() {
        if (watch != null) {
            scheduleNext(beatNanos);
            watch.start();
        }
    }

    /** Called when a claim returned tasks: the store counts it as a heartbeat. */
    void holds() {
        heldNanos = engine.settings.time.nanoTime();
        isBusy = true;
    }

    /** Called between claims, by the thread that claims: tells the store when the node has been idle for a while. */
    void rest() {
        if (nodes == null || heartbeat.isHolding()) {
            return;
        }
        long now = engine.settings.time.nanoTime();
        boolean isNews =
                !isKnown || (isBusy && now - heldNanos >= member.silence().toNanos());
        boolean isDue = !isBusy && now - writtenNanos >= engine.settings.lease.toNanos();
        if ((isNews || isDue) && writing.tryLock()) {
            try {
                write(nodes, 0);
                isBusy = false;
            } catch (RuntimeException e) {
                warn(e);
            } finally {
                writing.unlock();
            }
        }
    }

    /** Writes this node's row; returns whether the node was taken over since it last did, or may have been. */
    private boolean write(Nodes store, int running) {
        Nodes.Standing now = store.beat(new Nodes.Beat(engine.settings.owner, engine.settings.lease, member, running));
        boolean isNew = !now.equals(standing);
        standing = now;
        writtenNanos = engine.settings.time.nanoTime();
        isKnown = true;
        return isNew;
    }

    private synchronized void scheduleNext(long nanos) {
        if (!stopped) {
            alarm = engine.settings.time.alarm(nanos, this::startBeat);
        }
    }

    private void startBeat() {
        try {
            executor.execute(this::beat);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            log.log(Level.ERROR, "the executor rejected the node's heartbeat; it is retried soon", e);
            scheduleNext(beatNanos);
        }
    }

    /** The next heartbeat is scheduled before anything that may take long. */
    private void beat() {
        boolean isNew = false;
        try {
            isNew = nodes != null && renew(nodes);
            log.recovered("the node's heartbeats succeed again");
        } catch (RuntimeException | Error e) {
            warn(e);
        }
        scheduleNext(beatNanos);
        if (isNew) {
            heartbeat.renewNow();
        }
    }

    private void warn(Throwable e) {
        log.log(
                Level.WARNING,
                "the node's heartbeat failed and is retried; if none succeeds, other nodes take over what it holds",
                e);
    }

    /** Renews this node's row while it is busy; returns as {@link #write} does. */
    private boolean renew(Nodes store) {
        writing.lock();
        try {
            if (!isBusy) {
                return false;
            }
            int held = heartbeat.size();
            if (held > 0) {
                heldNanos = engine.settings.time.nanoTime();
            }
            return write(store, Math.max(1, held)); // a claim may be under way
        } finally {
            writing.unlock();
        }
    }

    /** Ends the heartbeats. What is still held then is taken over soon; otherwise the node's row goes at once. */
    void stop() {
        synchronized (this) {
            stopped = true;
            if (alarm != null) {
                alarm.cancel();
            }
        }
        if (watch != null) {
            watch.stop();
        }
        boolean hasRow = isKnown || isBusy;
        if (nodes == null || !hasRow || heartbeat.isHolding()) {
            return;
        }
        writing.lock(); // a heartbeat under way would create the row again
        try {
            isBusy = false;
            nodes.leave(member.incarnation());
        } catch (RuntimeException e) {
            Engine.LOG.log(Level.INFO, "the node's row could not be removed; it is purged later", e);
        } finally {
            writing.unlock();
        }
    }
}
