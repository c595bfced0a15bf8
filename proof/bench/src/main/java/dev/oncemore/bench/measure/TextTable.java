package dev.oncemore.bench.measure;

import java.util.ArrayList;
import java.util.List;

/** A text table: columns as wide as their widest cell, the first ones left-aligned and the others right-aligned. */
public final class TextTable {
    private static final String GAP = "  ";

    private final int leftColumns;
    private final List<List<String>> rows = new ArrayList<>();

    /** A table with this heading, whose first columns, this many, are left-aligned texts. */
    public TextTable(int leftColumns, String... heading) {
        this.leftColumns = leftColumns;
        rows.add(List.of(heading));
    }

    /** Adds a row with one cell per column of the heading. */
    public void add(String... cells) {
        int columns = rows.get(0).size();
        if (cells.length != columns) {
            throw new IllegalArgumentException("a row needs " + columns + " cells, but has " + cells.length);
        }
        rows.add(List.of(cells));
    }

    /** The table, with a rule below the heading. */
    public List<String> lines() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            lines.add(line(row, widths));
        }
        lines.add(1, "-".repeat(lines.stream().mapToInt(String::length).max().orElse(0)));
        return lines;
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            line.append(column == 0 ? "" : GAP).append(column < leftColumns ? cell + padding : padding + cell);
        }
        return line.toString().stripTrailing();
    }
}
