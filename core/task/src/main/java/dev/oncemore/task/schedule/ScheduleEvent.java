package dev.oncemore.task.schedule;

import dev.oncemore.task.TaskEvent;
import java.time.Duration;
import java.util.Optional;

/**
 * Something that became of a firing. A firing is a task, so whoever listens to the tasks hears it: this says what a
 * {@link TaskEvent} means for a schedule.
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
    /** How the kinds of firings begin. */
    String KIND_PREFIX = "schedule:";

    /** The schedule's name. */
    String schedule();

    /** The firing: the schedule's name and the instant. */
    String firing();

    /** A firing is done. */
    record Done(String schedule, String firing, int attempt, Duration elapsed) implements ScheduleEvent {}

    /** An attempt failed, and there will be another one. */
    record Retried(String schedule, String firing, int attempt, Duration delay, String error)
            implements ScheduleEvent {}

    /** A firing failed for good. Somebody should be told. */
    record Failed(String schedule, String firing, int attempt, String reason) implements ScheduleEvent {}

    /**
     * An instant was left out, by the declared policy.
     *
     * @param cause which policy
     * @param reason in words
     */
    record Skipped(String schedule, String firing, Cause cause, String reason) implements ScheduleEvent {}

    /** Why an instant is left out. */
    enum Cause {
        /** The firing before it had not ended. */
        OVERLAP,
        /** Nobody was there to fire it in time. */
        MISFIRE,
        /** Somebody had stopped the schedule. */
        PAUSE
    }

    /** What this means for a schedule; empty when the task is no firing, or when nothing became of it. */
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
