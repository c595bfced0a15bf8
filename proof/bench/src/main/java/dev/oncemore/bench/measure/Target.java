package dev.oncemore.bench.measure;

/**
 * A target of a bench, and whether it was reached.
 *
 * @param caseName the case
 * @param measured the measured value, as text
 * @param wanted the target, as text
 * @param reached whether it was reached
 */
public record Target(String caseName, String measured, String wanted, boolean reached) {

    /** A target with an inclusive upper limit. */
    public static Target atMost(String caseName, double value, double limit, String what) {
        return new Target(caseName, Numbers.text(value) + what, "≤ " + Numbers.text(limit), value <= limit);
    }

    /** A target with an inclusive lower limit. */
    public static Target atLeast(String caseName, double value, double limit, String what) {
        return new Target(caseName, Numbers.text(value) + what, "≥ " + Numbers.text(limit), value >= limit);
    }

    /** A target with an exclusive upper limit. */
    public static Target below(String caseName, double value, double limit, String what) {
        return new Target(caseName, Numbers.text(value) + what, "< " + Numbers.text(limit), value < limit);
    }

    /** For example {@code success: 1.7 × handwritten, target ≤ 2: reached}. */
    @Override
    public String toString() {
        return caseName + ": " + measured + ", target " + wanted + ": " + (reached ? "reached" : "MISSED");
    }
}
