package dev.oncemore.observe.log;

import dev.oncemore.task.saga.SagaEvent;

/** Formats events of sagas. */
final class SagaLines {
    private SagaLines() {}

    static Line of(SagaEvent event) {
        return facts(event).fact("saga", event.saga()).key(event.key());
    }

    /** The person who resumed the saga, if any. */
    static LogContext contextOf(SagaEvent event) {
        if (event instanceof SagaEvent.Resumed resumed) {
            return LogContext.none().who(resumed.by().who());
        }
        return event instanceof SagaEvent.Skipped skipped
                ? LogContext.none().who(skipped.by().who())
                : LogContext.none();
    }

    private static Line facts(SagaEvent event) {
        if (event instanceof SagaEvent.StepDone e) {
            return new Line("saga.step_done").fact("step", e.step());
        }
        if (event instanceof SagaEvent.Retried e) {
            return new Line(e.undo() ? "saga.undo_retried" : "saga.step_retried")
                    .fact("step", e.step())
                    .attempt(e.attempt())
                    .delay(e.delay())
                    .error(e.error());
        }
        if (event instanceof SagaEvent.TurnedBack e) {
            return new Line("saga.turned_back").fact("step", e.step()).error(e.reason());
        }
        if (event instanceof SagaEvent.Undone e) {
            return new Line("saga.undone").fact("step", e.step());
        }
        if (event instanceof SagaEvent.Compensated e) {
            return new Line("saga.compensated").error(e.reason());
        }
        if (event instanceof SagaEvent.Stuck e) {
            return new Line("saga.stuck").fact("step", e.step()).error(e.reason());
        }
        if (event instanceof SagaEvent.Resumed e) {
            return new Line("saga.resumed").fact("why", e.by().why());
        }
        if (event instanceof SagaEvent.Skipped e) {
            return new Line("saga.skipped").fact("step", e.step()).fact("why", e.by().why());
        }
        return new Line(event instanceof SagaEvent.Completed ? "saga.completed" : "saga.started");
    }
}
