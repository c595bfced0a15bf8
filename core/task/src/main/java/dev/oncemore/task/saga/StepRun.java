package dev.oncemore.task.saga;

import dev.oncemore.once.Claim;
import dev.oncemore.task.TaskRun;

/** One attempt at a step or its undo, as seen by the step. */
public final class StepRun {
    private final String saga;
    private final String step;
    private final Claim claim;
    private final TaskRun task;
    private final String stepKey;
    private final boolean inDoubt;

    StepRun(String saga, String step, Claim claim, TaskRun task, String stepKey, boolean inDoubt) {
        this.saga = saga;
        this.step = step;
        this.claim = claim;
        this.task = task;
        this.stepKey = stepKey;
        this.inDoubt = inDoubt;
    }

    /** The key that the saga was started with. */
    public String saga() {
        return saga;
    }

    /** The name of the step. */
    public String step() {
        return step;
    }

    /** The key to send to the dependency: the same in every attempt; a step and its undo have different keys. */
    public String key() {
        return claim.downstreamKey();
    }

    /** In an undo, the key that the step sent. */
    public String stepKey() {
        return stepKey;
    }

    /**
     * In an undo, whether it is unknown if the step happened; in a step, whether an earlier attempt may have taken
     * effect.
     */
    public boolean isInDoubt() {
        return inDoubt;
    }

    /** The number of this attempt. */
    public int attempt() {
        return claim.attempt();
    }

    /** Records the created resource with the step's record. */
    public void created(String resourceType, String resourceId) {
        claim.created(resourceType, resourceId);
    }

    /** Whether another node has taken over. The result is then discarded; stop. */
    public boolean isLost() {
        return claim.isLost() || task.isLost();
    }
}
