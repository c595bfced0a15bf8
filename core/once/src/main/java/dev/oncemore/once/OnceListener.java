package dev.oncemore.once;

/** Receives events of effects, on the thread that runs them. It must be fast; exceptions are logged and ignored. */
@FunctionalInterface
public interface OnceListener {
    /** Called for an event. */
    void on(OnceEvent event);
}
