package dev.oncemore.torture.sim;

/** A history that does not end: every party waits for another, or one goes on for ever. An error, so that nobody retries it. */
public final class Stuck extends Error {
    private static final long serialVersionUID = 1L;

    Stuck(String message) {
        super(message);
    }
}
