package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.Findings;
import java.io.PrintWriter;
import java.util.List;

/**
 * One bench as a part of the report.
 *
 * @param name its name on the command line
 * @param description what it measures, in a sentence
 * @param bench runs it
 */
record Section(String name, String description, Bench bench) {

    /** Runs a bench with these arguments and shows its progress. */
    @FunctionalInterface
    interface Bench {
        Findings run(List<String> arguments, PrintWriter progress);
    }

    /** The command that measures it. */
    static String command(List<String> arguments) {
        return "./oncemore bench " + String.join(" ", arguments);
    }
}
