package dev.oncemore.bench.retry;

import java.time.Duration;

/** The scenarios of blocking calls, with their policies. */
public enum Scenario {
    /** It succeeds at once. The delays double from 100 ms, and are never taken. */
    SUCCESS(Duration.ofMillis(100)),
    /** All attempts fail, with no delay in between. */
    FAILING(Duration.ZERO),
    /** The third attempt succeeds, with no delay in between. */
    RESCUED(Duration.ZERO);

    /** Attempts of one call, in all scenarios. */
    static final int ATTEMPTS = 3;
    /** By how much delays grow. */
    static final double FACTOR = 2;
    /** Where they stop growing. */
    static final Duration LONGEST = Duration.ofSeconds(30);

    private final Duration delay;

    Scenario(Duration delay) {
        this.delay = delay;
    }

    Work work() {
        return switch (this) {
            case SUCCESS -> new Work.Succeeding();
            case FAILING -> new Work.Failing();
            case RESCUED -> new Work.Rescued();
        };
    }

    /** The first delay. */
    Duration delay() {
        return delay;
    }

    boolean waits() {
        return !delay.isZero();
    }
}
