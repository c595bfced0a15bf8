package dev.oncemore.observe.metrics;

import java.util.List;

/**
 * All meters, by the name that users see. Registries have their own notation: {@code dependency.calls} is
 * {@code dependency_calls_total} in Prometheus.
 */
public enum MeterName {
    /** Calls, by how they ended. */
    DEPENDENCY_CALLS("dependency.calls", Type.COUNTER, "Calls, by how they ended", "dependency", "outcome"),
    /** Attempts, by success or kind of failure. */
    DEPENDENCY_ATTEMPTS(
            "dependency.attempts", Type.COUNTER, "Attempts, by success or kind of failure", "dependency", "result"),
    /** Retries scheduled. */
    DEPENDENCY_RETRIES("dependency.retries", Type.COUNTER, "Retries scheduled", "dependency"),
    /** Retries that were throttled or timed out: they made an overload worse. */
    DEPENDENCY_RETRIES_OVERLOAD(
            "dependency.retries.overload",
            Type.COUNTER,
            "Retries that were throttled or timed out: they made an overload worse",
            "dependency"),
    /** Timeouts, by kind of wait. */
    DEPENDENCY_TIMEOUTS("dependency.timeouts", Type.COUNTER, "Timeouts, by kind of wait", "dependency", "wait"),
    /** Duration of calls, including all attempts and delays. */
    DEPENDENCY_LATENCY(
            "dependency.latency",
            Type.TIMER,
            "Duration of calls, including all attempts and delays",
            "dependency",
            "outcome"),
    /** The longest call of the last minute or two. */
    DEPENDENCY_LATENCY_MAX(
            "dependency.latency.max",
            Type.TIME_GAUGE,
            "The longest call of the last minute or two",
            "dependency",
            "outcome"),
    /** Calls that took at most so many seconds; only with latency buckets. */
    DEPENDENCY_LATENCY_BUCKETS(
            "dependency.latency.buckets",
            Type.COUNTER,
            "Calls that took at most so many seconds; only with latency buckets",
            "dependency",
            "outcome",
            "le"),
    /** Latency that retries added to calls whose first attempt failed. */
    DEPENDENCY_LATENCY_ADDED(
            "dependency.latency.added",
            Type.TIMER,
            "Latency that retries added to calls whose first attempt failed",
            "dependency"),
    /** Second copies of slow attempts. */
    DEPENDENCY_HEDGES("dependency.hedges", Type.COUNTER, "Second copies of slow attempts", "dependency"),
    /** Calls given up although a retry might have helped, by reason. */
    RETRY_EXHAUSTED(
            "retry.exhausted",
            Type.COUNTER,
            "Calls given up although a retry might have helped, by reason",
            "dependency",
            "reason"),
    /** Retries that the budget would grant now. */
    RETRY_BUDGET_REMAINING(
            "retry.budget.remaining", Type.GAUGE, "Retries that the budget would grant now", "dependency"),
    /** 1 for the current state of the circuit breaker, 0 for the others. */
    BREAKER_STATE(
            "breaker.state",
            Type.GAUGE,
            "1 for the current state of the circuit breaker, 0 for the others",
            "dependency",
            "state"),
    /** Effects that ended, by state. */
    IDEMPOTENCY_RECORDS("idempotency.records", Type.COUNTER, "Effects that ended, by state", "operation", "state"),
    /** Suppressed duplicates, by the state of the record. */
    IDEMPOTENCY_DUPLICATES(
            "idempotency.duplicates",
            Type.COUNTER,
            "Suppressed duplicates, by the state of the record",
            "operation",
            "state"),
    /** Keys reused with another payload. */
    IDEMPOTENCY_MISMATCHES("idempotency.mismatches", Type.COUNTER, "Keys reused with another payload", "operation"),
    /** Owners that lost their claim. */
    IDEMPOTENCY_DEPOSED("idempotency.deposed", Type.COUNTER, "Owners that lost their claim", "operation"),
    /** Effects with an unknown outcome: arisen and settled. */
    IDEMPOTENCY_UNKNOWN(
            "idempotency.unknown",
            Type.COUNTER,
            "Effects with an unknown outcome: arisen and settled",
            "operation",
            "change"),
    /** Tasks enqueued. */
    TASK_ENQUEUED("task.enqueued", Type.COUNTER, "Tasks enqueued", "queue", "kind"),
    /** Tasks suppressed by their dedup key. */
    TASK_DUPLICATES("task.duplicates", Type.COUNTER, "Tasks suppressed by their dedup key", "queue", "kind"),
    /** Tasks done. */
    TASK_DONE("task.done", Type.COUNTER, "Tasks done", "queue", "kind"),
    /** Attempts that failed and will be retried. */
    TASK_RETRIED("task.retried", Type.COUNTER, "Attempts that failed and will be retried", "queue", "kind"),
    /** Tasks that became dead letters. */
    TASK_DEAD("task.dead", Type.COUNTER, "Tasks that became dead letters", "queue", "kind"),
    /** Tasks rejected for good. */
    TASK_REJECTED("task.rejected", Type.COUNTER, "Tasks rejected for good", "queue", "kind"),
    /** Attempts that blocked their lane. */
    TASK_BLOCKED("task.blocked", Type.COUNTER, "Attempts that blocked their lane", "queue", "kind"),
    /** Attempts whose worker lost the task. */
    TASK_LOST("task.lost", Type.COUNTER, "Attempts whose worker lost the task", "queue", "kind"),
    /** Duration of handlers. */
    TASK_LATENCY("task.latency", Type.TIMER, "Duration of handlers", "queue", "kind"),
    /** Time that ready tasks waited to be claimed. */
    TASK_WAIT("task.wait", Type.TIMER, "Time that ready tasks waited to be claimed", "queue", "kind"),
    /** Tasks ready to be claimed. */
    TASK_READY("task.ready", Type.GAUGE, "Tasks ready to be claimed", "queue"),
    /** Tasks claimed by workers. */
    TASK_RUNNING("task.running", Type.GAUGE, "Tasks claimed by workers", "queue"),
    /** Age of the oldest ready task. */
    TASK_AGE("task.age", Type.TIME_GAUGE, "Age of the oldest ready task", "queue"),
    /** Dead letters awaiting a decision. */
    TASK_DEAD_LETTERS("task.dead.letters", Type.GAUGE, "Dead letters awaiting a decision", "queue"),
    /** Age of the oldest dead letter. */
    TASK_DEAD_AGE("task.dead.age", Type.TIME_GAUGE, "Age of the oldest dead letter", "queue"),
    /** 1 if the queue is paused. */
    TASK_PAUSED("task.paused", Type.GAUGE, "1 if the queue is paused", "queue"),
    /** Sagas started. */
    SAGA_STARTED("saga.started", Type.COUNTER, "Sagas started", "saga"),
    /** Steps done. */
    SAGA_STEPS("saga.steps", Type.COUNTER, "Steps done", "saga"),
    /** Steps and undos that failed and will be retried. */
    SAGA_RETRIED("saga.retried", Type.COUNTER, "Steps and undos that failed and will be retried", "saga"),
    /** Steps undone. */
    SAGA_UNDONE("saga.undone", Type.COUNTER, "Steps undone", "saga"),
    /** Sagas completed. */
    SAGA_COMPLETED("saga.completed", Type.COUNTER, "Sagas completed", "saga"),
    /** Sagas compensated. */
    SAGA_COMPENSATED("saga.compensated", Type.COUNTER, "Sagas compensated", "saga"),
    /** Sagas that can neither continue nor compensate. */
    SAGA_STUCK("saga.stuck", Type.COUNTER, "Sagas that can neither continue nor compensate", "saga"),
    /** Stuck sagas that a person resumed or let skip a step. */
    SAGA_UNSTUCK("saga.unstuck", Type.COUNTER, "Stuck sagas that a person resumed or let skip a step", "saga"),
    /** Firings done. */
    SCHEDULE_DONE("schedule.done", Type.COUNTER, "Firings done", "schedule"),
    /** Firings that failed and will be retried. */
    SCHEDULE_RETRIED("schedule.retried", Type.COUNTER, "Firings that failed and will be retried", "schedule"),
    /** Firings that failed for good. */
    SCHEDULE_FAILED("schedule.failed", Type.COUNTER, "Firings that failed for good", "schedule"),
    /** Skipped firings, by cause. */
    SCHEDULE_SKIPPED("schedule.skipped", Type.COUNTER, "Skipped firings, by cause", "schedule", "cause"),
    /** Duration of firings. */
    SCHEDULE_LATENCY("schedule.latency", Type.TIMER, "Duration of firings", "schedule");

    private final String dotted;
    private final Type type;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // a list that nobody can change
    private final List<String> labels;

    MeterName(String dotted, Type type, String description, String... labels) {
        this.dotted = dotted;
        this.type = type;
        this.description = description;
        this.labels = List.of(labels);
    }

    /** The name in Micrometer's notation: {@code dependency.calls}. */
    public String dotted() {
        return dotted;
    }

    /** The type of the meter. */
    public Type type() {
        return type;
    }

    /** The description of the meter. */
    public String description() {
        return description;
    }

    /** Its labels, which Micrometer calls tags. */
    public List<String> labels() {
        return labels;
    }

    /** The types of meters. */
    public enum Type {
        /** A count that only rises. */
        COUNTER,
        /** A count and sum of durations. */
        TIMER,
        /** A current value. */
        GAUGE,
        /** A current duration. */
        TIME_GAUGE
    }
}
