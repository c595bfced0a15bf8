package dev.oncemore.desk.sheet;

import dev.oncemore.spreadsheet.FileRow;
import java.time.LocalDate;

/** A cell of a file as a text of ours: what a workbook holds as a number is written as the texts of its sheet are. */
final class CellText {
    /** A plain number stands for a day only when that is one that documents have; others are years, or slips. */
    private static final LocalDate FIRST_DAY = LocalDate.of(1990, 1, 1);

    private static final LocalDate LAST_DAY = LocalDate.of(2100, 1, 1);

    private CellText() {}

    static String of(FileRow row, int place, Column column, NumberStyle style) {
        String text = row.text(place);
        FileRow.Kind kind = row.kind(place);
        if (kind == FileRow.Kind.TEXT || kind == FileRow.Kind.DATE) {
            return text;
        }
        if (column == Column.DATE) {
            return row.date(place)
                    .filter(day -> day.isAfter(FIRST_DAY) && day.isBefore(LAST_DAY))
                    .map(LocalDate::toString)
                    .orElse(text);
        }
        boolean isText = column == Column.NUMBER || column == Column.PARTNER || column == Column.DESCRIPTION;
        // A workbook is never unsure: its numbers have one meaning.
        return style == NumberStyle.COMMA && !isText ? text.replace('.', ',') : text;
    }
}
