package dev.oncemore.bench.measure;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param forks the number of JVMs that measure, one after the other
 * @param warmups the number of warm-up iterations in each of them
 * @param warmupLength the length of a warm-up iteration
 * @param measurements the number of measured iterations
 * @param measurementLength the length of a measured iteration
 */
public record Effort(int forks, int warmups, Duration warmupLength, int measurements, Duration measurementLength) {

    /** Enough for factors, not for percentages. */
    public static final Effort QUICK = new Effort(1, 4, Duration.ofMillis(150), 9, Duration.ofMillis(70));

    /** Enough to publish: five JVMs, because the JIT compiles differently from run to run. */
    public static final Effort FULL = new Effort(5, 4, Duration.ofMillis(500), 5, Duration.ofMillis(500));

    private static final double FORK_START_SECONDS = 0.8;

    /** The estimated duration of a measurement. */
    public double guessedSeconds() {
        Duration running = warmupLength.multipliedBy(warmups).plus(measurementLength.multipliedBy(measurements));
        return forks * (FORK_START_SECONDS + running.toNanos() / 1e9);
    }
}
