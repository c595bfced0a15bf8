package dev.oncemore.lab.sim;

import java.time.Duration;
import java.util.Arrays;

/** Sums over equal slices of simulated time. What comes after the last slice is left out. */
public final class TimeSlices {
    private final long widthNanos;
    private final double[] sums;

    /** Slices of this width, from zero to the end. */
    public TimeSlices(Duration width, Duration end) {
        widthNanos = width.toNanos();
        sums = new double[(int) ((end.toNanos() + widthNanos - 1) / widthNanos)];
    }

    void add(long atNanos, double amount) {
        long slice = atNanos / widthNanos;
        if (slice < sums.length) {
            sums[(int) slice] += amount;
        }
    }

    /** The sum of each slice. */
    public double[] sums() {
        return sums.clone();
    }

    /** The sum of each slice, per second. */
    public double[] perSecond() {
        double perSecond = 1e9 / widthNanos;
        return Arrays.stream(sums).map(sum -> sum * perSecond).toArray();
    }

    /** The largest sum per second of all slices that begin at this moment or later. */
    public double peakPerSecond(Duration from) {
        int first = (int) (from.toNanos() / widthNanos);
        return Arrays.stream(sums).skip(first).max().orElse(0) * 1e9 / widthNanos;
    }

    /** The mean per second between two moments. */
    public double meanPerSecond(Duration from, Duration to) {
        int first = (int) (from.toNanos() / widthNanos);
        int last = (int) (to.toNanos() / widthNanos);
        double sum = Arrays.stream(sums, first, Math.min(last, sums.length)).sum();
        return sum * 1e9 / widthNanos / (last - first);
    }

    /** The middle of each slice, in seconds. */
    public double[] seconds() {
        double[] seconds = new double[sums.length];
        Arrays.setAll(seconds, i -> (i + 0.5) * widthNanos / 1e9);
        return seconds;
    }

    /** The mean of each slice: these sums over those counts, 0 where there are none. */
    public double[] over(TimeSlices counts) {
        double[] means = new double[sums.length];
        Arrays.setAll(means, i -> counts.sums[i] == 0 ? 0 : sums[i] / counts.sums[i]);
        return means;
    }
}
