package dev.oncemore.task;

import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.TaskFinish;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended, and the event to emit once that is durable.
 *
 * @param run the attempt
 * @param end its end
 * @param event the event; null if there is none
 */
record Conclusion(TaskRun run, End end, @Nullable TaskEvent event) {

    /** Releases the task as if it had not been claimed, but in doubt if its handler had started. */
    static Conclusion released(TaskRun run) {
        return new Conclusion(run, new End.Released(run.inDoubtIfReleased()), null);
    }

    TaskFinish finish() {
        return new TaskFinish(run.id(), run.fence(), end);
    }

    /** Whether it pauses its queue. */
    boolean pausesItsQueue() {
        return event instanceof TaskEvent.Paused;
    }

    /** Whether the tasks behind it in its lane must wait: they are then released together with it. */
    boolean holdsUpItsLane() {
        Lane lane = run.task().lane();
        if (lane == null) {
            return false;
        }
        return end instanceof End.Retry
                || end instanceof End.Released
                || (end instanceof End.Dead && lane.onPoison() == OnPoison.PARK);
    }
}
