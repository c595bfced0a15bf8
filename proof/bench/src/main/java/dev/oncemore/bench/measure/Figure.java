package dev.oncemore.bench.measure;

/**
 * One measured number.
 *
 * @param caseName what was done
 * @param subject who did it
 * @param metric what was measured, which is also its unit
 * @param value how much
 * @param spread half of the distance between the quartiles, of which the value is the middle; not a number where there is
 *     none
 */
public record Figure(String caseName, String subject, String metric, double value, double spread) {
    /** Time for one operation. */
    public static final String NANOS = "ns/op";
    /** Memory allocated by one operation. */
    public static final String BYTES = "B/op";
    /** Operations in one second, of all threads together. */
    public static final String THROUGHPUT = "ops/s";

    /** Below this much per operation the profiler sees only what the harness itself allocates now and then. */
    private static final double BYTES_NOISE = 0.5;

    /** A finite number. */
    public Figure {
        if (!Double.isFinite(value)) {
            throw new MeasuringException(caseName + " of " + subject + " gave no number of " + metric, null);
        }
    }

    /** A number that is exact, or whose spread nobody knows. */
    public static Figure of(String caseName, String subject, String metric, double value) {
        return new Figure(caseName, subject, metric, value, Double.NaN);
    }

    /** Memory allocated by one operation; what is only noise becomes 0. */
    public static Figure bytes(String caseName, String subject, double value) {
        return of(caseName, subject, BYTES, Math.abs(value) < BYTES_NOISE ? 0 : value);
    }
}
