package dev.oncemore.server.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table in plain text: columns as wide as their widest cell, the last one as long as it likes. */
final class Columns {
    private final List<List<String>> rows = new ArrayList<>();

    Columns(String... headings) {
        rows.add(List.of(headings));
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    void print(PrintWriter out) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i));
                if (i < columns - 1) {
                    line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
                }
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
