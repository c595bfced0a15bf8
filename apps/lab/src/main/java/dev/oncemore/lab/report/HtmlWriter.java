package dev.oncemore.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A report as one page that loads nothing: its script draws the charts again so that they answer the mouse. */
final class HtmlWriter {
    private HtmlWriter() {}

    static String write(LabReport report) {
        StringBuilder page = new StringBuilder();
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
                .append(" style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>")
                .append(SvgWriter.escaped(report.scenario()))
                .append(" · Oncemore lab</title>\n<style>\n")
                .append(resource("lab.css"))
                .append("</style>\n</head>\n<body>\n<h1>")
                .append(SvgWriter.escaped(report.question()))
                .append("</h1>\n<p class=\"verdict\">")
                .append(SvgWriter.escaped(report.verdict()))
                .append("</p>\n");
        table(page, report.table());
        for (int i = 0; i < report.charts().size(); i++) {
            LabChart chart = report.charts().get(i);
            page.append("<h2>").append(SvgWriter.escaped(chart.title())).append("</h2>\n");
            page.append("<figure data-chart=\"").append(i).append("\">\n").append(SvgWriter.write(chart));
            page.append("</figure>\n");
        }
        facts(page, report);
        page.append("<script type=\"application/json\" id=\"charts\">")
                .append(inScript(JsonWriter.compactCharts(report)))
                .append("</script>\n<script type=\"application/json\" id=\"colours\">")
                .append(ReportFragments.coloursJson())
                .append("</script>\n<script>\n")
                .append(resource("lab.js"))
                .append("</script>\n</body>\n</html>\n");
        return page.toString();
    }

    private static void table(StringBuilder page, LabTable table) {
        page.append("<div class=\"wide\"><table>\n<thead><tr>");
        table.columns().forEach(column -> cell(page, "th scope=\"col\"", "th", column));
        page.append("</tr></thead>\n<tbody>\n");
        for (List<Object> row : table.rows()) {
            page.append("<tr>");
            row.forEach(value -> cell(page, "td", "td", LabTable.written(value)));
            page.append("</tr>\n");
        }
        page.append("</tbody>\n</table></div>\n");
    }

    private static void cell(StringBuilder page, String open, String close, String text) {
        page.append('<').append(open).append('>').append(SvgWriter.escaped(text));
        page.append("</").append(close).append('>');
    }

    private static void facts(StringBuilder page, LabReport report) {
        page.append("<h2>What was run</h2>\n<pre>./oncemore lab ").append(SvgWriter.escaped(report.scenario()));
        report.parameters()
                .forEach((name, value) -> page.append(name.equals("seed") ? " --seed " : " --set " + name + "=")
                        .append(SvgWriter.escaped(value)));
        page.append("</pre>\n<p>with the policies below; yours are from <code>--policy</code> and")
                .append(" <code>--against</code>.</p>\n<h2>Policies</h2>\n")
                .append("<p>As a file of policies can have them:</p>\n<pre>");
        report.policies().forEach((label, settings) -> {
            page.append(SvgWriter.escaped(JsonWriter.compact(label))).append(":\n");
            settings.forEach((name, value) -> page.append("  ")
                    .append(SvgWriter.escaped(name + ": " + yaml(value)))
                    .append('\n'));
        });
        page.append("</pre>\n");
    }

    /** A setting on one line of YAML. */
    private static String yaml(Object value) {
        if (value instanceof Map<?, ?> settings) {
            return settings.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + yaml(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> items) {
            return items.stream().map(HtmlWriter::yaml).collect(Collectors.joining(", ", "[", "]"));
        }
        return JsonWriter.compact(value);
    }

    /** A label must not end the element that it stands in. */
    static String inScript(String json) {
        return json.replace("<", "\\u003c");
    }

    static String resource(String name) {
        try (InputStream in = HtmlWriter.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the file " + name + " is missing from the lab's own resources");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
