package dev.oncemore.retry;

import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time left for the work on this thread, as set by an outer scope: an engine for its attempt, or {@link #within}
 * for a request that arrived with a limit. Inner engines respect it.
 *
 * <pre>{@code
 * Reply reply = Deadline.within(Duration.ofMillis(300), () -> handle(request));
 * }</pre>
 */
public final class Deadline {
    private Deadline() {}

    /** The remaining time, never negative; empty without a limit. */
    public static Optional<Duration> remaining() {
        Frame frame = Frame.current();
        return frame.hasDeadline()
                ? Optional.of(Duration.ofNanos(Math.max(0, frame.remainingNanos())))
                : Optional.empty();
    }

    /** Runs work under a limit, or under the current one if that is shorter. It does not interrupt the work. */
    public static <T extends @Nullable Object, X extends Exception> T within(Duration limit, Call<T, X> work) throws X {
        return within(Time.system(), limit, work);
    }

    /** As {@link #within(Duration, Call)}, with another clock. */
    public static <T extends @Nullable Object, X extends Exception> T within(Time time, Duration limit, Call<T, X> work)
            throws X {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("a limit must not be negative, but is " + limit);
        }
        Frame frame = Frame.current();
        long nanos = Math.min(Durations.saturatedNanos(limit), frame.remainingNanos());
        Frame.Saved saved = frame.enter(time, time.nanoTime() + Math.min(nanos, Long.MAX_VALUE / 2));
        try {
            return work.call();
        } finally {
            saved.restore();
        }
    }

    /**
     * Runs work without the current deadline: for work that must finish however late it is, such as recording the
     * outcome of an effect, and for work done on behalf of other calls.
     */
    public static <T extends @Nullable Object, X extends Exception> T without(Call<T, X> work) throws X {
        Frame frame = Frame.current();
        if (!frame.hasDeadline()) {
            return work.call();
        }
        Frame.Saved saved = frame.enter(null, 0);
        try {
            return work.call();
        } finally {
            saved.restore();
        }
    }
}
