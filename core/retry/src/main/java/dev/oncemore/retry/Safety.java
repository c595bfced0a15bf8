package dev.oncemore.retry;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a call may be repeated after an unknown outcome. Only the caller knows, so the caller declares it; without a
 * declaration a lost reply is not retried.
 */
public final class Safety {
    private static final Safety UNDECLARED = new Safety("undeclared", null);
    private static final Safety READ_ONLY = new Safety("readOnly", null);
    private static final Safety IDEMPOTENT = new Safety("idempotent", null);

    private final String name;
    private final @Nullable String key;

    private Safety(String name, @Nullable String key) {
        this.name = name;
        this.key = key;
    }

    /** Nothing is declared: after an unknown outcome the call is not repeated. */
    public static Safety undeclared() {
        return UNDECLARED;
    }

    /** The call changes nothing: a query, a GET. It may be repeated, and a lost reply leaves no doubt. */
    public static Safety readOnly() {
        return READ_ONLY;
    }

    /**
     * Repeating the call has the same effect as making it once: a PUT, a DELETE. After a lost reply only a success
     * settles the doubt: the first attempt's own deletion may cause a "not found".
     */
    public static Safety idempotent() {
        return IDEMPOTENT;
    }

    /**
     * Every attempt carries this key, and the dependency does the work once per key: a rejection then holds for all
     * attempts.
     */
    public static Safety keyed(String key) {
        if (Objects.requireNonNull(key, "key").isBlank()) {
            throw new IllegalArgumentException("an idempotency key must not be blank");
        }
        if (key.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an idempotency key must not contain control characters");
        }
        return new Safety("keyed", key);
    }

    /** Whether the call may be repeated after an unknown outcome. */
    public boolean repeatable() {
        return !Identity.same(this, UNDECLARED);
    }

    /** Whether the call is read-only: it changes nothing, however often it is made. */
    public boolean isReadOnly() {
        return Identity.same(this, READ_ONLY);
    }

    @Nullable
    String key() {
        return key;
    }

    @Override
    public String toString() {
        return name;
    }
}
