package dev.oncemore.server.desk;

import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the text of a cell means. What could mean two things means nothing. */
final class Cells {
    private static final Pattern YEAR_FIRST = Pattern.compile("(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})");
    private static final Pattern DAY_FIRST = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})");
    private static final Pattern PLAIN = Pattern.compile("-?\\d{1,15}(\\.\\d{1,10})?");
    private static final Pattern POINT = Pattern.compile("-?[1-9]\\d{0,2}(,\\d{3}){1,4}(\\.\\d{1,10})?");
    private static final Pattern COMMA = Pattern.compile("-?(\\d{1,15}|[1-9]\\d{0,2}(\\.\\d{3}){1,4})(,\\d{1,10})?");
    private static final Pattern EITHER = Pattern.compile("-?[1-9]\\d{0,2}\\.\\d{3}");

    private Cells() {}

    /** A date with the year first, or as 31.01.2026; others could be day or month first. */
    static Optional<LocalDate> date(String text) {
        String normal = normal(text);
        Matcher first = YEAR_FIRST.matcher(normal);
        Matcher last = DAY_FIRST.matcher(normal);
        try {
            if (first.matches()) {
                return Optional.of(LocalDate.of(number(first, 1), number(first, 3), number(first, 4)));
            }
            if (last.matches()) {
                return Optional.of(LocalDate.of(number(last, 3), number(last, 2), number(last, 1)));
            }
        } catch (DateTimeException e) {
            // No such day.
        }
        return Optional.empty();
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    /** A number, as people write it whose files have this delimiter: where it is a semicolon, the comma is decimal. */
    static Optional<BigDecimal> decimal(String text, char delimiter) {
        String normal = normal(text);
        if (delimiter != ';') {
            return PLAIN.matcher(normal).matches() || POINT.matcher(normal).matches()
                    ? Optional.of(new BigDecimal(normal.replace(",", "")))
                    : Optional.empty();
        }
        if (EITHER.matcher(normal).matches()) {
            return Optional.empty();
        }
        if (COMMA.matcher(normal).matches()) {
            return Optional.of(new BigDecimal(normal.replace(".", "").replace(',', '.')));
        }
        return PLAIN.matcher(normal).matches() ? Optional.of(new BigDecimal(normal)) : Optional.empty();
    }

    /** A rate, with or without its sign. */
    static Optional<BigDecimal> percent(String text, char delimiter) {
        String normal = normal(text);
        return decimal(normal.endsWith("%") ? normal.substring(0, normal.length() - 1) : normal, delimiter);
    }

    private static String normal(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).strip();
    }
}
