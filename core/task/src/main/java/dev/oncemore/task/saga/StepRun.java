package dev.oncemore.task.saga;

import dev.oncemore.once.Claim;

/** One attempt at a step or at its undo, as the step sees it. */
public final class StepRun {
    private final String saga;
    private final String step;
    private final Claim claim;
    private final String stepKey;
    private final boolean inDoubt;

    StepRun(String saga, String step, Claim claim, String stepKey, boolean inDoubt) {
        this.saga = saga;
        this.step = step;
        this.claim = claim;
        this.stepKey = stepKey;
        this.inDoubt = inDoubt;
    }

    /** The key that the saga was started with. */
    public String saga() {
        return saga;
    }

    /** The name of the step that is done or undone. */
    public String step() {
        return step;
    }

    /** The key to send to the other side: the same in every attempt; a step and its undo have different ones. */
    public String key() {
        return claim.downstreamKey();
    }

    /** In an undo, the key that the step itself had sent. */
    public String stepKey() {
        return stepKey;
    }

    /** In an undo, whether nobody knows if the step happened; in a step, whether an earlier attempt at it may have. */
    public boolean isInDoubt() {
        return inDoubt;
    }

    /** How often it has been tried, this time included. */
    public int attempt() {
        return claim.attempt();
    }

    /** Says what it created; kept with its record for whoever asks later. */
    public void created(String resourceType, String resourceId) {
        claim.created(resourceType, resourceId);
    }

    /** Whether somebody else has taken over by now. What it returns is then discarded; stop. */
    public boolean isLost() {
        return claim.isLost();
    }
}
