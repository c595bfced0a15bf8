package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentName;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text of a cell as a date. An ambiguous text is not read. */
final class Dates {
    private static final int TEXT_MAX = 100;
    private static final String TIME = "(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?Z?)?";
    private static final Pattern YEAR_FIRST =
            Pattern.compile("(\\d{4})(?:([-/.])(\\d{1,2})\\2(\\d{1,2})|年(\\d{1,2})月(\\d{1,2})日)" + TIME);
    private static final Pattern TOGETHER = Pattern.compile("(19|20)(\\d{2})(\\d{2})(\\d{2})");
    private static final Pattern DOTTED = Pattern.compile("(\\d{1,2})\\. ?(\\d{1,2})\\. ?(\\d{4})" + TIME);
    static final Pattern EITHER = Pattern.compile("(\\d{1,2})([-/])(\\d{1,2})\\2(\\d{4})" + TIME);
    private static final Pattern ERA = Pattern.compile(
            "(令和|平成|昭和|[RHSrhs]) ?(\\d{1,2}|元)(?:年(\\d{1,2})月(\\d{1,2})日|([-/.])(\\d{1,2})\\5(\\d{1,2}))");
    private static final Pattern DAY_NAMED = Pattern.compile("(\\d{1,2})\\.?[ -]?([\\p{L}]{3,9})\\.?,?[ -](\\d{4})");
    private static final Pattern NAMED_DAY = Pattern.compile("([\\p{L}]{3,9})\\.? (\\d{1,2}),? (\\d{4})");
    private static final Map<String, JapaneseEra> ERAS = Map.of(
            "令和", JapaneseEra.REIWA,
            "R", JapaneseEra.REIWA,
            "平成", JapaneseEra.HEISEI,
            "H", JapaneseEra.HEISEI,
            "昭和", JapaneseEra.SHOWA,
            "S", JapaneseEra.SHOWA);
    private static final String[] MONTHS = {
        "january januar jan",
        "february februar feb",
        "march märz mrz mar",
        "april apr",
        "may mai",
        "june juni jun",
        "july juli jul",
        "august aug",
        "september sep sept",
        "october oktober oct okt",
        "november nov",
        "december dezember dec dez"
    };

    private Dates() {}

    static Optional<LocalDate> date(String text, DateOrder order) {
        String normal = normal(text);
        try {
            if (isUsual(normal)) {
                return Optional.of(LocalDate.of(part(normal, 0, 4), part(normal, 5, 7), part(normal, 8, 10)));
            }
            Matcher first = YEAR_FIRST.matcher(normal);
            if (first.matches()) {
                int group = first.group(3) == null ? 5 : 3;
                return Optional.of(LocalDate.of(number(first, 1), number(first, group), number(first, group + 1)));
            }
            return other(normal, order);
        } catch (DateTimeException e) {
            // No such day.
            return Optional.empty();
        }
    }

    /** Every form of a digit, and an era in one sign: what they mean is shown before anything is sent. */
    static String normal(String text) {
        return DocumentName.isAscii(text) || text.length() > TEXT_MAX
                ? text.strip()
                : Normalizer.normalize(text, Normalizer.Form.NFKC).strip();
    }

    /** 2026-01-31: what most sheets have is found out without a pattern. */
    private static boolean isUsual(String text) {
        if (text.length() != 10 || text.charAt(4) != '-' || text.charAt(7) != '-') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (i != 4 && i != 7 && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private static int part(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    private static Optional<LocalDate> other(String normal, DateOrder order) {
        Matcher dotted = DOTTED.matcher(normal);
        if (dotted.matches()) {
            return Optional.of(LocalDate.of(number(dotted, 3), number(dotted, 2), number(dotted, 1)));
        }
        Matcher either = EITHER.matcher(normal);
        if (either.matches()) {
            return either(either, order);
        }
        Matcher together = TOGETHER.matcher(normal);
        if (together.matches()) {
            int year = Integer.parseInt(together.group(1) + together.group(2));
            return Optional.of(LocalDate.of(year, number(together, 3), number(together, 4)));
        }
        Matcher era = ERA.matcher(normal);
        if (era.matches()) {
            return era(era);
        }
        Matcher dayNamed = DAY_NAMED.matcher(normal);
        if (dayNamed.matches()) {
            return named(dayNamed.group(3), dayNamed.group(2), dayNamed.group(1));
        }
        Matcher namedDay = NAMED_DAY.matcher(normal);
        return namedDay.matches() ? named(namedDay.group(3), namedDay.group(1), namedDay.group(2)) : Optional.empty();
    }

    private static Optional<LocalDate> either(Matcher either, DateOrder order) {
        int first = number(either, 1);
        int second = number(either, 3);
        return switch (order) {
            case UNSURE -> Optional.empty();
            case DAY_FIRST -> Optional.of(LocalDate.of(number(either, 4), second, first));
            case MONTH_FIRST -> Optional.of(LocalDate.of(number(either, 4), first, second));
        };
    }

    private static Optional<LocalDate> era(Matcher era) {
        int year = era.group(2).equals("元") ? 1 : number(era, 2);
        int group = era.group(3) == null ? 6 : 3;
        JapaneseEra of = ERAS.get(era.group(1).toUpperCase(Locale.ROOT));
        return of == null
                ? Optional.empty()
                : Optional.of(LocalDate.from(JapaneseDate.of(of, year, number(era, group), number(era, group + 1))));
    }

    private static Optional<LocalDate> named(String year, String month, String day) {
        String word = month.toLowerCase(Locale.ROOT);
        for (int i = 0; i < MONTHS.length; i++) {
            if ((" " + MONTHS[i] + " ").contains(" " + word + " ")) {
                return Optional.of(LocalDate.of(Integer.parseInt(year), i + 1, Integer.parseInt(day)));
            }
        }
        return Optional.empty();
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
