package dev.oncemore.task;

/**
 * Does the tasks of one kind. It may be called again for a task that it has done, when the process died before that was
 * written down: pass {@link TaskRun#key} to the other side, or do the effect through {@link dev.oncemore.once.Once}.
 *
 * @param <T> the payload
 */
@FunctionalInterface
public interface TaskHandler<T> {
    /** Does it and says how it went; what it throws is judged by the policy of its kind. */
    Verdict handle(T payload, TaskRun task) throws Exception;
}
