package dev.oncemore.task.saga;

import dev.oncemore.By;
import java.time.Duration;

/** An event of a saga. After a crash the same event may be emitted again. */
public sealed interface SagaEvent {
    /** The name of its declaration. */
    String saga();

    /** The key it was started with. */
    String key();

    /** A saga was started. */
    record Started(String saga, String key) implements SagaEvent {}

    /** A step completed. */
    record StepDone(String saga, String key, String step) implements SagaEvent {}

    /** A step, or its undo, failed and will be retried after this delay. */
    record Retried(String saga, String key, String step, boolean undo, int attempt, Duration delay, String error)
            implements SagaEvent {}

    /** The saga turned back. */
    record TurnedBack(String saga, String key, String step, String reason) implements SagaEvent {}

    /** A step was undone. */
    record Undone(String saga, String key, String step) implements SagaEvent {}

    /** All steps completed. */
    record Completed(String saga, String key) implements SagaEvent {}

    /** All steps are undone. */
    record Compensated(String saga, String key, String reason) implements SagaEvent {}

    /** A step cannot be undone. Alert a person: the saga continues when it is resumed or the step is skipped. */
    record Stuck(String saga, String key, String step, String reason) implements SagaEvent {}

    /** A person resumed a stuck saga. */
    record Resumed(String saga, String key, By by) implements SagaEvent {}

    /** A person marked a step as undone. */
    record Skipped(String saga, String key, String step, By by) implements SagaEvent {}
}
