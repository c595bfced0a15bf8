package dev.oncemore.bench.measure;

/**
 * One measured number.
 *
 * @param caseName the case
 * @param subject the measured library
 * @param metric the metric, which is also its unit
 * @param value the value, which is a median
 * @param spread half of the distance between the quartiles; NaN if there is none
 */
public record Figure(String caseName, String subject, String metric, double value, double spread) {
    /** Time for one operation. */
    public static final String NANOS = "ns/op";
    /** Memory allocated by one operation. */
    public static final String BYTES = "B/op";
    /** Operations in one second, of all threads together. */
    public static final String THROUGHPUT = "ops/s";

    /** Below this, the profiler sees only allocations of the harness itself. */
    private static final double BYTES_NOISE = 0.5;

    /** Requires a finite value. */
    public Figure {
        if (!Double.isFinite(value)) {
            throw new MeasuringException(caseName + " of " + subject + " has no value of " + metric, null);
        }
    }

    /** A figure that is exact, or whose spread is unknown. */
    public static Figure of(String caseName, String subject, String metric, double value) {
        return new Figure(caseName, subject, metric, value, Double.NaN);
    }

    /** Memory allocated by one operation; noise becomes 0. */
    public static Figure bytes(String caseName, String subject, double value) {
        return of(caseName, subject, BYTES, Math.abs(value) < BYTES_NOISE ? 0 : value);
    }
}
