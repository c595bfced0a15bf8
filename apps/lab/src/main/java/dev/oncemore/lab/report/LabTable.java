package dev.oncemore.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Figures in rows.
 *
 * @param columns the headings, with their units
 * @param rows the cells: texts and numbers
 */
public record LabTable(List<String> columns, List<List<Object>> rows) {
    private static final double WHOLE_FROM = 100;
    private static final double TENTHS_FROM = 10;

    /** Checks that all rows are as long as the headings. */
    public LabTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Object> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "a row has " + row.size() + " cells, but there are " + columns.size() + " columns: " + row);
            }
        }
    }

    /** Collects rows. */
    public static Builder columns(String... columns) {
        return new Builder(List.of(columns));
    }

    /** A number as people read it: as many digits as matter. */
    public static String written(Object cell) {
        if (cell instanceof Long || cell instanceof Integer) {
            return String.format(Locale.ROOT, "%,d", ((Number) cell).longValue());
        }
        if (cell instanceof Double number) {
            double size = Math.abs(number);
            String digits = size >= WHOLE_FROM || size == 0 ? "%,.0f" : size >= TENTHS_FROM ? "%.1f" : "%.2f";
            return String.format(Locale.ROOT, digits, number);
        }
        return cell.toString();
    }

    /** A number within a sentence: as {@link #written}, without zeros at its end. */
    public static String said(double number) {
        String text = written(number);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }

    /** Collects the rows of a table. */
    public static final class Builder {
        private final List<String> columns;
        private final List<List<Object>> rows = new ArrayList<>();

        private Builder(List<String> columns) {
            this.columns = columns;
        }

        /** Adds a row. */
        public Builder row(Object... cells) {
            rows.add(List.of(cells));
            return this;
        }

        /** The table. */
        public LabTable build() {
            return new LabTable(columns, rows);
        }
    }
}
