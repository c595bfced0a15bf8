package dev.oncemore.task;

/**
 * Executes tasks of one kind. It may be called again for a completed task if the process died before that was recorded:
 * pass {@link TaskRun#key} to the dependency, or run the effect through {@link dev.oncemore.once.Once}.
 *
 * @param <T> the payload
 */
@FunctionalInterface
public interface TaskHandler<T> {
    /** Executes the task and returns a verdict; exceptions are classified by the policy of its kind. */
    Verdict handle(T payload, TaskRun task) throws Exception;
}
