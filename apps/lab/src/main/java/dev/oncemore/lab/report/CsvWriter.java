package dev.oncemore.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tables as CSV with commas, as RFC 4180 has it; numbers with a point. */
final class CsvWriter {
    private CsvWriter() {}

    static String table(LabTable table) {
        StringBuilder csv = new StringBuilder();
        row(csv, table.columns());
        table.rows().forEach(row -> row(csv, row));
        return csv.toString();
    }

    /** The values of a chart: a row for each point, a column for each line. */
    static String chart(LabChart chart) {
        StringBuilder csv = new StringBuilder();
        List<Object> head = new ArrayList<>();
        head.add(chart.across());
        chart.lines().forEach(line -> head.add(line.label() + " (" + chart.up() + ")"));
        row(csv, head);
        for (int i = 0; i < chart.points().length; i++) {
            List<Object> row = new ArrayList<>();
            row.add(chart.points()[i]);
            for (LabChart.Line line : chart.lines()) {
                row.add(line.values()[i]);
            }
            row(csv, row);
        }
        return csv.toString();
    }

    private static void row(StringBuilder csv, List<?> cells) {
        for (int i = 0; i < cells.size(); i++) {
            csv.append(i == 0 ? "" : ",").append(cell(cells.get(i)));
        }
        csv.append("\r\n");
    }

    private static String cell(Object cell) {
        if (cell instanceof Double number) {
            return String.format(Locale.ROOT, "%.4f", number)
                    .replaceAll("0+$", "")
                    .replaceAll("\\.$", "");
        }
        String text = cell.toString();
        // A text that begins like a formula must not become one.
        String safe = text.matches("[=+\\-@\t\r].*") && !(cell instanceof Number) ? "'" + text : text;
        return safe.matches("[^,\"\r\n]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
