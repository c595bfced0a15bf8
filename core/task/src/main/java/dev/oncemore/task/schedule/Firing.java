package dev.oncemore.task.schedule;

import dev.oncemore.task.TaskRun;
import java.time.Instant;

/** One instant of a schedule while it runs. It may run again if a process died in the middle. */
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

    /** The scheduled instant; for several missed ones, the first of them. */
    public Instant instant() {
        return planned.instant();
    }

    /**
     * The span from the previous scheduled instant to this one; if this firing covers several missed ones, to the last
     * of them. Periods of a schedule join without gap or overlap as long as none is skipped.
     */
    public Period period() {
        return new Period(planned.from(), planned.to());
    }

    /** A key that is unique to this firing and the same in every attempt: for the dependency, or for {@code Once}. */
    public String key() {
        return task.key();
    }

    /** The underlying attempt: its number, its fence, and whether it was lost. */
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
