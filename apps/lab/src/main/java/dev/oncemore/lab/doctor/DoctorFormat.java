package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.DoctorReport.Answer;
import dev.oncemore.lab.doctor.DoctorReport.Policy;
import dev.oncemore.lab.doctor.DoctorReport.Verdict;
import dev.oncemore.lab.doctor.rule.DoctorFinding;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How a report is written. */
public enum DoctorFormat {
    /** For people. */
    TEXT {
        @Override
        public String write(DoctorReport report) {
            return text(report, false);
        }
    },
    /** Everything, for programs. */
    JSON {
        @Override
        public String write(DoctorReport report) {
            return json(report);
        }
    },
    /** SARIF 2.1.0, for code scanning. */
    SARIF {
        @Override
        public String write(DoctorReport report) {
            return INDENTED.writeValueAsString(Sarif.of(report)) + "\n";
        }
    },
    /** Annotations of GitHub Actions. */
    GITHUB {
        @Override
        public String write(DoctorReport report) {
            return Stream.concat(
                            report.findings().stream().map(DoctorFormat::annotation),
                            report.notRead().stream().map(what -> "::notice title=not read::" + data(what) + "\n"))
                    .collect(Collectors.joining());
        }
    };

    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** The name on the command line. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Writes a report. */
    public abstract String write(DoctorReport report);

    /**
     * Writes a report for people.
     *
     * @param all whether answers with yes are written as well, and what to do about the questions
     */
    public static String text(DoctorReport report, boolean all) {
        StringBuilder text = new StringBuilder();
        Set<DoctorFinding> open = new LinkedHashSet<>(report.findings());
        for (Policy policy : report.policies()) {
            text.append(policy.name())
                    .append(" (")
                    .append(policy.kind())
                    .append(", ")
                    .append(policy.file())
                    .append(':');
            text.append(policy.line()).append("): ");
            text.append(policy.count(Verdict.YES)).append(" yes, ");
            text.append(policy.count(Verdict.NO)).append(" no, ");
            text.append(policy.count(Verdict.ASK)).append(" to ask\n");
            report.findingsOf(policy).stream().filter(open::remove).forEach(finding -> append(text, finding, "  "));
            for (Answer answer : policy.answers()) {
                boolean isShown = answer.verdict() == Verdict.ASK || (all && answer.verdict() == Verdict.YES);
                if (isShown) {
                    text.append(answer.verdict() == Verdict.ASK ? "  ? " : "  ✓ ")
                            .append(answer.number())
                            .append(". ");
                    text.append(answer.question())
                            .append(' ')
                            .append(answer.why())
                            .append('\n');
                    if (all && !answer.fix().isEmpty()) {
                        text.append("      fix: ").append(answer.fix()).append('\n');
                    }
                }
            }
        }
        report.amplification()
                .forEach(line -> text.append("worst case: ").append(line).append('\n'));
        open.forEach(finding -> append(text, finding, ""));
        report.notRead().forEach(what -> text.append("not read: ").append(what).append('\n'));
        int found = report.findings().size();
        text.append(found == 0 ? "no findings" : found == 1 ? "1 finding" : found + " findings");
        text.append(report.problems().isEmpty() ? "" : " in what could be read");
        text.append(
                report.classes() == 0
                        ? ""
                        : " in " + report.classes() + " classes and "
                                + report.policies().size() + " policies");
        return text.append('\n').toString();
    }

    private static void append(StringBuilder text, DoctorFinding finding, String indent) {
        text.append(indent).append("✗ ").append(finding.rule().title());
        if (indent.isEmpty()) {
            text.append(" in ").append(finding.subject());
        }
        text.append(" (")
                .append(finding.rule().code())
                .append(", ")
                .append(finding.place())
                .append(")\n");
        text.append(indent).append("    why: ").append(finding.message()).append('\n');
        text.append(indent).append("    fix: ").append(finding.rule().fix()).append('\n');
    }

    private static String json(DoctorReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("findings", report.findings().stream().map(DoctorFormat::shape).toList());
        json.put("policies", report.policies());
        json.put("amplification", report.amplification());
        json.put("problems", report.problems());
        json.put("notRead", report.notRead());
        json.put("classes", report.classes());
        return INDENTED.writeValueAsString(json) + "\n";
    }

    private static Map<String, Object> shape(DoctorFinding finding) {
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("code", finding.rule().code());
        shape.put("title", finding.rule().title());
        shape.put("file", finding.file());
        shape.put("line", finding.line());
        shape.put("subject", finding.subject());
        shape.put("message", finding.message());
        shape.put("fix", finding.rule().fix());
        return shape;
    }

    /** A workflow command; its parts must not end it or start another. */
    private static String annotation(DoctorFinding finding) {
        return "::error file=" + property(finding.file()) + (finding.line() > 0 ? ",line=" + finding.line() : "")
                + ",title=" + property(finding.rule().code()) + "::"
                + data(finding.subject() + ": " + finding.rule().title() + ": " + finding.message() + "; "
                        + finding.rule().fix())
                + "\n";
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }

    /** The formats by name. */
    public static List<String> names() {
        return List.of(values()).stream().map(DoctorFormat::written).toList();
    }
}
