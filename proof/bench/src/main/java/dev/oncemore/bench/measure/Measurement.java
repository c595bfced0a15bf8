package dev.oncemore.bench.measure;

import java.util.Arrays;
import java.util.List;

/** The values of one metric, measured several times. */
public final class Measurement {
    private final double[] sorted;

    private Measurement(double[] sorted) {
        this.sorted = sorted;
    }

    /** The measured values, in any order. */
    public static Measurement of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a sample needs at least one value");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new Measurement(sorted);
    }

    /** The median: the middle value, or the mean of the two in the middle. */
    public double median() {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** The percentile: the value that this share of all values does not exceed. */
    public double percentile(double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(0, rank - 1)];
    }

    /** The figure of these rounds. */
    public Figure figure(String caseName, String subject, String metric) {
        return new Figure(caseName, subject, metric, sorted.length, median(), sorted[0], sorted[sorted.length - 1]);
    }
}
