package dev.oncemore.desk.sheet;

import dev.oncemore.spreadsheet.AddedCells;
import dev.oncemore.spreadsheet.CellValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The columns with the results of the rows, as they are added to a returned file. */
final class StatusCells implements AddedCells {
    private static final String STATUS = "status";
    private static final String DOCUMENT = "document_id";
    private static final String MESSAGE = "message";
    /** Where each row stands in the file that was uploaded. */
    private static final String ROW = "row";

    /** The columns of CSV, whose times name their zone. */
    static final List<String> CSV = List.of(STATUS, DOCUMENT, MESSAGE, "sent_at");
    /** The same when rows are left out. */
    static final List<String> CSV_WITH_ROW = with(CSV, ROW);
    /** The columns of a workbook, whose times have no zone. */
    static final List<String> WORKBOOK = List.of(STATUS, DOCUMENT, MESSAGE, "sent_at (UTC)");
    /** The same in another workbook than the one that was uploaded. */
    static final List<String> WORKBOOK_WITH_ROW = with(WORKBOOK, ROW);

    private static final List<Integer> WIDTHS = List.of(11, 16, 60, 20, 8);

    private final RowCursor rows;
    private final CorrectedCells corrected;
    private final int lastRow;
    private final List<String> headings;

    /**
     * The columns of a file.
     *
     * @param headings one of the lists above
     * @param rows its rows, from the first
     * @param lastRow the last of them
     */
    StatusCells(List<String> headings, RowCursor rows, CorrectedCells corrected, int lastRow) {
        this.headings = headings;
        this.rows = rows;
        this.corrected = corrected;
        this.lastRow = lastRow;
    }

    /** The statuses of rows without a document. */
    static Set<String> notCreated() {
        return Stream.of(RowState.values())
                .filter(state -> !state.isThere())
                .map(RowState::word)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @Override
    public List<String> headings() {
        return headings;
    }

    @Override
    public List<Integer> widths() {
        return WIDTHS.subList(0, headings.size());
    }

    @Override
    public int lastRow() {
        return lastRow;
    }

    @Override
    public @Nullable List<CellValue> of(int number) {
        SheetRow row = rows.at(number);
        return row == null ? null : of(row);
    }

    List<CellValue> of(SheetRow row) {
        List<String> message = new ArrayList<>();
        if (!row.message().isEmpty()) {
            message.add(row.message().replace("\n", "; "));
        }
        message.addAll(corrected.words(row));
        List<CellValue> cells = List.of(
                CellValue.text(row.state().word()),
                CellValue.number(row.documentId()),
                CellValue.text(String.join("; ", message)),
                CellValue.time(row.sentAt()));
        return headings.contains(ROW) ? with(cells, CellValue.number(Integer.toString(row.row()))) : cells;
    }

    private static <T> List<T> with(List<T> values, T last) {
        List<T> all = new ArrayList<>(values);
        all.add(last);
        return Collections.unmodifiableList(all);
    }
}
