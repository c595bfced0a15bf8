package dev.oncemore.torture;

import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes reports as JSON, for other programs. */
final class ReportFile {

    private ReportFile() {}

    static void write(Path file, List<Report> reports) throws IOException {
        Files.writeString(file, json(reports));
    }

    static String json(List<Report> reports) {
        return reports.stream().map(ReportFile::report).collect(Collectors.joining(",\n  ", "{\"nets\":[", "]}\n"));
    }

    private static String report(Report report) {
        return "{\"net\":%s,\"seed\":%d,\"histories\":%d,\"seconds\":%s,\"faults\":{%s},\"facts\":[%s],\"violationsCount\":%d,\"violations\":[%s]}"
                .formatted(
                        quoted(report.net()),
                        report.seed(),
                        report.histories(),
                        String.format(Locale.ROOT, "%.1f", report.seconds()),
                        report.faults().entrySet().stream()
                                .map(fault -> quoted(fault.getKey()) + ":" + fault.getValue())
                                .collect(Collectors.joining(",")),
                        report.facts().stream().map(ReportFile::quoted).collect(Collectors.joining(",")),
                        report.violationsCount(),
                        report.violations().stream().map(ReportFile::violation).collect(Collectors.joining(",")));
    }

    private static String violation(Violation violation) {
        return "{\"seed\":%d,\"rule\":%s,\"history\":%s}"
                .formatted(violation.seed(), quoted(violation.rule()), quoted(violation.history()));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
