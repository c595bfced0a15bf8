package dev.oncemore.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A report as JSON, with all values of the charts. */
final class JsonWriter {
    private static final JsonMapper COMPACT = JsonMapper.builder().build();
    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final double DIGITS = 1e4;

    private JsonWriter() {}

    static String write(LabReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("scenario", report.scenario());
        json.put("question", report.question());
        json.put("verdict", report.verdict());
        json.put("parameters", report.parameters());
        json.put("policies", report.policies());
        json.put("columns", report.table().columns());
        json.put("rows", report.table().rows().stream().map(JsonWriter::rounded).toList());
        json.put("charts", charts(report));
        return INDENTED.writeValueAsString(json).replace("\r\n", "\n") + "\n";
    }

    /** The charts alone, on one line. */
    static String compactCharts(LabReport report) {
        return COMPACT.writeValueAsString(charts(report));
    }

    /** A value on one line, with quotes that YAML reads, too. */
    static String compact(Object value) {
        return COMPACT.writeValueAsString(value);
    }

    private static List<Map<String, Object>> charts(LabReport report) {
        List<Map<String, Object>> charts = new ArrayList<>();
        for (LabChart chart : report.charts()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", chart.name());
            json.put("title", chart.title());
            json.put("across", chart.across());
            json.put("up", chart.up());
            json.put("points", rounded(chart.points()));
            List<Map<String, Object>> lines = new ArrayList<>();
            for (LabChart.Line line : chart.lines()) {
                Map<String, Object> values = new LinkedHashMap<>();
                values.put("label", line.label());
                values.put("values", rounded(line.values()));
                lines.add(values);
            }
            json.put("lines", lines);
            charts.add(json);
        }
        return charts;
    }

    private static List<Object> rounded(List<Object> cells) {
        return cells.stream()
                .map(cell -> cell instanceof Double number ? rounded(number) : cell)
                .toList();
    }

    private static double[] rounded(double[] values) {
        double[] rounded = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            rounded[i] = rounded(values[i]);
        }
        return rounded;
    }

    /** Four decimals: more would only be noise. */
    private static double rounded(double value) {
        return Math.abs(value) > Long.MAX_VALUE / DIGITS ? value : Math.round(value * DIGITS) / DIGITS;
    }
}
