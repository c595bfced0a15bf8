package dev.oncemore.lab.report;

import java.util.List;

/** A report for a terminal: the sentence, then the table. */
final class TextWriter {
    private static final String GAP = "  ";

    private TextWriter() {}

    static String write(LabReport report) {
        StringBuilder text = new StringBuilder();
        text.append(report.verdict()).append("\n\n");
        LabTable table = report.table();
        int[] widths = widths(table);
        line(text, table.columns(), widths);
        for (List<Object> row : table.rows()) {
            line(text, row, widths);
        }
        text.append('\n').append(report.scenario());
        report.parameters()
                .forEach((name, value) ->
                        text.append(GAP).append(name).append('=').append(value));
        return text.append('\n').toString();
    }

    private static int[] widths(LabTable table) {
        int[] widths = new int[table.columns().size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = table.columns().get(i).length();
            for (List<Object> row : table.rows()) {
                widths[i] = Math.max(widths[i], LabTable.written(row.get(i)).length());
            }
        }
        return widths;
    }

    /** Numbers stand to the right, texts to the left. */
    private static void line(StringBuilder text, List<?> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = LabTable.written(cells.get(i));
            String space = " ".repeat(widths[i] - cell.length());
            line.append(i == 0 ? "" : GAP).append(i == 0 ? cell + space : space + cell);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
