package dev.oncemore.observe.report;

import dev.oncemore.retry.RetryEvent;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The latency that retries add to one call: all of its time except the first attempt. Receives the events of that call
 * only.
 */
public final class AddedLatency {
    private volatile @Nullable Duration first;
    private volatile boolean retried;

    /** Creates one for a call that begins. */
    public AddedLatency() {}

    /** Returns the added latency if this event ends a call that was retried. */
    public Optional<Duration> after(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed failed && failed.attempt() == 1) {
            first = failed.elapsed();
        } else if (event instanceof RetryEvent.RetryScheduled) {
            retried = true;
        } else if (event instanceof RetryEvent.Succeeded succeeded) {
            return added(succeeded.elapsed());
        } else if (event instanceof RetryEvent.Abandoned abandoned) {
            return added(abandoned.facts().elapsed());
        }
        return Optional.empty();
    }

    private Optional<Duration> added(Duration whole) {
        Duration failed = first;
        if (failed == null || !retried) {
            return Optional.empty();
        }
        Duration rest = whole.minus(failed);
        return Optional.of(rest.isNegative() ? Duration.ZERO : rest);
    }
}
