package dev.oncemore.bench.measure;

import org.jspecify.annotations.Nullable;

/** A measurement that did not take place or did not end; the message says why and is all that a user needs. */
public final class MeasuringException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong, and its cause if there is one. */
    public MeasuringException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
