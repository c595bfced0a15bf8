package dev.oncemore.task.batch;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One item of a chunk. It counts as done unless its handler sets another result; the last one counts.
 *
 * @param <T> the type of its value
 */
public final class Item<T> {
    private final T value;
    private final String key;
    private Say say = Say.DONE;
    private Duration delay = Duration.ZERO;
    private @Nullable String why;

    Item(T value, String key) {
        this.value = value;
        this.key = key;
    }

    /** Its value. */
    public T value() {
        return value;
    }

    /** A key that is unique to this item and the same whenever it is repeated: for the dependency. */
    public String key() {
        return key;
    }

    /** Rejects the item for good. It is counted, and the batch continues. */
    public void reject(String why) {
        say(Say.REJECTED, why);
    }

    /** Retries the item after this delay as its own task, as often as the policy allows. */
    public void retryLater(Duration delay, String why) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative, but is " + delay);
        }
        this.delay = delay;
        say(Say.RETRY, why);
    }

    /** Makes the item a dead letter with its bytes, since a retry does not help; the batch continues. */
    public void poison(String why) {
        say(Say.POISON, why);
    }

    private void say(Say said, String because) {
        say = said;
        why = Objects.requireNonNull(because, "why");
    }

    Say said() {
        return say;
    }

    Duration delay() {
        return delay;
    }

    String why() {
        return String.valueOf(why);
    }

    enum Say {
        DONE,
        REJECTED,
        RETRY,
        POISON
    }
}
