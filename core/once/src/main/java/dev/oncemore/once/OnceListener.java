package dev.oncemore.once;

/** Hears what becomes of effects, on the thread that runs them. It must be quick; what it throws is logged and ignored. */
@FunctionalInterface
public interface OnceListener {
    /** Something happened. */
    void on(OnceEvent event);
}
