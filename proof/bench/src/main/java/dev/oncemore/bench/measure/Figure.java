package dev.oncemore.bench.measure;

/**
 * One measured number: what all rounds of one subject in one case gave for one metric.
 *
 * @param caseName the case
 * @param subject the measured library
 * @param metric the metric, which is also its unit
 * @param rounds how often it was measured
 * @param value the median of the rounds
 * @param least the least value of a round
 * @param most the greatest value of a round
 */
public record Figure(
        String caseName, String subject, String metric, int rounds, double value, double least, double most) {
    /** Time for one operation. */
    public static final String NANOS = "ns/op";
    /** Memory allocated by one operation. */
    public static final String BYTES = "B/op";
    /** Operations in one second, of all threads together. */
    public static final String THROUGHPUT = "ops/s";

    /** Requires a finite value. */
    public Figure {
        if (!Double.isFinite(value)) {
            throw new MeasuringException(caseName + " of " + subject + " has no value of " + metric, null);
        }
    }

    /** A figure that was measured once, or is exact. */
    public static Figure of(String caseName, String subject, String metric, double value) {
        return new Figure(caseName, subject, metric, 1, value, value, value);
    }

    /** Whether higher values are better, as of all metrics per second; all others are costs. */
    public boolean moreIsBetter() {
        return metric.endsWith("/s");
    }
}
