package dev.oncemore.observe.metrics;

import java.util.List;

/**
 * Every meter, by the name that users see. Registries write names in their own way: {@code dependency.calls} is
 * {@code dependency_calls_total} in Prometheus.
 */
public enum MeterName {
    /** Calls, by how they ended. */
    DEPENDENCY_CALLS("dependency.calls", Type.COUNTER, "Calls, by how they ended", "dependency", "outcome"),
    /** Attempts, by success or kind of failure. */
    DEPENDENCY_ATTEMPTS(
            "dependency.attempts", Type.COUNTER, "Attempts, by success or kind of failure", "dependency", "result"),
    /** Retries that were decided on. */
    DEPENDENCY_RETRIES("dependency.retries", Type.COUNTER, "Retries that were decided on", "dependency"),
    /** Retries that were throttled or timed out: they made an overload worse. */
    DEPENDENCY_RETRIES_OVERLOAD(
            "dependency.retries.overload",
            Type.COUNTER,
            "Retries that were throttled or timed out: they made an overload worse",
            "dependency"),
    /** Waits that ran out, by which wait. */
    DEPENDENCY_TIMEOUTS("dependency.timeouts", Type.COUNTER, "Waits that ran out, by which wait", "dependency", "wait"),
    /** How long calls took, all attempts and delays included. */
    DEPENDENCY_LATENCY(
            "dependency.latency",
            Type.TIMER,
            "How long calls took, all attempts and delays included",
            "dependency",
            "outcome"),
    /** The longest call of the last minute or two. */
    DEPENDENCY_LATENCY_MAX(
            "dependency.latency.max",
            Type.TIME_GAUGE,
            "The longest call of the last minute or two",
            "dependency",
            "outcome"),
    /** Calls that took no longer than so many seconds; only where buckets were asked for. */
    DEPENDENCY_LATENCY_BUCKETS(
            "dependency.latency.buckets",
            Type.COUNTER,
            "Calls that took no longer than so many seconds; only where buckets were asked for",
            "dependency",
            "outcome",
            "le"),
    /** What retries added to calls whose first attempt failed. */
    DEPENDENCY_LATENCY_ADDED(
            "dependency.latency.added",
            Type.TIMER,
            "What retries added to calls whose first attempt failed",
            "dependency"),
    /** Second copies of slow attempts. */
    DEPENDENCY_HEDGES("dependency.hedges", Type.COUNTER, "Second copies of slow attempts", "dependency"),
    /** Calls given up although trying again might have helped, by reason. */
    RETRY_EXHAUSTED(
            "retry.exhausted",
            Type.COUNTER,
            "Calls given up although trying again might have helped, by reason",
            "dependency",
            "reason"),
    /** Retries that the budget would grant now. */
    RETRY_BUDGET_REMAINING(
            "retry.budget.remaining", Type.GAUGE, "Retries that the budget would grant now", "dependency"),
    /** 1 for the state that the circuit breaker is in, 0 for the others. */
    BREAKER_STATE(
            "breaker.state",
            Type.GAUGE,
            "1 for the state that the circuit breaker is in, 0 for the others",
            "dependency",
            "state"),
    /** Effects that ended, by state. */
    IDEMPOTENCY_RECORDS("idempotency.records", Type.COUNTER, "Effects that ended, by state", "operation", "state"),
    /** Duplicates that were held back, by the state that was answered. */
    IDEMPOTENCY_DUPLICATES(
            "idempotency.duplicates",
            Type.COUNTER,
            "Duplicates that were held back, by the state that was answered",
            "operation",
            "state"),
    /** Keys that came with another payload. */
    IDEMPOTENCY_MISMATCHES("idempotency.mismatches", Type.COUNTER, "Keys that came with another payload", "operation"),
    /** Owners that had lost their claim. */
    IDEMPOTENCY_DEPOSED("idempotency.deposed", Type.COUNTER, "Owners that had lost their claim", "operation"),
    /** Effects of unknown outcome: arisen, and settled. */
    IDEMPOTENCY_UNKNOWN(
            "idempotency.unknown",
            Type.COUNTER,
            "Effects of unknown outcome: arisen, and settled",
            "operation",
            "change"),
    /** Tasks that were added. */
    TASK_ENQUEUED("task.enqueued", Type.COUNTER, "Tasks that were added", "queue", "kind"),
    /** Tasks whose dedup key was taken. */
    TASK_DUPLICATES("task.duplicates", Type.COUNTER, "Tasks whose dedup key was taken", "queue", "kind"),
    /** Tasks that are done. */
    TASK_DONE("task.done", Type.COUNTER, "Tasks that are done", "queue", "kind"),
    /** Attempts that failed and will be repeated. */
    TASK_RETRIED("task.retried", Type.COUNTER, "Attempts that failed and will be repeated", "queue", "kind"),
    /** Tasks that became dead letters. */
    TASK_DEAD("task.dead", Type.COUNTER, "Tasks that became dead letters", "queue", "kind"),
    /** Tasks answered with a final no. */
    TASK_REJECTED("task.rejected", Type.COUNTER, "Tasks answered with a final no", "queue", "kind"),
    /** Attempts of a lane that can not go on. */
    TASK_BLOCKED("task.blocked", Type.COUNTER, "Attempts of a lane that can not go on", "queue", "kind"),
    /** Attempts whose owner had lost the task. */
    TASK_LOST("task.lost", Type.COUNTER, "Attempts whose owner had lost the task", "queue", "kind"),
    /** How long handlers took. */
    TASK_LATENCY("task.latency", Type.TIMER, "How long handlers took", "queue", "kind"),
    /** How long tasks waited although they could have been claimed. */
    TASK_WAIT("task.wait", Type.TIMER, "How long tasks waited although they could have been claimed", "queue", "kind"),
    /** Tasks that could be claimed now. */
    TASK_READY("task.ready", Type.GAUGE, "Tasks that could be claimed now", "queue"),
    /** Tasks in the hands of workers. */
    TASK_RUNNING("task.running", Type.GAUGE, "Tasks in the hands of workers", "queue"),
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
    /** Steps and undos that failed and will be repeated. */
    SAGA_RETRIED("saga.retried", Type.COUNTER, "Steps and undos that failed and will be repeated", "saga"),
    /** Steps that were taken back. */
    SAGA_UNDONE("saga.undone", Type.COUNTER, "Steps that were taken back", "saga"),
    /** Sagas with all steps done. */
    SAGA_COMPLETED("saga.completed", Type.COUNTER, "Sagas with all steps done", "saga"),
    /** Sagas that were taken back. */
    SAGA_COMPENSATED("saga.compensated", Type.COUNTER, "Sagas that were taken back", "saga"),
    /** Sagas that can neither go on nor back. */
    SAGA_STUCK("saga.stuck", Type.COUNTER, "Sagas that can neither go on nor back", "saga"),
    /** Stuck sagas that a person resumed, or let skip a step. */
    SAGA_UNSTUCK("saga.unstuck", Type.COUNTER, "Stuck sagas that a person resumed, or let skip a step", "saga"),
    /** Firings that are done. */
    SCHEDULE_DONE("schedule.done", Type.COUNTER, "Firings that are done", "schedule"),
    /** Firings that failed and will be repeated. */
    SCHEDULE_RETRIED("schedule.retried", Type.COUNTER, "Firings that failed and will be repeated", "schedule"),
    /** Firings that failed for good. */
    SCHEDULE_FAILED("schedule.failed", Type.COUNTER, "Firings that failed for good", "schedule"),
    /** Instants that were left out, by cause. */
    SCHEDULE_SKIPPED("schedule.skipped", Type.COUNTER, "Instants that were left out, by cause", "schedule", "cause"),
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

    /** The name as Micrometer has it: {@code dependency.calls}. */
    public String dotted() {
        return dotted;
    }

    /** What kind of meter it is. */
    public Type type() {
        return type;
    }

    /** What it tells. */
    public String description() {
        return description;
    }

    /** Its labels, which are what Micrometer calls tags. */
    public List<String> labels() {
        return labels;
    }

    /** Kinds of meters. */
    public enum Type {
        /** Only rises. */
        COUNTER,
        /** Counts and adds up spans of time. */
        TIMER,
        /** Stands where it stands. */
        GAUGE,
        /** A span of time that stands where it stands. */
        TIME_GAUGE
    }
}
