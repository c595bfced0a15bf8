package dev.oncemore.observe.metrics;

import java.util.List;

/**
 * All meters, by the name that users see; {@link MeterSettings#prefix} may precede it. Registries have their own notation: {@code dependency.calls} is
 * {@code dependency_calls_total} in Prometheus.
 */
public enum MeterName {
    /** Calls, by how they ended. */
    DEPENDENCY_CALLS(
            "dependency.calls", Type.COUNTER, "Calls, by how they ended", "dependency", "operation", "outcome"),
    /** Attempts, by number. */
    DEPENDENCY_ATTEMPTS(
            "dependency.attempts", Type.COUNTER, "Attempts, by number", "dependency", "operation", "attempt_number"),
    /** Failed attempts, by kind of failure. */
    DEPENDENCY_FAILURES(
            "dependency.failures", Type.COUNTER, "Failed attempts, by kind of failure", "dependency", "failure_kind"),
    /** Retries, by the failure that caused them. */
    DEPENDENCY_RETRIES(
            "dependency.retries", Type.COUNTER, "Retries, by the failure that caused them", "dependency", "reason"),
    /** Retries that were throttled or timed out, and made an overload worse. */
    DEPENDENCY_RETRIES_OVERLOAD(
            "dependency.retries.overload",
            Type.COUNTER,
            "Retries that were throttled or timed out, and made an overload worse",
            "dependency"),
    /** Timeouts, by type. */
    DEPENDENCY_TIMEOUTS("dependency.timeouts", Type.COUNTER, "Timeouts, by type", "dependency", "timeout_type"),
    /** Duration of calls, including all attempts and delays. */
    DEPENDENCY_LATENCY(
            "dependency.latency",
            Type.TIMER,
            "Duration of calls, including all attempts and delays",
            "dependency",
            "operation"),
    /** The longest call of the last minute or two. */
    DEPENDENCY_LATENCY_MAX(
            "dependency.latency.max",
            Type.TIME_GAUGE,
            "The longest call of the last minute or two",
            "dependency",
            "operation"),
    /** Latency that retries added to calls whose first attempt failed. */
    DEPENDENCY_LATENCY_ADDED(
            "dependency.latency.added",
            Type.TIMER,
            "Latency that retries added to calls whose first attempt failed",
            "dependency"),
    /** Second copies of slow attempts. */
    DEPENDENCY_HEDGES("dependency.hedges", Type.COUNTER, "Second copies of slow attempts", "dependency"),
    /** Retryable calls that gave up. */
    RETRY_EXHAUSTED("retry.exhausted", Type.COUNTER, "Retryable calls that gave up", "dependency", "operation"),
    /** Retryable calls that gave up, by reason. */
    RETRY_STOPPED("retry.stopped", Type.COUNTER, "Retryable calls that gave up, by reason", "dependency", "reason"),
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
    /** Effects that ended, by status. */
    IDEMPOTENCY_RECORDS("idempotency.records", Type.COUNTER, "Effects that ended, by status", "operation", "status"),
    /** Duplicates that were held back, by the outcome returned. */
    IDEMPOTENCY_DUPLICATES(
            "idempotency.duplicates",
            Type.COUNTER,
            "Duplicates that were held back, by the outcome returned",
            "operation",
            "outcome"),
    /** Keys that were used with another payload. */
    IDEMPOTENCY_MISMATCHES(
            "idempotency.mismatches", Type.COUNTER, "Keys that were used with another payload", "operation"),
    /** Owners that lost their claim. */
    IDEMPOTENCY_DEPOSED("idempotency.deposed", Type.COUNTER, "Owners that lost their claim", "operation"),
    /** Unknown outcomes: arisen, and settled. */
    IDEMPOTENCY_UNKNOWN(
            "idempotency.unknown", Type.COUNTER, "Unknown outcomes: arisen, and settled", "operation", "change"),
    /** Tasks that were added. */
    TASK_ENQUEUED("task.enqueued", Type.COUNTER, "Tasks that were added", "queue", "kind"),
    /** Tasks whose dedup key was taken. */
    TASK_DUPLICATES("task.duplicates", Type.COUNTER, "Tasks whose dedup key was taken", "queue", "kind"),
    /** Tasks that are done. */
    TASK_DONE("task.done", Type.COUNTER, "Tasks that are done", "queue", "kind"),
    /** Attempts that failed and will be retried. */
    TASK_RETRIED("task.retried", Type.COUNTER, "Attempts that failed and will be retried", "queue", "kind"),
    /** Tasks that became dead letters. */
    TASK_DEAD("task.dead", Type.COUNTER, "Tasks that became dead letters", "queue", "kind"),
    /** Tasks that were rejected for good. */
    TASK_REJECTED("task.rejected", Type.COUNTER, "Tasks that were rejected for good", "queue", "kind"),
    /** Attempts at tasks that block their lane. */
    TASK_BLOCKED("task.blocked", Type.COUNTER, "Attempts at tasks that block their lane", "queue", "kind"),
    /** Attempts whose owner lost the task. */
    TASK_LOST("task.lost", Type.COUNTER, "Attempts whose owner lost the task", "queue", "kind"),
    /** How long handlers took. */
    TASK_LATENCY("task.latency", Type.TIMER, "How long handlers took", "queue", "kind"),
    /** How long ready tasks waited. */
    TASK_WAIT("task.wait", Type.TIMER, "How long ready tasks waited", "queue", "kind"),
    /** Tasks that could be claimed now. */
    TASK_READY("task.ready", Type.GAUGE, "Tasks that could be claimed now", "queue"),
    /** Tasks that workers have claimed. */
    TASK_RUNNING("task.running", Type.GAUGE, "Tasks that workers have claimed", "queue"),
    /** How long the oldest ready task has been ready. */
    TASK_AGE("task.age", Type.TIME_GAUGE, "How long the oldest ready task has been ready", "queue"),
    /** Dead letters that wait for a person. */
    TASK_DEAD_LETTERS("task.dead.letters", Type.GAUGE, "Dead letters that wait for a person", "queue"),
    /** How long the oldest dead letter has been waiting. */
    TASK_DEAD_AGE("task.dead.age", Type.TIME_GAUGE, "How long the oldest dead letter has been waiting", "queue"),
    /** 1 when the queue is paused. */
    TASK_PAUSED("task.paused", Type.GAUGE, "1 when the queue is paused", "queue"),
    /** Sagas that were started. */
    SAGA_STARTED("saga.started", Type.COUNTER, "Sagas that were started", "saga"),
    /** Steps that are done. */
    SAGA_STEPS("saga.steps", Type.COUNTER, "Steps that are done", "saga"),
    /** Steps and undos that failed and will be retried. */
    SAGA_RETRIED("saga.retried", Type.COUNTER, "Steps and undos that failed and will be retried", "saga"),
    /** Steps that were undone. */
    SAGA_UNDONE("saga.undone", Type.COUNTER, "Steps that were undone", "saga"),
    /** Sagas with all steps done. */
    SAGA_COMPLETED("saga.completed", Type.COUNTER, "Sagas with all steps done", "saga"),
    /** Sagas that were compensated. */
    SAGA_COMPENSATED("saga.compensated", Type.COUNTER, "Sagas that were compensated", "saga"),
    /** Sagas that are stuck. */
    SAGA_STUCK("saga.stuck", Type.COUNTER, "Sagas that are stuck", "saga"),
    /** Stuck sagas that a person resumed or skipped. */
    SAGA_UNSTUCK("saga.unstuck", Type.COUNTER, "Stuck sagas that a person resumed or skipped", "saga"),
    /** Firings that are done. */
    SCHEDULE_DONE("schedule.done", Type.COUNTER, "Firings that are done", "schedule"),
    /** Firings that failed and will be retried. */
    SCHEDULE_RETRIED("schedule.retried", Type.COUNTER, "Firings that failed and will be retried", "schedule"),
    /** Firings that failed for good. */
    SCHEDULE_FAILED("schedule.failed", Type.COUNTER, "Firings that failed for good", "schedule"),
    /** Instants that were skipped, by cause. */
    SCHEDULE_SKIPPED("schedule.skipped", Type.COUNTER, "Instants that were skipped, by cause", "schedule", "cause"),
    /** How long firings took. */
    SCHEDULE_LATENCY("schedule.latency", Type.TIMER, "How long firings took", "schedule");

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
