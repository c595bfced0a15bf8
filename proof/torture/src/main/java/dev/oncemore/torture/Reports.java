package dev.oncemore.torture;

import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Violation;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Prints violations when they are found, and reports when a net has ended. Thread-safe. */
final class Reports {
    private final PrintWriter out;
    private final Set<Violation> printed = new HashSet<>();

    Reports(PrintWriter out) {
        this.out = out;
    }

    /** Prints a violation with its history, unless it was printed before. */
    synchronized void print(Violation violation) {
        if (printed.add(violation)) {
            out.printf("%n  BROKEN: %s%s%n", violation.rule(), replay(violation));
            violation.history().lines().forEach(line -> out.println("    " + line));
            out.flush();
        }
    }

    synchronized void print(Report report) {
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
        report.violations().forEach(this::print);
        out.printf(Locale.ROOT, "  violations: %,d%n", report.violationsCount());
        out.flush();
    }

    /** The command that replays a violation; empty where the seed is 0, because its history was not made from a seed. */
    private static String replay(Violation violation) {
        return violation.seed() == 0 ? "" : " (replay: ./oncemore torture --seed " + violation.seed() + ")";
    }
}
