package dev.oncemore.retry;

import dev.oncemore.By;
import java.util.Objects;

/**
 * Opens and closes the circuit breaker of an engine by hand: before maintenance of the dependency, or when you know
 * sooner than the breaker that it is up again.
 *
 * <pre>{@code
 * bank.breaker().forceOpen(By.person("ann", "the bank is down for maintenance until 6"));
 * bank.breaker().close(By.person("ann", "maintenance is over"));
 * }</pre>
 *
 * <p>It acts on this process only. Each change is a {@link RetryEvent.BreakerChanged} that names who made it and why.
 */
public final class BreakerSwitch {
    private final CircuitBreaker breaker;

    BreakerSwitch(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    /** The current mode. */
    public BreakerMode mode() {
        return breaker.mode();
    }

    /**
     * Refuses all calls from now on, until {@link #close}: no cool-down ends it, and no probe is admitted. Attempts that
     * are running end as they would, and their outcomes do not count.
     */
    public void forceOpen(By by) {
        breaker.switchTo(BreakerMode.FORCED_OPEN, Objects.requireNonNull(by, "by"));
    }

    /** Admits calls again, from any mode, and starts counting anew: outcomes of earlier attempts do not count. */
    public void close(By by) {
        breaker.switchTo(BreakerMode.CLOSED, Objects.requireNonNull(by, "by"));
    }
}
