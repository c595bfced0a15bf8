package dev.oncemore.once.record;

import dev.oncemore.internal.Text;
import java.time.LocalDate;
import java.util.Objects;

/**
 * What names one effect: a value within a scope. Keys that differ in case or in a trailing space are different keys.
 *
 * <pre>{@code
 * Key payment = Scope.of("acme", "payment:create").key("inv-001");
 * Key invoice = Key.document("comp1", "invoice", "001");
 * Key bill = Key.billingPeriod("acme", "user-7", LocalDate.of(2026, 1, 1), LocalDate.of(2026, 2, 1));
 * }</pre>
 *
 * @param scope whose key it is
 * @param value 1 to 255 printable ASCII characters
 */
public record Key(Scope scope, String value) {

    /** A key; refuses an empty, over-long or unprintable value. */
    public Key {
        Objects.requireNonNull(scope, "a key must have a scope");
        Text.requireKeyLike("key", value, Text.KEY_LENGTH_MAX);
    }

    /** A key of one tenant's operation. */
    public static Key of(String tenant, String operation, String value) {
        return Scope.of(tenant, operation).key(value);
    }

    /** The key of a company's document: {@code comp1:invoice:001}. A colon within a part is escaped. */
    public static Key document(String company, String type, String number) {
        String value = part("company", company) + ":" + part("type", type) + ":" + part("number", number);
        return Scope.of(company, "document:" + type).key(value);
    }

    /** The key of what is billed to a user for one period; the end is the first day that is not billed. */
    public static Key billingPeriod(String tenant, String user, LocalDate start, LocalDate end) {
        if (!start.isBefore(end)) {
            throw new IllegalArgumentException(
                    "a billing period must end after it starts, but is " + start + " to " + end);
        }
        return Scope.of(tenant, "billing").key(part("user", user) + ":" + start + ":" + end);
    }

    /** A key for a step inside this key's effect: never equal to a key of anybody's own, nor to another step's. */
    public Key child(String step) {
        return new Key(scope.ofChildren(), value.replace("%", "%25").replace(">", "%3E") + ">" + step);
    }

    /** Without this check all documents that have no number would be one. */
    private static String part(String what, String text) {
        if (Objects.requireNonNull(text, what).isBlank()) {
            throw new IllegalArgumentException(what + " must not be blank");
        }
        return text.replace("%", "%25").replace(":", "%3A");
    }

    @Override
    public String toString() {
        return scope + " " + value;
    }
}
