package dev.oncemore.task.saga;

/** Receives events of sagas, on the threads that run them; it should be fast. */
@FunctionalInterface
public interface SagaListener {
    /** Called for an event. */
    void on(SagaEvent event);
}
