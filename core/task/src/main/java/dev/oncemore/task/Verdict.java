package dev.oncemore.task;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a handler says of its task. What it throws instead is judged by the policy of its kind, as the retry engine would.
 *
 * <pre>{@code
 * return reply.accepted() ? Verdict.done(reply.number()) : Verdict.rejected(reply.reason());
 * }</pre>
 */
public sealed interface Verdict {

    /** It is done. */
    static Verdict done() {
        return Done.WITHOUT_RESULT;
    }

    /** It is done, and whoever asks gets this; the settings' codecs write it. */
    static Verdict done(Object result) {
        return new Done(Objects.requireNonNull(result, "result"));
    }

    /** It shall be tried again after this long; when its attempts are used up it becomes a dead letter. */
    static Verdict retryLater(Duration delay, String why) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative, but is " + delay);
        }
        return new RetryLater(delay, Objects.requireNonNull(why, "why"));
    }

    /** Trying again does not help: a person has to look at it. */
    static Verdict dead(String why) {
        return new Dead(Objects.requireNonNull(why, "why"));
    }

    /** The answer is no, for good. It is recorded, and nobody is bothered. */
    static Verdict rejected(String why) {
        return new Rejected(Objects.requireNonNull(why, "why"));
    }

    /**
     * Nothing of this queue has a chance now: no node claims from it for this long, and this task goes back without the attempt
     * being counted.
     */
    static Verdict pauseQueue(Duration span, String why) {
        if (span.isNegative() || span.isZero()) {
            throw new IllegalArgumentException("a pause must be over 0, but is " + span);
        }
        return new PauseQueue(span, Objects.requireNonNull(why, "why"));
    }

    /** As {@link #done()}. */
    record Done(@Nullable Object result) implements Verdict {
        private static final Done WITHOUT_RESULT = new Done(null);
    }

    /** As {@link #retryLater}. */
    record RetryLater(Duration delay, String why) implements Verdict {}

    /** As {@link #dead}. */
    record Dead(String why) implements Verdict {}

    /** As {@link #rejected}. */
    record Rejected(String why) implements Verdict {}

    /** As {@link #pauseQueue}. */
    record PauseQueue(Duration span, String why) implements Verdict {}
}
