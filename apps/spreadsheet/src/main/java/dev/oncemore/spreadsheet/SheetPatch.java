package dev.oncemore.spreadsheet;

import dev.oncemore.spreadsheet.PatchPlan.PlacedCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Adds cells to the rows of a sheet, with their widths and filter, and on request hides the rows that are not wanted. */
final class SheetPatch {
    /** What may stand between the rows of a sheet and its filter. */
    private static final Set<String> BEFORE_FILTER =
            Set.of("sheetData", "sheetCalcPr", "sheetProtection", "protectedRanges", "scenarios");

    private static final Pattern SPANS = Pattern.compile("\\sspans\\s*=\\s*(\"[^\"]*\"|'[^']*')");

    private final PatchPlan plan;
    private final AddedCells added;
    private final CellStyles styles;
    private final Set<String> wanted;
    private final ColumnWidths widths;
    private final @Nullable FilterPatch filter;
    private boolean needsFilter;
    private int row;
    private int column;
    private List<PlacedCell> cells = List.of();
    private int next;
    /** The style of the last heading, which added headings get, too. */
    private String style = "";

    SheetPatch(PatchPlan plan, AddedCells added, CellStyles styles, Set<String> wanted) {
        this.plan = plan;
        this.added = added;
        this.styles = styles;
        this.wanted = wanted;
        this.widths = new ColumnWidths(plan.place(), added.widths());
        Area filtered = plan.filter();
        this.filter = filtered == null ? null : new FilterPatch(filtered, plan.place(), wanted);
        this.needsFilter = filtered != null && plan.isFilterNew();
    }

    void run(TagScanner tags) throws IOException {
        boolean isBehindRows = false;
        while (tags.next()) {
            boolean isChild = tags.depth() == 1 && tags.isStart();
            boolean isEnd = tags.depth() == 0 && tags.isEnd();
            if (needsFilter && isBehindRows && (isEnd || (isChild && !BEFORE_FILTER.contains(tags.name())))) {
                writeFilter(tags);
            }
            if (!isChild) {
                tags.copy();
            } else {
                isBehindRows |= tags.is("sheetData", false);
                child(tags);
            }
        }
    }

    private void writeFilter(TagScanner tags) throws IOException {
        needsFilter = false;
        if (filter != null) {
            tags.write(filter.written(tags.prefix()));
        }
    }

    private void child(TagScanner tags) throws IOException {
        if (tags.is("dimension", false)) {
            Area area = Area.parse(tags.attribute("ref"));
            tags.write(
                    area == null
                            ? tags.text()
                            : tags.with("ref", area.through(plan.lastColumn()).ref()));
        } else if (tags.is("cols", false)) {
            widths.copy(tags);
        } else if (tags.is("sheetData", false)) {
            widths.writeBefore(tags);
            tags.copy();
            if (!tags.isClosed()) {
                rows(tags);
            }
        } else if (filter != null && tags.is("autoFilter", false)) {
            filter.copy(tags);
        } else if (filter != null) {
            filter.sortStateOrCopy(tags);
        } else {
            tags.copy();
        }
    }

    private void rows(TagScanner tags) throws IOException {
        while (tags.next() && (tags.isStart() || tags.depth() > 1)) {
            if (tags.depth() == 2 && tags.is("row", false)) {
                begin(tags);
            } else if (tags.depth() == 2 && tags.is("row", true)) {
                writeBefore(tags, Places.COLUMNS_MAX);
                tags.copy();
            } else if (next < cells.size() && tags.is("c", false)) {
                cell(tags);
            } else {
                tags.copy();
            }
        }
        tags.copy();
    }

    private void begin(TagScanner tags) throws IOException {
        row = SheetLayout.nextRow(tags, row);
        column = -1;
        next = 0;
        style = "";
        List<PlacedCell> headings = plan.headings().get(row);
        List<CellValue> values = row <= plan.lastRow() && !plan.isTotal(row) ? added.of(row) : null;
        // A row without cells is blank and was not read, so it gets no cells.
        boolean isEmpty = tags.isClosed();
        cells = isEmpty ? List.of() : headings != null ? headings : values == null ? List.of() : placed(values);
        String tag = tags.text();
        if (!wanted.isEmpty() && headings == null) {
            boolean isWanted = values != null && wanted.contains(values.get(0).text());
            if (isWanted || values != null || plan.isFiltered(row)) {
                tag = tags.with("hidden", isWanted ? null : "1");
            }
        }
        // The span of a row's cells is an optional hint, which would be wrong now.
        tags.write(cells.isEmpty() ? tag : SPANS.matcher(tag).replaceFirst(""));
    }

    private List<PlacedCell> placed(List<CellValue> values) {
        List<PlacedCell> placed = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            placed.add(new PlacedCell(plan.place() + i, values.get(i)));
        }
        return placed;
    }

    private void cell(TagScanner tags) throws IOException {
        column = SheetLayout.nextColumn(tags, column);
        writeBefore(tags, column);
        boolean isReplaced =
                tags.isClosed() && next < cells.size() && cells.get(next).column() == column;
        if (!isReplaced) {
            tags.copy();
            String own = tags.attribute("s");
            style = own == null ? "" : own;
        }
    }

    /** Writes the added cells that belong before a column. */
    private void writeBefore(TagScanner tags, int end) throws IOException {
        if (next == cells.size() || cells.get(next).column() >= end) {
            return;
        }
        boolean isHeading = plan.headings().containsKey(row);
        StringBuilder out = new StringBuilder();
        for (; next < cells.size() && cells.get(next).column() < end; next++) {
            PlacedCell cell = cells.get(next);
            String reference = Places.letters(cell.column()) + row;
            if (isHeading) {
                CellValue.text(
                        out, tags.prefix(), reference, style, cell.value().text());
            } else if (!cell.value().isEmpty()) {
                cell.value().write(out, tags.prefix(), reference, styles);
            }
        }
        tags.write(out.toString());
    }
}
