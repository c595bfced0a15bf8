package dev.oncemore.task.schedule;

/** The work of a schedule. */
@FunctionalInterface
public interface FiringHandler {
    /** Executes a firing. It is done when this returns; exceptions are classified by the policy, as for every task. */
    void fire(Firing firing) throws Exception;
}
