package dev.oncemore.bench.measure;

import java.util.Arrays;
import java.util.List;

/** The values of one metric, measured several times. */
public final class Measurement {
    /** The suffix of a metric's name for its least value. */
    public static final String LEAST = " least";
    /** The suffix of a metric's name for its greatest value. */
    public static final String MOST = " most";

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

    /** The least value. */
    public double least() {
        return sorted[0];
    }

    /** The greatest value. */
    public double most() {
        return sorted[sorted.length - 1];
    }

    /** Whether a figure is a median or a single value, and not the least or greatest. */
    public static boolean isMedian(Figure figure) {
        return !figure.metric().endsWith(LEAST) && !figure.metric().endsWith(MOST);
    }

    /** The figures of the median, the least and the greatest value. */
    public List<Figure> figures(String caseName, String subject, String metric) {
        return List.of(
                Figure.of(caseName, subject, metric, median()),
                Figure.of(caseName, subject, metric + LEAST, least()),
                Figure.of(caseName, subject, metric + MOST, most()));
    }
}
