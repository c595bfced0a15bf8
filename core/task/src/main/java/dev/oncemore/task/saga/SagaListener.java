package dev.oncemore.task.saga;

/** Hears what becomes of sagas. It is called by the threads that work on them, and should be quick. */
@FunctionalInterface
public interface SagaListener {
    /** Something happened. */
    void on(SagaEvent event);
}
