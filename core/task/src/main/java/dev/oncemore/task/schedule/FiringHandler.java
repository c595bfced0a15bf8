package dev.oncemore.task.schedule;

/** What a schedule does. */
@FunctionalInterface
public interface FiringHandler {
    /** Does it. When it returns it is done; what it throws is judged by the policy, as for every task. */
    void fire(Firing firing) throws Exception;
}
