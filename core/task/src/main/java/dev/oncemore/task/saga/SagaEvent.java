package dev.oncemore.task.saga;

import java.time.Duration;

/** Something that became of a saga. After a crash the same may be told again. */
public sealed interface SagaEvent {
    /** The name of its declaration. */
    String saga();

    /** The key it was started with. */
    String key();

    /** A saga was started. */
    record Started(String saga, String key) implements SagaEvent {}

    /** A step is done. */
    record StepDone(String saga, String key, String step) implements SagaEvent {}

    /** A step, or its undo, failed and will be tried again after this long. */
    record Retried(String saga, String key, String step, boolean undo, int attempt, Duration delay, String error)
            implements SagaEvent {}

    /** The saga turns back. */
    record TurnedBack(String saga, String key, String step, String reason) implements SagaEvent {}

    /** A step was taken back. */
    record Undone(String saga, String key, String step) implements SagaEvent {}

    /** All steps are done. */
    record Completed(String saga, String key) implements SagaEvent {}

    /** All that was done is taken back. */
    record Compensated(String saga, String key, String reason) implements SagaEvent {}

    /** A step can not be taken back. Somebody should be told: it goes on when a person resumes or skips it. */
    record Stuck(String saga, String key, String step, String reason) implements SagaEvent {}

    /** A person lets a stuck saga try again. */
    record Resumed(String saga, String key, String who, String why) implements SagaEvent {}

    /** A person says that a step counts as taken back. */
    record Skipped(String saga, String key, String step, String who, String why) implements SagaEvent {}
}
