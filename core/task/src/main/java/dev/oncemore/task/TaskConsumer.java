package dev.oncemore.task;

/**
 * A {@link TaskHandler} without a verdict: its task is done when it returns. It has a name of its own, because Java and
 * Kotlin cannot choose between two forms of a lambda by what it returns.
 *
 * @param <T> the payload
 */
@FunctionalInterface
public interface TaskConsumer<T> {
    /** Executes the task; exceptions are classified by the policy of its kind. */
    void accept(T payload, TaskRun task) throws Exception;
}
