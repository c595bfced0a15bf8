package dev.oncemore.task;

import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt at a task, as seen by its handler. */
public final class TaskRun {
    private final Claimed claimed;
    private final long claimNumber;
    private final CallbackExecutor hooks;
    private final Engine engine;
    private final ClaimTime asked;
    private volatile boolean lost;
    private @Nullable Runnable onLost;
    private @Nullable Thread runner;
    private boolean begun;
    private boolean ended;
    private boolean abandoned;
    private boolean stopWanted;

    /**
     * Creates a run.
     *
     * @param claimNumber grows with each claim of the worker; all runs of one claim share it
     * @param asked when the claim was sent
     */
    TaskRun(Engine engine, Claimed claimed, long claimNumber, ClaimTime asked, CallbackExecutor hooks) {
        this.engine = engine;
        this.claimed = claimed;
        this.claimNumber = claimNumber;
        this.asked = asked;
        this.hooks = hooks;
    }

    /** The task's id, which never changes. */
    public String id() {
        return task().id();
    }

    /** The key to send to the dependency: the same in every attempt and after a redrive. */
    public String key() {
        return task().id();
    }

    /** The queue. */
    public String queue() {
        return task().queue();
    }

    /** The kind. */
    public String kind() {
        return task().kind();
    }

    /** The headers that were enqueued with the payload. */
    public Map<String, String> headers() {
        return task().headers();
    }

    /** The lane, if any. */
    public Optional<Lane> lane() {
        return Optional.ofNullable(task().lane());
    }

    /** The number of this attempt since the task was enqueued or redriven, from 1. */
    public int attempt() {
        return claimed.attempt();
    }

    /**
     * How long the last failed attempt asked to wait before this one; 0 in the first attempt. For a backoff of your own
     * that grows from it.
     */
    public Duration previousDelay() {
        return claimed.previousDelay();
    }

    /** How often it was redriven from the dead letters. */
    public int redrives() {
        return claimed.redrives();
    }

    /**
     * Whether an earlier attempt may have taken effect: its outcome was unknown, or its worker died. If the dependency
     * can be queried by {@link #key()}, do that first.
     */
    public boolean inDoubt() {
        return claimed.inDoubt();
    }

    /** A number that only rises for this task, by which a dependency can refuse an owner that lost it. */
    public long fence() {
        return claimed.fence();
    }

    /** When it was first enqueued, by the store's clock. */
    public Instant enqueuedAt() {
        return claimed.enqueuedAt();
    }

    /**
     * Whether another owner has the task by now, or it was cancelled. The handler's verdict is then discarded; stop.
     */
    public boolean isLost() {
        return lost;
    }

    /**
     * Whether no other owner can have the task yet, by this node's clocks: it was claimed a moment ago. False says nothing. A
     * renewed lease does not count, because a node that was silent may be taken over right after it.
     */
    public boolean isSurelyHeld() {
        return !lost && asked.isWithin(engine.sureNanos(), engine.settings);
    }

    /** Asks the store whether this run still holds the task, and renews its lease. If it does not, the run is lost. */
    public boolean confirmHeld() {
        TaskExtension extension = new TaskExtension(id(), fence(), engine.settings.lease);
        boolean isHeld = !lost
                && engine.asking(() -> engine.store.extend(List.of(extension))).get(0);
        if (!isHeld) {
            lose();
        }
        return isHeld;
    }

    /**
     * Runs the action when the task is lost, or at once if it already is. Later actions run apart from the workers, a
     * few at a time, so that slow ones delay only each other.
     */
    public void onLost(Runnable action) {
        synchronized (this) {
            if (!lost) {
                onLost = action;
                return;
            }
        }
        action.run();
    }

    Task task() {
        return claimed.task();
    }

    Claimed claimed() {
        return claimed;
    }

    /** The lane, or the task itself: runs with the same key must not run at the same time. */
    String exclusionKey() {
        Lane lane = task().lane();
        return lane == null ? id() : queue() + '\n' + lane.key();
    }

    /** Whether it has the same lane or task, from the other run's claim or an earlier one. */
    boolean isOfClaimUpTo(TaskRun other) {
        return claimNumber <= other.claimNumber && exclusionKey().equals(other.exclusionKey());
    }

    /** Whether it has an earlier claim than the other run. */
    boolean isOfClaimBefore(TaskRun other) {
        return claimNumber < other.claimNumber;
    }

    /** Called when the handler starts on this thread. */
    synchronized void begin() {
        begun = true;
        runner = Thread.currentThread();
        if (stopWanted) {
            runner.interrupt();
        }
    }

    /** Whether this attempt or an earlier one may have taken effect if the task is given back now. */
    synchronized boolean inDoubtIfReleased() {
        return begun || claimed.inDoubt();
    }

    /**
     * Called when the handler has returned; false if the run was abandoned in the meantime, and its verdict does not
     * count.
     */
    synchronized boolean end() {
        runner = null;
        ended = true;
        return !abandoned;
    }

    /** Whether its handler has returned, so that its end is or will be recorded. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** Abandons a handler that does not return; false if it just has. */
    boolean abandon() {
        synchronized (this) {
            if (ended) {
                return false;
            }
            abandoned = true;
        }
        depose();
        return true;
    }

    /**
     * Marks the run lost and interrupts its handler: the node claimed the task again or releases it. False if it just
     * ended.
     */
    boolean depose() {
        lose();
        synchronized (this) {
            if (ended) {
                return false;
            }
            stopWanted = true;
            if (runner != null) {
                runner.interrupt();
            }
            return true;
        }
    }

    /** Marks the run lost, unless its claim has ended, which looks the same to the store. */
    void lose() {
        Runnable action;
        synchronized (this) {
            if (ended || lost) {
                return;
            }
            lost = true;
            action = onLost;
            onLost = null;
        }
        if (action != null) {
            hooks.run(action);
        }
    }

    @Override
    public String toString() {
        return kind() + " " + id() + " (attempt " + attempt() + ", fence " + fence() + ")";
    }
}
