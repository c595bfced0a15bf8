package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.Disturbance;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One section of the document: how, when and where it was measured, the figures, and the targets. */
final class SectionText {
    private SectionText() {}

    /**
     * The lines of a section.
     *
     * @param arguments what the bench was called with
     * @param before the reading before it ran
     * @param objections why the figures are not to be quoted; empty if they may be
     */
    static List<String> lines(
            Section section,
            List<String> arguments,
            MachineProbe.Reading before,
            Findings findings,
            List<String> objections) {
        List<String> lines = new ArrayList<>();
        lines.add("## " + section.name());
        lines.add("");
        for (String objection : objections) {
            lines.add("**Not to be quoted**, because the machine was busy: " + objection + ".");
            lines.add("");
        }
        lines.add(section.description());
        lines.add("");
        lines.add("- command: `" + Section.command(arguments) + "`");
        lines.add("- machine: " + before.machine().line());
        lines.add("- load before: " + Numbers.text(Math.max(0, before.machine().load())) + during(findings));
        findings.notes().forEach(note -> lines.add("- " + note));
        lines.add("");
        lines.addAll(FigureTable.lines(findings.figures()));
        if (!findings.targets().isEmpty()) {
            lines.add("");
            lines.add("| target | measured | wanted | |");
            lines.add("|---|---|---|---|");
            findings.targets().forEach(target -> lines.add(row(target)));
        }
        return lines;
    }

    private static String during(Findings findings) {
        Optional<Disturbance> greatest = Disturbance.greatest(findings.figures().disturbances());
        return greatest.map(most -> "; while it ran, others took at most " + Numbers.text(most.percent())
                        + " % of the processors (during " + most.during() + ")")
                .orElse("");
    }

    private static String row(Target target) {
        return "| %s | %s | %s | %s |"
                .formatted(
                        target.caseName(),
                        target.measured().strip(),
                        target.wanted(),
                        target.reached() ? "reached" : "**missed**");
    }
}
