package dev.oncemore.spreadsheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where added cells go, and what must cover them so that a row is never sorted away from them: the tables of the rows, or the
 * filter of the sheet. A sheet with neither gets a filter.
 *
 * @param place the first added column, from 0
 * @param lastColumn the last added column
 * @param headingsRow the row of the headings
 * @param lastRow the last row that gets cells
 * @param headings what is written into the rows of headings, by row
 * @param tables the tables that get the columns
 * @param filter what the filter of the sheet covers; null if it has none in these rows
 * @param isFilterNew whether the sheet had no filter
 */
record PatchPlan(
        int place,
        int lastColumn,
        int headingsRow,
        int lastRow,
        Map<Integer, List<PlacedCell>> headings,
        List<TablePatch> tables,
        @Nullable Area filter,
        boolean isFilterNew) {
    private static final int TABLES_MAX = 200;

    /** A cell and its column. */
    record PlacedCell(int column, CellValue value) {}

    static PatchPlan of(Workbook workbook, String sheet, int headingsRow, AddedCells added) {
        int lastRow = Math.max(headingsRow, added.lastRow());
        List<SheetTable> tables = tables(workbook, sheet, headingsRow, lastRow);
        int firstRow =
                tables.stream().mapToInt(table -> table.area().firstRow()).reduce(headingsRow, Math::min);
        SheetLayout layout = SheetLayout.scan(workbook.archive(), workbook.part(sheet), firstRow, lastRow);
        tables.forEach(table -> layout.use(table.area()));
        int size = added.headings().size();
        int place = place(layout, tables, size);
        if (place + size > Places.COLUMNS_MAX) {
            throw new IllegalArgumentException(
                    "the sheet has " + place + " columns, so there is no room for " + size + " more");
        }
        int last = place + size - 1;
        TableExtension extension = new TableExtension(workbook, sheet, tables, place, added.headings());
        List<TablePatch> extended = extension.patches();
        Map<Integer, List<PlacedCell>> headings = new HashMap<>();
        headings.put(headingsRow, headings(layout, tables.isEmpty(), place, added.headings()));
        headings.putAll(extension.headings());
        Area old = layout.filter();
        Area filter = old != null
                ? old.meetsRows(headingsRow, lastRow) ? old.through(last) : null
                : tables.isEmpty() && lastRow > headingsRow
                        ? new Area(headingsRow, Math.min(layout.first(), place), lastRow, last)
                        : null;
        return new PatchPlan(place, last, headingsRow, lastRow, headings, extended, filter, old == null);
    }

    /** The tables that have some of the rows. */
    private static List<SheetTable> tables(Workbook workbook, String sheet, int firstRow, int lastRow) {
        List<SheetTable> found = new ArrayList<>();
        workbook.related(workbook.part(sheet), "table").stream()
                .limit(TABLES_MAX)
                .map(part -> SheetTable.read(workbook.archive(), part))
                .filter(Objects::nonNull)
                .filter(table -> table.area().meetsRows(firstRow, lastRow))
                .forEach(found::add);
        return found;
    }

    /** Beside the tables if there is room, and otherwise behind everything in these rows. */
    private static int place(SheetLayout layout, List<SheetTable> tables, int size) {
        int behindTables = tables.stream()
                .filter(SheetTable::isExtensible)
                .mapToInt(table -> table.area().lastColumn() + 1)
                .max()
                .orElse(layout.end());
        return layout.isFree(behindTables, size) ? behindTables : layout.end();
    }

    /**
     * The headings, and a blank in the heading of each empty column before them: LibreOffice ends what it sorts at a column
     * without anything, also where a filter covers more.
     */
    private static List<PlacedCell> headings(SheetLayout layout, boolean isLoose, int place, List<String> names) {
        List<PlacedCell> cells = new ArrayList<>();
        for (int column = layout.first(); isLoose && column < place; column++) {
            if (layout.isFree(column, 1)) {
                cells.add(new PlacedCell(column, CellValue.text(" ")));
            }
        }
        cells.addAll(TableExtension.placed(place, names));
        return cells;
    }

    /** Whether sorting or filtering by the added columns concerns this row. */
    boolean isFiltered(int row) {
        Area area = filter;
        return (area != null && row > area.firstRow() && row <= area.lastRow())
                || tables.stream()
                        .anyMatch(patch ->
                                patch.table().hasHeader() && patch.table().isData(row));
    }

    /** Whether the row gets no cells, because it has the totals of a table. */
    boolean isTotal(int row) {
        return tables.stream().anyMatch(patch -> patch.table().isTotal(row));
    }
}
