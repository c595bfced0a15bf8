package dev.oncemore.http.serve;

import jakarta.servlet.ServletException;

/**
 * Decides which application exceptions mean that a request had no effect. No response is kept for an exception that
 * leaves the filter: an outer filter, an error page or the container turns it into the response.
 *
 * <p>After an exception that means "nothing happened" the key is released. After any other the outcome is unknown,
 * because a bug may surface after the effect, and the engine's {@link dev.oncemore.once.WhenUnknown} decides. A policy
 * that releases a 500 ({@link OutcomePolicy#releaseServerErrors}) releases the key after every exception.
 *
 * <pre>{@code
 * IdempotencySettings.standard().exceptions(ExceptionPolicy.standard().or(OutOfStockException.class))
 * }</pre>
 */
@FunctionalInterface
public interface ExceptionPolicy {
    /** Whether a request that ended with this exception certainly had no effect. */
    boolean meansNothingHappened(Throwable thrown);

    /**
     * Recognises denied access, as reported by Spring Security, Jakarta REST, Jakarta Security and Jakarta Enterprise
     * Beans, also within a {@link ServletException}. An access exception inside an application exception does not
     * count.
     *
     * <p>A check that runs after the effect, such as Spring's {@code @PostAuthorize}, must roll the effect back;
     * otherwise set your own policy.
     */
    static ExceptionPolicy standard() {
        return AccessExceptions::isRefusedAccess;
    }

    /** Also accepts this type and its subclasses, directly or within a {@link ServletException}. */
    default ExceptionPolicy or(Class<? extends Throwable> type) {
        return thrown -> meansNothingHappened(thrown) || type.isInstance(AccessExceptions.unwrapped(thrown));
    }
}
