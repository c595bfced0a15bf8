package dev.oncemore.lab.scenario;

import java.util.Locale;

/**
 * A number that a scenario can be run with.
 *
 * @param name its name on the command line and in files
 * @param meaning what it sets, with its unit
 * @param standard its value unless it is set
 * @param least the smallest value allowed
 * @param most the largest value allowed
 */
public record LabParameter(String name, String meaning, double standard, double least, double most) {

    /** Refuses a value out of bounds, with a message that names them. */
    public double require(double value) {
        if (value >= least && value <= most) {
            return value;
        }
        throw new IllegalArgumentException("'" + name + "' is " + written(value) + ", but " + written(least) + " to "
                + written(most) + " is allowed (" + meaning + ")");
    }

    /** A value as it is written in files: without a fraction if it has none. */
    public static String written(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%d", (long) value)
                : Double.toString(value);
    }
}
