package dev.oncemore.bench.measure;

import org.jspecify.annotations.Nullable;

/** Thrown when a measurement failed; only its message is shown to the user. */
public final class MeasuringException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception with the reason, and its cause if there is one. */
    public MeasuringException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
