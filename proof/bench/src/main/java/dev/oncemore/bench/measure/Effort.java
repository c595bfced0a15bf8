package dev.oncemore.bench.measure;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param forks how many JVMs, one after the other, each measure on their own
 * @param warmups how many stretches of time each of them runs before it counts
 * @param warmupLength how long such a stretch is
 * @param measurements how many stretches count
 * @param measurementLength how long such a stretch is
 */
public record Effort(int forks, int warmups, Duration warmupLength, int measurements, Duration measurementLength) {

    /** Enough to see a factor, not a percentage. */
    public static final Effort QUICK = new Effort(1, 4, Duration.ofMillis(150), 9, Duration.ofMillis(70));

    /** Enough to publish: JVMs compile differently from run to run, so three of them are asked. */
    public static final Effort FULL = new Effort(3, 5, Duration.ofMillis(500), 9, Duration.ofMillis(500));

    private static final double FORK_START_SECONDS = 0.8;

    /** How long a measurement might take. */
    public double guessedSeconds() {
        Duration running = warmupLength.multipliedBy(warmups).plus(measurementLength.multipliedBy(measurements));
        return forks * (FORK_START_SECONDS + running.toNanos() / 1e9);
    }
}
