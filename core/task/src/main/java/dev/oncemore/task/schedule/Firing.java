package dev.oncemore.task.schedule;

import dev.oncemore.task.TaskRun;
import java.time.Instant;

/** One instant of a schedule, while it is being done. It may be done again when a process died in the middle. */
public final class Firing {
    private final String schedule;
    private final PlannedFiring planned;
    private final TaskRun task;

    Firing(String schedule, PlannedFiring planned, TaskRun task) {
        this.schedule = schedule;
        this.planned = planned;
        this.task = task;
    }

    /** The schedule's name. */
    public String schedule() {
        return schedule;
    }

    /** When it was to fire; for several missed ones, the first of them. */
    public Instant instant() {
        return planned.instant();
    }

    /**
     * The span from the previous scheduled instant to this one; where this firing stands for several missed ones, to the last
     * of them. Periods of a schedule join without gap or overlap as long as nothing is skipped.
     */
    public Period period() {
        return new Period(planned.from(), planned.to());
    }

    /** The same in every attempt, and of no other firing: for the other side, or for {@code Once}. */
    public String key() {
        return task.key();
    }

    /** The attempt beneath: its number, its fence, and whether it was lost. */
    public TaskRun task() {
        return task;
    }

    @Override
    public String toString() {
        return key();
    }

    /**
     * A span of time.
     *
     * @param start where it begins
     * @param end the first instant that is not part of it
     */
    public record Period(Instant start, Instant end) {}
}
