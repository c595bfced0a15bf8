package dev.oncemore.task.schedule;

import dev.oncemore.task.TaskEvent;
import java.time.Duration;
import java.util.Optional;

/**
 * An event of a firing. A firing is a task, so task listeners receive its events: this class translates a
 * {@link TaskEvent} for schedules.
 *
 * <pre>{@code
 * TaskListener alerts = event -> ScheduleEvent.of(event).ifPresent(firing -> {
 *     if (firing instanceof ScheduleEvent.Failed failed) {
 *         pager.alert(failed.schedule() + " failed: " + failed.reason());
 *     }
 * });
 * }</pre>
 */
public sealed interface ScheduleEvent {
    /** The prefix of the kinds of firings. */
    String KIND_PREFIX = "schedule:";

    /** The schedule's name. */
    String schedule();

    /** The id of the firing: the schedule's name and the instant. */
    String firing();

    /** A firing is done. */
    record Done(String schedule, String firing, int attempt, Duration elapsed) implements ScheduleEvent {}

    /** An attempt failed and will be retried. */
    record Retried(String schedule, String firing, int attempt, Duration delay, String error)
            implements ScheduleEvent {}

    /** A firing failed for good. Alert a person. */
    record Failed(String schedule, String firing, int attempt, String reason) implements ScheduleEvent {}

    /**
     * An instant was skipped by the declared policy.
     *
     * @param cause the policy
     * @param reason the description
     */
    record Skipped(String schedule, String firing, Cause cause, String reason) implements ScheduleEvent {}

    /** Why an instant is skipped. */
    enum Cause {
        /** The previous firing had not ended. */
        OVERLAP,
        /** No node fired it in time. */
        MISFIRE,
        /** The schedule was paused. */
        PAUSE
    }

    /** Translates a task event; empty if the task is no firing, or the event is not about its outcome. */
    static Optional<ScheduleEvent> of(TaskEvent event) {
        if (event instanceof TaskEvent.Done done && isFiring(done.kind())) {
            return Optional.of(new Done(nameOf(done.kind()), done.id(), done.attempt(), done.elapsed()));
        }
        if (event instanceof TaskEvent.Retried again && isFiring(again.kind())) {
            return Optional.of(
                    new Retried(nameOf(again.kind()), again.id(), again.attempt(), again.delay(), again.error()));
        }
        if (event instanceof TaskEvent.Dead dead && isFiring(dead.kind())) {
            return Optional.of(new Failed(nameOf(dead.kind()), dead.id(), dead.attempt(), dead.reason()));
        }
        return event instanceof TaskEvent.Rejected rejected && isFiring(rejected.kind())
                ? Optional.of(refused(rejected))
                : Optional.empty();
    }

    private static ScheduleEvent refused(TaskEvent.Rejected rejected) {
        String name = nameOf(rejected.kind());
        if (!rejected.reason().startsWith(History.SKIPPED)) {
            return new Failed(name, rejected.id(), rejected.attempt(), rejected.reason());
        }
        String reason = rejected.reason().substring(History.SKIPPED.length());
        return new Skipped(name, rejected.id(), causeOf(reason), reason);
    }

    private static Cause causeOf(String reason) {
        if (reason.startsWith(Plan.PAUSED)) {
            return Cause.PAUSE;
        }
        return reason.startsWith(Plan.BUSY) ? Cause.OVERLAP : Cause.MISFIRE;
    }

    private static boolean isFiring(String kind) {
        return kind.startsWith(KIND_PREFIX);
    }

    private static String nameOf(String kind) {
        return kind.substring(KIND_PREFIX.length());
    }
}
