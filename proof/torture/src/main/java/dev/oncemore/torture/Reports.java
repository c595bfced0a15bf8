package dev.oncemore.torture;

import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Violation;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints reports as text. */
final class Reports {

    private Reports() {}

    static void print(Report report, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%s: %,d histories in %.1f s (%,.0f a minute), seed %d%n",
                report.net(),
                report.histories(),
                report.seconds(),
                report.seconds() == 0 ? 0 : report.histories() * 60 / report.seconds(),
                report.seed());
        if (!report.faults().isEmpty()) {
            out.println("  faults that took effect: "
                    + report.faults().entrySet().stream()
                            .map(fault -> "%s %,d".formatted(fault.getKey(), fault.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        report.facts().forEach(fact -> out.println("  " + fact));
        for (Violation violation : report.violations()) {
            out.printf("%n  BROKEN: %s%s%n", violation.rule(), replay(violation));
            violation.history().lines().forEach(line -> out.println("    " + line));
        }
        out.printf(Locale.ROOT, "  violations: %,d%n", report.violationsCount());
        out.flush();
    }

    /** Not everything is made from a seed. */
    private static String replay(Violation violation) {
        return violation.seed() == 0 ? "" : " (replay: ./oncemore torture --seed " + violation.seed() + ")";
    }
}
