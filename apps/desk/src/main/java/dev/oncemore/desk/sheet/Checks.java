package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Looks at rows before any is sent, and says everything that is wrong. */
public final class Checks {
    private static final int TEXT_MAX = 255;
    private static final int LINES_MAX = 100;
    /** After so many problems only the first one of a row is told, so that a sheet of errors is no larger than others. */
    private static final int TOLD_MAX = 20_000;

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final Pattern FAILED =
            Pattern.compile("#(REF!|DIV/0!|VALUE!|NAME\\?|N/A|NUM!|NULL!|SPILL!|CALC!|FORMULA!)");
    private static final String RESULT =
            "a result: the formula in this cell failed or was never calculated; mend it in the spreadsheet and save it";
    private static final Pattern SHORTENED = Pattern.compile("\\d([.,]\\d+)?[eE]\\+\\d+");
    private static final String IN_FULL =
            "the number in full: the spreadsheet has shortened it; format the column as text and type it again";

    private final Reading reading;
    private final Map<Integer, List<CellProblem>> problems = new TreeMap<>();
    private int told;

    private Checks(Reading reading) {
        this.reading = reading;
    }

    /** The problems by row; rows without any are not in it. */
    public static Map<Integer, List<CellProblem>> of(Iterable<TypedRow> lines, Reading reading) {
        Checks checks = new Checks(reading);
        lines.forEach(checks::cells);
        checks.documents(lines);
        return checks.problems;
    }

    private void cells(TypedRow line) {
        number(line);
        if (!isFailed(line, Column.DATE)
                && Dates.date(line.cell(Column.DATE), reading.dates()).isEmpty()) {
            wrong(line, Column.DATE, date(line.cell(Column.DATE)));
        }
        text(line, Column.PARTNER);
        text(line, Column.DESCRIPTION);
        decimal(
                line,
                Column.QUANTITY,
                number -> number.signum() > 0,
                "a number above 0, such as 2 or " + written("1.5"));
        decimal(line, Column.UNIT_PRICE, number -> true, "an amount such as 1200 or " + written("-50.25"));
        decimal(
                line,
                Column.TAX_RATE,
                number -> number.signum() >= 0 && number.compareTo(HUNDRED) <= 0,
                "a rate from 0 to 100, such as 10");
    }

    /** An example in the number format of the sheet: in another format it would be refused. */
    private String written(String example) {
        return reading.numbers() == NumberStyle.COMMA ? example.replace('.', ',') : example;
    }

    private void number(TypedRow line) {
        if (isFailed(line, Column.NUMBER)) {
            return;
        }
        if (line.number().isEmpty()) {
            wrong(line, Column.NUMBER, DocumentName.NUMBER_EXPECTED);
        } else if (SHORTENED.matcher(line.number()).matches()) {
            wrong(line, Column.NUMBER, IN_FULL);
        }
    }

    private String date(String text) {
        boolean isEither = reading.dates() == DateOrder.UNSURE
                && Dates.EITHER.matcher(Dates.normal(text)).matches();
        return "a date such as 2026-01-31" + (isEither ? "; or choose whether the day or the month is first" : "");
    }

    private boolean isFailed(TypedRow line, Column column) {
        String text = line.cell(column);
        boolean isFailed = text.startsWith("#") && FAILED.matcher(text).matches();
        if (isFailed) {
            wrong(line, column, RESULT);
        }
        return isFailed;
    }

    private void text(TypedRow line, Column column) {
        String text = line.cell(column);
        boolean isWrong = text.isBlank() || text.length() > TEXT_MAX || isUnprintable(text);
        if (!isFailed(line, column) && isWrong) {
            wrong(line, column, "a text of 1 to " + TEXT_MAX + " characters");
        }
    }

    private static boolean isUnprintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t') {
                return true;
            }
        }
        return false;
    }

    private void decimal(TypedRow line, Column column, Predicate<BigDecimal> isInRange, String expected) {
        if (isFailed(line, column)) {
            return;
        }
        String text = line.cell(column);
        Optional<BigDecimal> number =
                column == Column.TAX_RATE ? reading.taxRate(text) : Cells.decimal(text, reading.numbers());
        if (number.filter(isInRange).isEmpty()) {
            boolean isEither = reading.numbers() == NumberStyle.UNSURE
                    && Cells.decimal(text, NumberStyle.POINT).isPresent();
            wrong(line, column, expected + (isEither ? "; or choose what dots and commas mean" : ""));
        }
    }

    /** Lines of one document stand together and agree; the same line again is a slip. */
    private void documents(Iterable<TypedRow> lines) {
        Map<String, List<TypedRow>> seen = new HashMap<>();
        String before = "";
        for (TypedRow line : lines) {
            String number = line.number();
            if (!number.isEmpty()) {
                // Most documents have one line, for which no list need grow.
                List<TypedRow> others = seen.get(number);
                if (others == null) {
                    seen.put(number, new ArrayList<>(1));
                    others = seen.getOrDefault(number, List.of());
                } else {
                    sameDocument(line, others, number.equals(before));
                }
                if (others.size() < LINES_MAX) {
                    others.add(line);
                }
            }
            before = number;
        }
    }

    private void sameDocument(TypedRow line, List<TypedRow> others, boolean isNext) {
        TypedRow first = others.get(0);
        Optional<TypedRow> same =
                others.stream().filter(other -> other.isSame(line)).findFirst();
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
                        "'" + Preview.shortened(first.cell(column)) + "' as in row " + first.row()
                                + ", which has the same number");
            }
        }
    }

    private void wrong(TypedRow line, Column column, String expected) {
        List<CellProblem> own = problems.computeIfAbsent(line.row(), none -> new ArrayList<>(1));
        if (own.isEmpty() || told < TOLD_MAX) {
            own.add(new CellProblem(line.row(), column, line.cell(column), expected));
            told++;
        }
    }
}
