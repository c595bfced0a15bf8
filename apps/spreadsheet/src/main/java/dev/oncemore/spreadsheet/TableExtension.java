package dev.oncemore.spreadsheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tables with columns added at one place. The columns between a table and that place become part of it. Each header
 * cell of a table must have a text of its own; where that is impossible, the table stays as it is.
 */
final class TableExtension {
    private static final int BETWEEN_MAX = 50;

    private final int place;
    private final List<String> added;
    private final List<TablePatch> patches = new ArrayList<>();
    private final Map<Integer, List<PatchPlan.PlacedCell>> headings = new HashMap<>();
    /** By header row: the texts that stand between a table and the place. */
    private final Map<Integer, List<String>> between = new HashMap<>();

    TableExtension(Workbook workbook, String sheet, List<SheetTable> tables, int place, List<String> added) {
        this.place = place;
        this.added = added;
        List<SheetTable> extensible = tables.stream()
                .filter(table -> table.isExtensible() && isReachable(table, tables))
                .toList();
        if (extensible.stream().anyMatch(table -> table.hasHeader() && gap(table) > 0)) {
            workbook.read(sheet, row -> {
                extensible.stream()
                        .filter(table -> table.hasHeader() && table.area().firstRow() == row.number())
                        .forEach(table -> between.put(row.number(), texts(row, table)));
                return true;
            });
        }
        extensible.forEach(this::extend);
    }

    private int gap(SheetTable table) {
        return place - table.area().lastColumn() - 1;
    }

    /** Whether nothing but a few loose cells is between a table and the place. */
    private boolean isReachable(SheetTable table, List<SheetTable> all) {
        return gap(table) >= 0
                && gap(table) <= BETWEEN_MAX
                && (gap(table) == 0 || place <= FileRow.COLUMNS_MAX)
                && all.stream()
                        .noneMatch(other -> other != table
                                && other.area().firstColumn() > table.area().lastColumn()
                                && other.area()
                                        .meetsRows(
                                                table.area().firstRow(),
                                                table.area().lastRow()));
    }

    private List<String> texts(FileRow row, SheetTable table) {
        List<String> texts = new ArrayList<>();
        for (int column = table.area().lastColumn() + 1; column < place; column++) {
            // A number is no heading; the control character makes it a name that is never free.
            texts.add(row.kind(column) == FileRow.Kind.TEXT ? row.rawText(column) : "\0");
        }
        return texts;
    }

    private void extend(SheetTable table) {
        List<String> names = new ArrayList<>();
        List<PatchPlan.PlacedCell> cells = new ArrayList<>();
        List<String> texts = between.getOrDefault(table.area().firstRow(), List.of());
        for (int i = 0; i < gap(table); i++) {
            String text = i < texts.size() ? texts.get(i) : "";
            if (text.isEmpty()) {
                String name = table.takeFree("Column" + (table.area().width() + i + 1));
                names.add(name);
                cells.add(new PatchPlan.PlacedCell(table.area().lastColumn() + 1 + i, CellValue.text(name)));
            } else if (text.indexOf('\0') < 0 && table.take(text)) {
                names.add(text);
            } else {
                return;
            }
        }
        List<String> own = added.stream().map(table::takeFree).toList();
        names.addAll(own);
        patches.add(new TablePatch(table, names));
        if (table.hasHeader()) {
            cells.addAll(placed(place, own));
            headings.put(table.area().firstRow(), cells);
        }
    }

    static List<PatchPlan.PlacedCell> placed(int place, List<String> headings) {
        List<PatchPlan.PlacedCell> cells = new ArrayList<>();
        for (String heading : headings) {
            cells.add(new PatchPlan.PlacedCell(place + cells.size(), CellValue.text(heading)));
        }
        return cells;
    }

    List<TablePatch> patches() {
        return patches;
    }

    /** What is written into the headers of the tables, by row. */
    Map<Integer, List<PatchPlan.PlacedCell>> headings() {
        return headings;
    }
}
