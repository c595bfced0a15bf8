package dev.oncemore.http.serve;

import dev.oncemore.once.record.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Objects;
import java.util.Optional;

/**
 * The owner of keys: no caller can see, block or replay another caller's requests.
 *
 * @param tenant the customer or company; {@link IdempotencySettings#liveKeysMax} counts by it
 * @param principal the user within the tenant; {@link Scope#ANYONE} if all users of a tenant share their keys
 */
public record Caller(String tenant, String principal) {
    /** Checks that neither name is blank; any characters and any length are allowed. */
    public Caller {
        Objects.requireNonNull(
                tenant, "a caller's tenant must not be null; return Optional.empty() if nobody is authenticated");
        Objects.requireNonNull(
                principal,
                "a caller's principal must not be null; use Caller.of(tenant) if its users share their keys");
        if (tenant.isBlank() || principal.isBlank()) {
            throw new IllegalArgumentException("a caller's tenant and principal must not be blank");
        }
    }

    /** All users of this tenant. */
    public static Caller of(String tenant) {
        return new Caller(tenant, Scope.ANYONE);
    }

    /**
     * The user authenticated by the container or an earlier filter, as its own tenant. Empty without authentication.
     */
    public static Optional<Caller> authenticated(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        return principal == null
                        || principal.getName() == null
                        || principal.getName().isBlank()
                ? Optional.empty()
                : Optional.of(of(principal.getName()));
    }
}
