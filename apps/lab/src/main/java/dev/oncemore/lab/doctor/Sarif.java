package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A report in the Static Analysis Results Interchange Format, version 2.1.0. */
final class Sarif {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private Sarif() {}

    static Map<String, Object> of(DoctorReport report) {
        Map<String, Object> driver = new LinkedHashMap<>();
        driver.put("name", "oncemore check");
        driver.put(
                "rules", List.of(RetryRule.values()).stream().map(Sarif::rule).toList());
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("tool", Map.of("driver", driver));
        run.put("results", report.findings().stream().map(Sarif::result).toList());
        run.put("invocations", List.of(invocation(report)));
        Map<String, Object> sarif = new LinkedHashMap<>();
        sarif.put("$schema", SCHEMA);
        sarif.put("version", "2.1.0");
        sarif.put("runs", List.of(run));
        return sarif;
    }

    private static Map<String, Object> invocation(DoctorReport report) {
        Map<String, Object> invocation = new LinkedHashMap<>();
        invocation.put("executionSuccessful", report.problems().isEmpty());
        List<Map<String, Object>> notes = new ArrayList<>();
        for (String problem : report.problems()) {
            notes.add(Map.of("level", "error", "message", Map.of("text", problem)));
        }
        for (String what : report.notRead()) {
            notes.add(Map.of("level", "note", "message", Map.of("text", "not read: " + what)));
        }
        invocation.put("toolExecutionNotifications", notes);
        return invocation;
    }

    private static Map<String, Object> rule(RetryRule rule) {
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("id", rule.code());
        shape.put("shortDescription", Map.of("text", rule.title()));
        shape.put("help", Map.of("text", rule.fix()));
        shape.put("defaultConfiguration", Map.of("level", "warning"));
        return shape;
    }

    private static Map<String, Object> result(DoctorFinding finding) {
        Map<String, Object> physical = new LinkedHashMap<>();
        physical.put("artifactLocation", Map.of("uri", uri(finding.file())));
        if (finding.line() > 0) {
            physical.put("region", Map.of("startLine", finding.line()));
        }
        Map<String, Object> location = new LinkedHashMap<>();
        location.put("physicalLocation", physical);
        location.put("logicalLocations", List.of(Map.of("fullyQualifiedName", finding.subject())));
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("ruleId", finding.rule().code());
        shape.put("ruleIndex", List.of(RetryRule.values()).indexOf(finding.rule()));
        shape.put("level", "warning");
        shape.put(
                "message",
                Map.of("text", finding.message() + "; " + finding.rule().fix()));
        shape.put("locations", List.of(location));
        // The line may move; a finding is the same while its rule and subject are.
        shape.put(
                "partialFingerprints",
                Map.of("ruleAndSubject/v1", finding.rule().code() + ":" + finding.subject()));
        return shape;
    }

    /** A relative reference, with what an address may not contain escaped. */
    private static String uri(String file) {
        String slashes = file.replace('\\', '/');
        try {
            return slashes.startsWith("/")
                    ? new URI("file", "", slashes, null).toString()
                    : new URI(null, null, slashes, null).toString();
        } catch (URISyntaxException e) {
            return "unknown";
        }
    }
}
