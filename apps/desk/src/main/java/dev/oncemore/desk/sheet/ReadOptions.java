package dev.oncemore.desk.sheet;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a file is to be read; what is left open is detected.
 *
 * @param sheet which sheet of a workbook
 * @param encoding of CSV
 * @param delimiter of CSV
 * @param headingsRow the row of the headings, from 1
 * @param dates what dates mean
 * @param numbers what numbers mean
 * @param columns headings, or places from 1, of columns
 * @param checksCreated whether documents that were created before are marked before anything is sent
 * @param answers what is answered to questions about the sheet
 */
public record ReadOptions(
        @Nullable String sheet,
        @Nullable String encoding,
        @Nullable Character delimiter,
        @Nullable Integer headingsRow,
        @Nullable DateOrder dates,
        @Nullable NumberStyle numbers,
        Map<Column, String> columns,
        @Nullable Boolean checksCreated,
        Map<Question.Code, String> answers) {
    /** Nothing in particular. */
    public static final ReadOptions NONE =
            new ReadOptions(null, null, null, null, null, null, Map.of(), null, Map.of());

    /** The names of the fields other than columns. */
    private static final List<String> SWITCHES =
            List.of("sheet", "encoding", "delimiter", "header", "dates", "numbers", "check_created", "answers");

    private static final int ROW_MAX = 1_000;
    private static final int VALUE_MAX = 255;
    private static final Map<String, Character> DELIMITERS =
            Map.of("comma", ',', "semicolon", ';', "tab", '\t', "bar", '|');

    /** The names of all fields that {@link #of} reads. */
    public static List<String> names() {
        return Stream.concat(SWITCHES.stream(), Arrays.stream(Column.values()).map(Column::word))
                .toList();
    }

    /** Reads it out of fields, which may be missing or empty. */
    public static ReadOptions of(Function<String, @Nullable String> fields) {
        Map<Column, String> columns = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            given(fields, column.word()).ifPresent(value -> columns.put(column, value));
        }
        return new ReadOptions(
                given(fields, "sheet").orElse(null),
                given(fields, "encoding").orElse(null),
                given(fields, "delimiter").map(ReadOptions::delimiter).orElse(null),
                given(fields, "header").map(ReadOptions::row).orElse(null),
                given(fields, "dates")
                        .map(DateOrder::parse)
                        .filter(order -> order != DateOrder.UNSURE)
                        .orElse(null),
                given(fields, "numbers")
                        .map(NumberStyle::parse)
                        .filter(style -> style != NumberStyle.UNSURE)
                        .orElse(null),
                columns,
                given(fields, "check_created").map(ReadOptions::truth).orElse(null),
                given(fields, "answers").map(Question::answers).orElse(Map.of()));
    }

    /** These options, with the answers of an earlier reading, and its choice of {@code checksCreated}, if they are not set. */
    ReadOptions orElse(Reading earlier) {
        Map<Question.Code, String> merged = new EnumMap<>(Question.Code.class);
        merged.putAll(earlier.answers());
        merged.putAll(answers);
        return new ReadOptions(
                sheet,
                encoding,
                delimiter,
                headingsRow,
                dates,
                numbers,
                columns,
                checksCreated != null ? checksCreated : earlier.checksCreated(),
                merged);
    }

    /** The same without the answers to these questions. */
    ReadOptions without(Set<Question.Code> questions) {
        Map<Question.Code, String> others = new EnumMap<>(Question.Code.class);
        others.putAll(answers);
        others.keySet().removeAll(questions);
        return new ReadOptions(sheet, encoding, delimiter, headingsRow, dates, numbers, columns, checksCreated, others);
    }

    private static Optional<String> given(Function<String, @Nullable String> fields, String name) {
        Optional<String> given =
                Optional.ofNullable(fields.apply(name)).map(String::strip).filter(value -> !value.isEmpty());
        if (given.filter(value -> value.length() > VALUE_MAX).isPresent()) {
            throw new IllegalArgumentException("'" + name + "' has more than " + VALUE_MAX + " characters");
        }
        return given;
    }

    private static boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("check_created is '" + text + "', but true or false is expected");
        }
        return text.equals("true");
    }

    private static char delimiter(String text) {
        Character named = DELIMITERS.get(text);
        if (named == null && text.length() != 1) {
            throw new IllegalArgumentException(
                    "the delimiter is '" + text + "', but comma, semicolon, tab and bar are known");
        }
        return named == null ? text.charAt(0) : named;
    }

    /** As forms write a delimiter. */
    public static String word(char delimiter) {
        return DELIMITERS.entrySet().stream()
                .filter(entry -> entry.getValue() == delimiter)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("comma");
    }

    private static int row(String text) {
        try {
            int row = Integer.parseInt(text);
            if (row >= 1 && row <= ROW_MAX) {
                return row;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new IllegalArgumentException(
                "the row of the headings is '" + text + "', but must be a number from 1 to " + ROW_MAX);
    }
}
