package dev.oncemore.observe.log;

import dev.oncemore.task.TaskEvent;

/** Formats events of tasks. */
final class TaskLines {
    private TaskLines() {}

    static Line of(TaskEvent event) {
        return facts(event).fact("queue", event.queue());
    }

    private static Line facts(TaskEvent event) {
        if (event instanceof TaskEvent.Enqueued e) {
            return task(e.isNew() ? "task.enqueued" : "task.duplicate", e.kind(), e.id());
        }
        if (event instanceof TaskEvent.Claimed e) {
            return task("task.claimed", e.kind(), e.id()).attempt(e.attempt());
        }
        if (event instanceof TaskEvent.Done e) {
            return task("task.done", e.kind(), e.id()).attempt(e.attempt()).elapsed(e.elapsed());
        }
        if (event instanceof TaskEvent.Retried e) {
            return task("task.retried", e.kind(), e.id())
                    .attempt(e.attempt())
                    .delay(e.delay())
                    .error(e.error());
        }
        if (event instanceof TaskEvent.Dead e) {
            return task("task.dead", e.kind(), e.id())
                    .attempt(e.attempt())
                    .fact("signature", e.signature())
                    .error(e.reason());
        }
        if (event instanceof TaskEvent.Rejected e) {
            return task("task.rejected", e.kind(), e.id()).attempt(e.attempt()).error(e.reason());
        }
        if (event instanceof TaskEvent.Blocked e) {
            return task("task.blocked", e.kind(), e.id())
                    .attempt(e.attempt())
                    .fact("lane", e.lane())
                    .error(e.reason());
        }
        if (event instanceof TaskEvent.Lost e) {
            return task("task.lost", e.kind(), e.id()).attempt(e.attempt());
        }
        TaskEvent.Paused e = (TaskEvent.Paused) event;
        return new Line("queue.paused").delay(e.span()).error(e.reason());
    }

    private static Line task(String event, String kind, String id) {
        return new Line(event).fact("kind", kind).fact("taskId", id);
    }
}
