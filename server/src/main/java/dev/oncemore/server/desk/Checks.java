package dev.oncemore.server.desk;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Looks at all rows before any is sent, and says everything that is wrong. */
final class Checks {
    private static final int TEXT_MAX = 255;
    private static final int LINES_MAX = 100;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final char delimiter;
    private final Map<Integer, List<Problem>> problems = new TreeMap<>();

    private Checks(char delimiter) {
        this.delimiter = delimiter;
    }

    /** The problems by row; rows without any are not in it. */
    static Map<Integer, List<Problem>> of(List<Line> lines, char delimiter) {
        Checks checks = new Checks(delimiter);
        lines.forEach(checks::cells);
        checks.documents(lines);
        return checks.problems;
    }

    private void cells(Line line) {
        if (line.number().isEmpty()) {
            wrong(line, Column.NUMBER, DocumentName.NUMBER_EXPECTED);
        }
        if (Cells.date(line.cell(Column.DATE)).isEmpty()) {
            wrong(line, Column.DATE, "a date such as 2026-01-31");
        }
        text(line, Column.PARTNER);
        text(line, Column.DESCRIPTION);
        decimal(line, Column.QUANTITY, number -> number.signum() > 0, "a number above 0, such as 2 or 1.5");
        decimal(line, Column.UNIT_PRICE, number -> true, "an amount such as 1200 or -50.25");
        decimal(
                line,
                Column.TAX_RATE,
                number -> number.signum() >= 0 && number.compareTo(HUNDRED) <= 0,
                "a rate from 0 to 100, such as 10");
    }

    private void text(Line line, Column column) {
        String text = line.cell(column);
        if (text.isBlank() || text.length() > TEXT_MAX || text.chars().anyMatch(Checks::isUnprintable)) {
            wrong(line, column, "a text of 1 to " + TEXT_MAX + " characters");
        }
    }

    private static boolean isUnprintable(int c) {
        return Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t';
    }

    private void decimal(Line line, Column column, Predicate<BigDecimal> isInRange, String expected) {
        String text = line.cell(column);
        Optional<BigDecimal> number =
                column == Column.TAX_RATE ? Cells.percent(text, delimiter) : Cells.decimal(text, delimiter);
        if (number.filter(isInRange).isEmpty()) {
            wrong(line, column, expected);
        }
    }

    /** Lines of one document stand together and agree; the same line again is a slip. */
    private void documents(List<Line> lines) {
        Map<String, List<Line>> seen = new HashMap<>();
        String before = "";
        for (Line line : lines) {
            String number = line.number();
            List<Line> others = seen.computeIfAbsent(number, none -> new ArrayList<>());
            if (!number.isEmpty() && !others.isEmpty()) {
                sameDocument(line, others, number.equals(before));
            }
            others.add(line);
            before = number;
        }
    }

    private void sameDocument(Line line, List<Line> others, boolean isNext) {
        Line first = others.get(0);
        Optional<Line> same = others.stream()
                .filter(other -> other.cells().equals(line.cells()))
                .findFirst();
        if (same.isPresent()) {
            wrong(
                    line,
                    Column.NUMBER,
                    "another number: this row is the same as row " + same.get().row());
        } else if (!isNext) {
            wrong(
                    line,
                    Column.NUMBER,
                    "another number: it is that of row " + first.row() + ", and lines of a document stand together");
        } else if (others.size() == LINES_MAX) {
            wrong(line, Column.NUMBER, "another number: a document has at most " + LINES_MAX + " lines");
        }
        for (Column column : List.of(Column.DATE, Column.PARTNER)) {
            if (!line.cell(column).equals(first.cell(column))) {
                wrong(
                        line,
                        column,
                        "'" + first.cell(column) + "' as in row " + first.row() + ", which has the same number");
            }
        }
    }

    private void wrong(Line line, Column column, String expected) {
        problems.computeIfAbsent(line.row(), none -> new ArrayList<>())
                .add(new Problem(line.row(), column, line.cell(column), expected));
    }
}
