package dev.oncemore;

import org.jspecify.annotations.Nullable;

/**
 * Root of the exceptions that Oncemore throws for failures of its environment: a dependency that stayed down, a store
 * that cannot be reached. Misuse by the caller throws {@link IllegalArgumentException} or {@link IllegalStateException}
 * instead.
 */
public class OncemoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message states what happened and what to do next. */
    public OncemoreException(String message) {
        super(message);
    }

    /** Creates an exception with the underlying failure as its cause. */
    public OncemoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Creates an exception with an optional stack trace; leave it out when the cause already shows where the failure
     * occurred.
     */
    protected OncemoreException(@Nullable String message, @Nullable Throwable cause, boolean writableStackTrace) {
        super(message, cause, true, writableStackTrace);
    }
}
