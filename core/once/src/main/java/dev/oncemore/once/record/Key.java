package dev.oncemore.once.record;

import dev.oncemore.internal.Text;
import java.util.Objects;

/**
 * Identifies one effect: a value within a scope. Keys that differ in case or in a trailing space are different keys.
 *
 * <pre>{@code
 * Key payment = Scope.of("acme", "payment:create").key("inv-001");
 * }</pre>
 *
 * @param scope the scope of the key
 * @param value 1 to 255 printable ASCII characters
 */
public record Key(Scope scope, String value) {

    /** Refuses an empty, over-long or unprintable value. */
    public Key {
        Objects.requireNonNull(scope, "a key must have a scope");
        Text.requireKeyLike("key", value, Text.KEY_LENGTH_MAX);
    }

    /** A key of one tenant's operation. */
    public static Key of(String tenant, String operation, String value) {
        return Scope.of(tenant, operation).key(value);
    }

    /** A key for a step inside this key's effect: never equal to another user's key, nor to another step's. */
    public Key child(String step) {
        return new Key(scope.ofChildren(), value.replace("%", "%25").replace(">", "%3E") + ">" + step);
    }

    @Override
    public String toString() {
        return scope + " " + value;
    }
}
