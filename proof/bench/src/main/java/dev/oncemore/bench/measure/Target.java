package dev.oncemore.bench.measure;

/**
 * What a bench wanted, and what it got.
 *
 * @param caseName in which case
 * @param measured what was measured, in words
 * @param wanted what it should have been, in words
 * @param reached whether it was
 */
public record Target(String caseName, String measured, String wanted, boolean reached) {

    /** A number that must not be over a limit. */
    public static Target atMost(String caseName, double value, double limit, String what) {
        return new Target(caseName, Numbers.text(value) + what, "≤ " + Numbers.text(limit), value <= limit);
    }

    /** A number that must not be under a limit. */
    public static Target atLeast(String caseName, double value, double limit, String what) {
        return new Target(caseName, Numbers.text(value) + what, "≥ " + Numbers.text(limit), value >= limit);
    }

    /** A number that must be under a limit. */
    public static Target below(String caseName, double value, double limit, String what) {
        return new Target(caseName, Numbers.text(value) + what, "< " + Numbers.text(limit), value < limit);
    }

    /** For example {@code success: 1.7 × handwritten, target ≤ 2: reached}. */
    @Override
    public String toString() {
        return caseName + ": " + measured + ", target " + wanted + ": " + (reached ? "reached" : "MISSED");
    }
}
