package dev.oncemore.http.serve;

import dev.oncemore.once.record.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Objects;
import java.util.Optional;

/**
 * Whose keys they are: no caller can see, block or replay what another one did.
 *
 * @param tenant the customer or company; {@link IdempotencySettings#liveKeysMax} counts by it
 * @param principal who acts for it; {@link Scope#ANYONE} where all who act for a tenant share their keys
 */
public record Caller(String tenant, String principal) {
    /** A caller; of both names any characters and any length are good. */
    public Caller {
        Objects.requireNonNull(tenant, "a caller's tenant is null; answer Optional.empty() where nobody is known");
        Objects.requireNonNull(
                principal, "a caller's principal is null; write Caller.of(tenant) where its people share their keys");
        if (tenant.isBlank() || principal.isBlank()) {
            throw new IllegalArgumentException("a caller's tenant and principal must not be blank");
        }
    }

    /** All who act for this tenant. */
    public static Caller of(String tenant) {
        return new Caller(tenant, Scope.ANYONE);
    }

    /** The one whom the container or a filter in front authenticated; its own tenant. Empty when nobody is. */
    public static Optional<Caller> authenticated(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        return principal == null
                        || principal.getName() == null
                        || principal.getName().isBlank()
                ? Optional.empty()
                : Optional.of(of(principal.getName()));
    }
}
