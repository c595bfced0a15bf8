package dev.oncemore.torture.sim;

/** A history that does not end: a deadlock or an endless loop. An error, so that no engine retries it. */
public final class Stuck extends Error {
    private static final long serialVersionUID = 1L;

    Stuck(String message) {
        super(message);
    }
}
