package dev.oncemore.http.serve;

import jakarta.servlet.ServletException;

/**
 * Decides which exceptions of the application mean that a request had no effect. No response is kept for an exception that
 * leaves the filter: a filter in front, an error page or the container turns it into the response.
 *
 * <p>After an exception that means "nothing happened" the key is free again. After any other the outcome is unknown, since a
 * bug may strike after the effect, and the engine's {@link dev.oncemore.once.WhenUnknown} decides. A policy that releases
 * a 500 ({@link OutcomePolicy#releaseServerErrors}) frees the key after every exception.
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
     * Refused access, as Spring Security, Jakarta REST, Jakarta Security and Jakarta Enterprise Beans report it, also within a
     * {@link ServletException}. An access exception that the application wrapped in one of its own does not count.
     *
     * <p>A check that runs after the effect, such as Spring's {@code @PostAuthorize}, must roll the effect back; if it
     * cannot, set a policy of your own.
     */
    static ExceptionPolicy standard() {
        return AccessExceptions::isRefusedAccess;
    }

    /** Also this type and its subclasses, by themselves or within a {@link ServletException}. */
    default ExceptionPolicy or(Class<? extends Throwable> type) {
        return thrown -> meansNothingHappened(thrown) || type.isInstance(AccessExceptions.unwrapped(thrown));
    }
}
