package dev.oncemore.task.batch;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One item of a chunk. It counts as done unless its handler says otherwise; the last word counts.
 *
 * @param <T> what it is
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

    /** What it is. */
    public T value() {
        return value;
    }

    /** The same whenever this item is done again, and of no other item: for the other side. */
    public String key() {
        return key;
    }

    /** The answer is no, for good. It is counted, and the batch goes on. */
    public void reject(String why) {
        say(Say.REJECTED, why);
    }

    /** It shall be tried again after this long by itself, as a task of its own, as often as the policy says. */
    public void retryLater(Duration delay, String why) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative, but is " + delay);
        }
        this.delay = delay;
        say(Say.RETRY, why);
    }

    /** Trying again does not help: it becomes a dead letter, with its bytes, and the batch goes on. */
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
