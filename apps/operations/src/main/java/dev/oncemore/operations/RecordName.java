package dev.oncemore.operations;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Scope;
import org.jspecify.annotations.Nullable;

/** How people name a record: a scope, with or without the principal, and a key. */
public final class RecordName {
    private RecordName() {}

    /**
     * Reads {@code acme/payment:create} or {@code acme/PRINCIPAL/payment:create}, and a key.
     *
     * @throws IllegalArgumentException when one of them will not do; the message says why
     */
    public static Key read(@Nullable String scope, @Nullable String key) {
        if (scope == null || scope.isBlank() || key == null || key.isBlank()) {
            throw new IllegalArgumentException(
                    "a record is named by its scope, such as acme/payment:create, and its key, such as inv-001");
        }
        String[] parts = scope.strip().split("/", -1);
        if (parts.length != 2 && parts.length != 3) {
            throw new IllegalArgumentException("'" + scope.strip() + "' is not a scope: write tenant/operation, such as"
                    + " acme/payment:create, or tenant/principal/operation, such as acme/maria/payment:create");
        }
        return (parts.length == 2 ? Scope.of(parts[0], parts[1]) : Scope.read(scope.strip())).key(key.strip());
    }
}
