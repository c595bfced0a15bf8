package dev.oncemore.task;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A handler's verdict on its task. An exception instead is classified by the policy of its kind, as in the retry
 * engine.
 *
 * <pre>{@code
 * return reply.accepted() ? Verdict.done(reply.number()) : Verdict.rejected(reply.reason());
 * }</pre>
 */
public sealed interface Verdict {

    /** The task is done. */
    static Verdict done() {
        return Done.WITHOUT_RESULT;
    }

    /** The task is done with this result, which the settings' codecs write. */
    static Verdict done(Object result) {
        return new Done(Objects.requireNonNull(result, "result"));
    }

    /** The task is retried after this delay; after its last attempt it becomes a dead letter. */
    static Verdict retryLater(Duration delay, String why) {
        return new RetryLater(delay, why, null);
    }

    /** As {@link #retryLater(Duration, String)}, with the exception, which is logged and is in the event. */
    static Verdict retryLater(Duration delay, String why, Throwable cause) {
        return new RetryLater(delay, why, Objects.requireNonNull(cause, "cause"));
    }

    /** A retry does not help: a person has to look at it. */
    static Verdict dead(String why) {
        return new Dead(why, null);
    }

    /** As {@link #dead(String)}, with the exception, whose stack trace is logged and kept in the dead letter. */
    static Verdict dead(String why, Throwable cause) {
        return new Dead(why, Objects.requireNonNull(cause, "cause"));
    }

    /**
     * The attempt failed with this exception, as if the handler had thrown it: the policy of its kind decides about a
     * retry and its delay. For code that has failures of several tasks to tell, such as a
     * {@link dev.oncemore.task.outbox.Sink}.
     */
    static Verdict failed(Exception cause) {
        return new Failed(Objects.requireNonNull(cause, "cause"));
    }

    /** The task is rejected for good. The rejection is recorded, and no person is alerted. */
    static Verdict rejected(String why) {
        return new Rejected(Objects.requireNonNull(why, "why"));
    }

    /**
     * No task of this queue can succeed for now: no node claims from it for this long, and this task is released without
     * counting the attempt.
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

    /** As {@link #retryLater(Duration, String)}. */
    record RetryLater(Duration delay, String why, @Nullable Throwable cause) implements Verdict {
        /** Refuses a negative delay. */
        public RetryLater {
            if (delay.isNegative()) {
                throw new IllegalArgumentException("delay must not be negative, but is " + delay);
            }
            Objects.requireNonNull(why, "why");
        }
    }

    /** As {@link #dead(String)}. */
    record Dead(String why, @Nullable Throwable cause) implements Verdict {
        /** Requires a reason. */
        public Dead {
            Objects.requireNonNull(why, "why");
        }
    }

    /** As {@link #failed}. */
    record Failed(Exception cause) implements Verdict {}

    /** As {@link #rejected}. */
    record Rejected(String why) implements Verdict {}

    /** As {@link #pauseQueue}. */
    record PauseQueue(Duration span, String why) implements Verdict {}
}
