package dev.oncemore.bench.measure;

import java.util.Arrays;
import java.util.List;

/** One number, measured several times. */
public final class Measurement {
    /** What is added to a metric's name for the least of its values. */
    public static final String LEAST = " least";
    /** What is added to a metric's name for the greatest of its values. */
    public static final String MOST = " most";

    private final double[] sorted;

    private Measurement(double[] sorted) {
        this.sorted = sorted;
    }

    /** What was measured, in any order. */
    public static Measurement of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a sample needs at least one value");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new Measurement(sorted);
    }

    /** The middle one, or the mean of the two in the middle. */
    public double median() {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** The value that so large a share of all does not exceed. */
    public double percentile(double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(0, rank - 1)];
    }

    /** The least. */
    public double least() {
        return sorted[0];
    }

    /** The greatest. */
    public double most() {
        return sorted[sorted.length - 1];
    }

    /** Whether a figure is the median, or the only value, of what was measured. */
    public static boolean isMedian(Figure figure) {
        return !figure.metric().endsWith(LEAST) && !figure.metric().endsWith(MOST);
    }

    /** The median, and under names of their own the least and the greatest. */
    public List<Figure> figures(String caseName, String subject, String metric) {
        return List.of(
                Figure.of(caseName, subject, metric, median()),
                Figure.of(caseName, subject, metric + LEAST, least()),
                Figure.of(caseName, subject, metric + MOST, most()));
    }
}
