package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/**
 * Marks work on this thread as one attempt of somebody else's retries: a caller in another process, a job scheduler, a
 * message broker that delivers again. Engines inside make one attempt, as they do inside an attempt of another engine,
 * unless their policy says {@link dev.oncemore.retry.policy.Nesting#RETRY}.
 *
 * <pre>{@code
 * OuterRetry.within(() -> handle(message)); // the broker delivers again
 * }</pre>
 */
public final class OuterRetry {
    private OuterRetry() {}

    /** Whether the work on this thread is an attempt of an engine or of somebody else's retries. */
    public static boolean isPresent() {
        return Frame.current().depth > 0;
    }

    /** Runs work as one attempt. The mark stays on this thread: repeat it on threads that you start yourself. */
    public static <T extends @Nullable Object, X extends Exception> T within(Call<T, X> work) throws X {
        Frame frame = Frame.current();
        frame.depth++;
        try {
            return work.call();
        } finally {
            frame.depth--;
        }
    }
}
