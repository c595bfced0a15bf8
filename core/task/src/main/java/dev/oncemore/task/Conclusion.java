package dev.oncemore.task;

import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.TaskFinish;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended, and what to tell once that is durable.
 *
 * @param run which attempt
 * @param end how
 * @param event what to tell; null when there is nothing to tell
 */
record Conclusion(TaskRun run, End end, @Nullable TaskEvent event) {

    /** Given back as if it had not been claimed, but in doubt if its handler had begun. */
    static Conclusion released(TaskRun run) {
        return new Conclusion(run, new End.Released(run.inDoubtIfReleased()), null);
    }

    TaskFinish finish() {
        return new TaskFinish(run.id(), run.fence(), end);
    }

    /** Whether nothing of its queue has a chance now. */
    boolean pausesItsQueue() {
        return event instanceof TaskEvent.Paused;
    }

    /** Whether those behind it in its lane have to wait: then whoever holds them gives them back together with it. */
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
