package dev.oncemore.desk.sheet;

import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** Finds out how the dates and numbers of a sheet are written. One cell that can mean one thing only decides for all. */
final class StyleDetection {
    private static final int MONTHS = 12;

    private StyleDetection() {}

    static DateOrder dates(SheetSample look) {
        boolean dayFirst = false;
        boolean monthFirst = false;
        for (String text : look.texts(Column.DATE)) {
            Matcher either = Dates.EITHER.matcher(Dates.normal(text));
            if (either.matches()) {
                dayFirst |= Integer.parseInt(either.group(1)) > MONTHS;
                monthFirst |= Integer.parseInt(either.group(3)) > MONTHS;
            }
        }
        if (dayFirst == monthFirst) {
            return DateOrder.UNSURE;
        }
        return dayFirst ? DateOrder.DAY_FIRST : DateOrder.MONTH_FIRST;
    }

    static NumberStyle numbers(SheetSample look, char delimiter) {
        boolean isPoint = false;
        boolean isComma = false;
        List<String> texts = Stream.of(Column.QUANTITY, Column.UNIT_PRICE, Column.TAX_RATE)
                .flatMap(column -> look.texts(column).stream())
                .toList();
        for (String text : texts) {
            boolean asPoint = Cells.percent(text, NumberStyle.POINT).isPresent();
            boolean asComma = Cells.percent(text, NumberStyle.COMMA).isPresent();
            isPoint |= asPoint && !asComma;
            isComma |= asComma && !asPoint;
        }
        if (isPoint != isComma) {
            return isPoint ? NumberStyle.POINT : NumberStyle.COMMA;
        }
        // Where semicolons are between cells, it is because commas are in numbers.
        return delimiter == ';' ? NumberStyle.UNSURE : NumberStyle.POINT;
    }
}
