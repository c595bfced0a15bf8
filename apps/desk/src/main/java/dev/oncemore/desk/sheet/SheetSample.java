package dev.oncemore.desk.sheet;

import dev.oncemore.config.Nearest;
import dev.oncemore.spreadsheet.FileRow;
import dev.oncemore.spreadsheet.Spreadsheet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The first rows of a sheet: enough to find out how the rest is to be read. */
final class SheetSample {
    private static final int ROWS_MAX = 250;
    private static final int HEADINGS_WITHIN = 20;
    /** So many known headings in a row are no chance. */
    private static final int KNOWN_MIN = 3;

    private static final int HEADINGS_TOLD = 20;

    private final String sheet;
    private final List<Seen> rows;
    private final Seen headings;
    private final Map<Column, Integer> places;

    private SheetSample(String sheet, List<Seen> rows, Seen headings, Map<Column, Integer> places) {
        this.sheet = sheet;
        this.rows = rows;
        this.headings = headings;
        this.places = places;
    }

    /** A row that was seen; cells that are numbers or dates of a workbook mean one thing only. */
    record Seen(int number, List<String> texts, List<Boolean> areTyped, int filled) {
        /** Headings are shorter, and so is everything that tells how dates and numbers are written. */
        private static final int TEXT_MAX = 256;

        static Seen of(FileRow row) {
            List<Boolean> typed = new ArrayList<>();
            List<String> texts = row.texts().stream()
                    .map(text -> text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) : text)
                    .toList();
            for (int i = 0; i < texts.size(); i++) {
                typed.add(row.kind(i) != FileRow.Kind.TEXT);
            }
            return new Seen(row.number(), texts, typed, row.filled());
        }

        String text(int place) {
            return place < texts.size() ? texts.get(place) : "";
        }

        boolean isTyped(int place) {
            return place < areTyped.size() && areTyped.get(place);
        }
    }

    /** Looks at a sheet; null when nothing is in it. */
    static @Nullable SheetSample at(
            Spreadsheet file, String sheet, ReadOptions options, Map<Column, String> remembered, boolean isStrict) {
        List<Seen> rows = new ArrayList<>();
        file.read(sheet, row -> {
            rows.add(Seen.of(row));
            return rows.size() < ROWS_MAX;
        });
        if (rows.isEmpty()) {
            return null;
        }
        Seen headings =
                options.headingsRow() == null ? headings(rows, remembered) : wished(rows, options.headingsRow());
        return new SheetSample(
                sheet, rows, headings, Headings.places(headings.texts(), options.columns(), remembered, isStrict));
    }

    /** Width of the chosen sheet; the others do not matter. */
    void requireNarrow() {
        if (headings.filled() > FileRow.COLUMNS_MAX) {
            throw new IllegalArgumentException("the row of headings (row " + headings.number() + ") has "
                    + headings.filled() + " columns, but at most " + FileRow.COLUMNS_MAX + " are read");
        }
    }

    /** What to look at when columns were not found: the headings that are there, and what they may have been meant to be. */
    String found() {
        List<String> known = new ArrayList<>(Column.words());
        places.keySet().forEach(column -> known.remove(column.word()));
        List<String> others = new ArrayList<>();
        List<String> slips = new ArrayList<>();
        for (int i = 0; i < headings.texts().size(); i++) {
            String heading = headings.text(i);
            if (!heading.isEmpty() && !places.containsValue(i) && others.size() < HEADINGS_TOLD) {
                others.add("'" + Preview.shortened(heading) + "'");
                Nearest.to(Column.normal(heading), known)
                        .ifPresent(word ->
                                slips.add("; did you mean " + word + " by '" + Preview.shortened(heading) + "'?"));
            }
        }
        return others.isEmpty()
                ? ""
                : "; other headings in row " + headings.number() + ": " + String.join(", ", others)
                        + String.join("", slips);
    }

    private static Seen wished(List<Seen> rows, int number) {
        return rows.stream()
                .filter(row -> row.number() == number)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the headings are to be in row " + number + ", but that row is empty, or too far below"));
    }

    /** Titles may stand above the headings. */
    private static Seen headings(List<Seen> rows, Map<Column, String> remembered) {
        return rows.stream()
                .limit(HEADINGS_WITHIN)
                .filter(row -> Headings.places(row.texts(), Map.of(), remembered, false)
                                .size()
                        >= KNOWN_MIN)
                .findFirst()
                .orElse(rows.get(0));
    }

    String sheet() {
        return sheet;
    }

    List<String> headings() {
        return headings.texts();
    }

    int headingsRow() {
        return headings.number();
    }

    Map<Column, Integer> places() {
        return places;
    }

    boolean isComplete() {
        return places.size() == Column.values().length;
    }

    boolean hasRows() {
        return rows.get(rows.size() - 1).number() > headings.number();
    }

    /** What texts a column has; what a workbook holds as a number or a date says nothing of how texts are written. */
    List<String> texts(Column column) {
        Integer place = places.get(column);
        return place == null
                ? List.of()
                : rows.stream()
                        .filter(row -> row.number() > headings.number() && !row.isTyped(place))
                        .map(row -> row.text(place))
                        .filter(text -> !text.isEmpty())
                        .toList();
    }

    Preview preview(List<String> sheets) {
        return new Preview(
                sheets,
                headings.texts().stream().map(Preview::shortened).toList(),
                rows.stream()
                        .filter(row -> row.number() > headings.number())
                        .limit(Preview.ROWS)
                        .map(row -> new Preview.Row(row.number(), Preview.shortened(row.texts()), List.of()))
                        .toList());
    }
}
