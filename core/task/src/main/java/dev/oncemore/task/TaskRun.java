package dev.oncemore.task;

import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.Task;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt at a task, as its handler sees it. */
public final class TaskRun {
    private final Claimed claimed;
    private final long claimNumber;
    private final CallbackExecutor hooks;
    private volatile boolean lost;
    private @Nullable Runnable onLost;
    private @Nullable Thread runner;
    private boolean begun;
    private boolean ended;
    private boolean abandoned;
    private boolean stopWanted;

    /** The number grows with each claim of the worker; all runs of one claim share it. */
    TaskRun(Claimed claimed, long claimNumber, CallbackExecutor hooks) {
        this.claimed = claimed;
        this.claimNumber = claimNumber;
        this.hooks = hooks;
    }

    /** The task's id, the same for ever. */
    public String id() {
        return task().id();
    }

    /** The key to send to the other side: the same in every attempt and after a redrive. */
    public String key() {
        return task().id();
    }

    /** Where it waited. */
    public String queue() {
        return task().queue();
    }

    /** What it is. */
    public String kind() {
        return task().kind();
    }

    /** What was enqueued beside the payload. */
    public Map<String, String> headers() {
        return task().headers();
    }

    /** What it must keep its order with, if anything. */
    public Optional<Lane> lane() {
        return Optional.ofNullable(task().lane());
    }

    /** Which attempt this is since the task was enqueued or redriven, from 1. */
    public int attempt() {
        return claimed.attempt();
    }

    /** How often it has come back from the dead letters. */
    public int redrives() {
        return claimed.redrives();
    }

    /**
     * Whether an earlier attempt may have taken effect: its outcome was unknown, or its worker died. If the other side can be
     * asked about {@link #key()}, ask it first.
     */
    public boolean inDoubt() {
        return claimed.inDoubt();
    }

    /** A number that only rises for this task: whoever compares it can refuse an owner that lost it. */
    public long fence() {
        return claimed.fence();
    }

    /** When it was first enqueued, by the store's clock. */
    public Instant enqueuedAt() {
        return claimed.enqueuedAt();
    }

    /** Whether somebody else has the task by now, or it was cancelled. What the handler answers is then discarded; stop. */
    public boolean isLost() {
        return lost;
    }

    /**
     * Runs the action when the task is lost, or at once if it is lost already. Later actions run apart from the workers, a few at
     * a time, so that slow ones hold up only each other.
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

    /** Runs with the same key must not run at the same time: the key is the lane, or the task alone. */
    String exclusionKey() {
        Lane lane = task().lane();
        return lane == null ? id() : queue() + '\n' + lane.key();
    }

    /** Whether it is of the same lane or task, from the other run's claim or an earlier one. */
    boolean isOfClaimUpTo(TaskRun other) {
        return claimNumber <= other.claimNumber && exclusionKey().equals(other.exclusionKey());
    }

    /** Whether it came before that run, with an earlier claim. */
    boolean isOfClaimBefore(TaskRun other) {
        return claimNumber < other.claimNumber;
    }

    /** The handler starts on this thread. */
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

    /** The handler has returned; false when it was given up meanwhile, and what it answers does not count. */
    synchronized boolean end() {
        runner = null;
        ended = true;
        return !abandoned;
    }

    /** Whether its handler has returned, so that its end is written or will be. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** Gives up a handler that does not come to an end; false when it just has. */
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

    /** Marks the run lost and interrupts its handler: the node claimed the task again or gives it back. False if it just ended. */
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

    /** A claim that has ended looks lost to the store; only one that has not is. */
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
