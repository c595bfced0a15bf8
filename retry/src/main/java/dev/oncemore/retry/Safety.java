package dev.oncemore.retry;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a call may be repeated when nobody knows if it happened. Only the caller can tell, so the caller declares it;
 * without a declaration a lost reply is not retried.
 */
public final class Safety {
    private static final Safety UNDECLARED = new Safety(false, null);
    private static final Safety IDEMPOTENT = new Safety(true, null);

    private final boolean repeatable;
    private final @Nullable String key;

    private Safety(boolean repeatable, @Nullable String key) {
        this.repeatable = repeatable;
        this.key = key;
    }

    /** Nothing is known: after an unknown outcome the call is not repeated. */
    public static Safety undeclared() {
        return UNDECLARED;
    }

    /** Doing it twice is the same as doing it once: a read, a PUT, a DELETE. */
    public static Safety idempotent() {
        return IDEMPOTENT;
    }

    /** Every attempt carries this key, and the other side does the work once per key. */
    public static Safety keyed(String key) {
        if (Objects.requireNonNull(key, "key").isBlank()) {
            throw new IllegalArgumentException("an idempotency key must not be blank");
        }
        if (key.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an idempotency key must not contain control characters");
        }
        return new Safety(true, key);
    }

    /** Whether it may be repeated after an unknown outcome. */
    public boolean repeatable() {
        return repeatable;
    }

    @Nullable
    String key() {
        return key;
    }

    @Override
    public String toString() {
        return key != null ? "keyed" : repeatable ? "idempotent" : "undeclared";
    }
}
