package dev.oncemore;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything Oncemore throws about the world around it: a dependency that stayed down, a store that cannot
 * be reached. A caller's own mistake is an {@link IllegalArgumentException} or {@link IllegalStateException} instead.
 */
public class OncemoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception with a message that says what happened and what to do next. */
    public OncemoreException(String message) {
        super(message);
    }

    /** An exception with the failure underneath. */
    public OncemoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * An exception that may go without a stack trace: for facts that were gathered elsewhere, where the cause already
     * tells the place.
     */
    protected OncemoreException(@Nullable String message, @Nullable Throwable cause, boolean writableStackTrace) {
        super(message, cause, true, writableStackTrace);
    }
}
