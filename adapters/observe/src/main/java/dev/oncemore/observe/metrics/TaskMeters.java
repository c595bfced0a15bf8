package dev.oncemore.observe.metrics;

import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.schedule.ScheduleEvent;
import java.util.Locale;

/** Counts tasks, including firings of schedules. */
final class TaskMeters {
    private final Labelled meters;

    TaskMeters(Labelled meters) {
        this.meters = meters;
    }

    void on(TaskEvent event) {
        if (event instanceof TaskEvent.Enqueued e) {
            count(e.isNew() ? MeterName.TASK_ENQUEUED : MeterName.TASK_DUPLICATES, e.queue(), e.kind());
        } else if (event instanceof TaskEvent.Claimed e) {
            meters.timer(MeterName.TASK_WAIT, e.queue(), e.kind()).record(e.waited());
            beginAtZero(e);
        } else if (event instanceof TaskEvent.Done e) {
            count(MeterName.TASK_DONE, e.queue(), e.kind());
            meters.timer(MeterName.TASK_LATENCY, e.queue(), e.kind()).record(e.elapsed());
        } else if (event instanceof TaskEvent.Retried e) {
            count(MeterName.TASK_RETRIED, e.queue(), e.kind());
        } else if (event instanceof TaskEvent.Dead e) {
            count(MeterName.TASK_DEAD, e.queue(), e.kind());
        } else if (event instanceof TaskEvent.Rejected e) {
            count(MeterName.TASK_REJECTED, e.queue(), e.kind());
        } else if (event instanceof TaskEvent.Blocked e) {
            count(MeterName.TASK_BLOCKED, e.queue(), e.kind());
        } else if (event instanceof TaskEvent.Lost e) {
            count(MeterName.TASK_LOST, e.queue(), e.kind());
        }
        ScheduleEvent.of(event).ifPresent(this::onFiring);
    }

    /** Registers failure counters before the first failure: a series that begins at one shows no increase. */
    private void beginAtZero(TaskEvent.Claimed e) {
        meters.counter(MeterName.TASK_RETRIED, e.queue(), e.kind());
        meters.counter(MeterName.TASK_DEAD, e.queue(), e.kind());
        meters.counter(MeterName.TASK_BLOCKED, e.queue(), e.kind());
        if (e.kind().startsWith(ScheduleEvent.KIND_PREFIX)) {
            String schedule = e.kind().substring(ScheduleEvent.KIND_PREFIX.length());
            meters.counter(MeterName.SCHEDULE_FAILED, schedule);
        }
    }

    private void onFiring(ScheduleEvent event) {
        if (event instanceof ScheduleEvent.Done done) {
            count(MeterName.SCHEDULE_DONE, done.schedule());
            meters.timer(MeterName.SCHEDULE_LATENCY, done.schedule()).record(done.elapsed());
        } else if (event instanceof ScheduleEvent.Retried retried) {
            count(MeterName.SCHEDULE_RETRIED, retried.schedule());
        } else if (event instanceof ScheduleEvent.Failed failed) {
            count(MeterName.SCHEDULE_FAILED, failed.schedule());
        } else if (event instanceof ScheduleEvent.Skipped skipped) {
            String cause = skipped.cause().name().toLowerCase(Locale.ROOT);
            count(MeterName.SCHEDULE_SKIPPED, skipped.schedule(), cause);
        }
    }

    private void count(MeterName name, String... labels) {
        meters.counter(name, labels).increment();
    }
}
