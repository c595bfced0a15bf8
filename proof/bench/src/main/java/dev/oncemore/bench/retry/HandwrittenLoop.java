package dev.oncemore.bench.retry;

import java.util.concurrent.Callable;

/** A handwritten retry loop: the baseline for engines. */
final class HandwrittenLoop {
    private final int attempts;
    private final long delayMillis;

    HandwrittenLoop(int attempts, long delayMillis) {
        this.attempts = attempts;
        this.delayMillis = delayMillis;
    }

    Object call(Callable<Object> work) throws Exception {
        long nextMillis = delayMillis;
        for (int attempt = 1; ; attempt++) {
            try {
                return work.call();
            } catch (Exception e) {
                if (attempt == attempts) {
                    throw e;
                }
            }
            if (nextMillis > 0) {
                Thread.sleep(nextMillis);
                nextMillis = (long) (nextMillis * Scenario.FACTOR);
            }
        }
    }
}
