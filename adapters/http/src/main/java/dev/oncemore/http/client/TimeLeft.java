package dev.oncemore.http.client;

import dev.oncemore.retry.Attempt;
import dev.oncemore.retry.Call;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import java.time.Duration;

/** The limit of a call that may have to go on as another call, by its policy and by the deadline of its caller. */
final class TimeLeft {
    private final Time time;
    private final Duration limit;
    private final long startNanos;

    private TimeLeft(Time time, Duration limit) {
        this.time = time;
        this.limit = limit;
        startNanos = time.nanoTime();
    }

    /** For a call that starts now, on this thread. */
    static TimeLeft of(RetryPolicy policy, Time time) {
        Duration own = policy.deadline().orElse(Attempt.UNLIMITED);
        Duration outer = Deadline.remaining().orElse(Attempt.UNLIMITED);
        return new TimeLeft(time, own.compareTo(outer) < 0 ? own : outer);
    }

    /** Runs the rest of the call, on any thread. */
    <T> T within(Call<T, Exception> rest) throws Exception {
        if (limit.equals(Attempt.UNLIMITED)) {
            return rest.call();
        }
        Duration left = limit.minusNanos(time.nanoTime() - startNanos);
        return Deadline.within(time, left.isNegative() ? Duration.ZERO : left, rest);
    }
}
