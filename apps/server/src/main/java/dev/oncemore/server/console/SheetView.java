package dev.oncemore.server.console;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sheet as its page shows it. */
public final class SheetView {
    private static final int PAGE = 100;

    private final Sheet sheet;
    private final String sentence;
    private final String total;
    private final Map<RowState, Integer> counts;
    private final int underWay;
    private final boolean isConnected;
    private final List<SheetRow> rows;
    private final @Nullable RowState state;
    private final List<String> warnings;
    private final @Nullable ReadingView reading;

    private SheetView(SheetService sheetService, Sheet sheet, int underWay, @Nullable RowState state, int after) {
        this.sheet = sheet;
        this.underWay = underWay;
        this.state = state;
        this.total = sheetService.total(sheet);
        this.counts = sheetService.counts(sheet.id());
        this.isConnected = sheetService.isConnected();
        this.rows = sheetService.rows(sheet.id(), state, after, PAGE);
        this.warnings = sheetService.imports().warnings(sheet.id());
        this.reading = sheet.isConfirmed() ? null : ReadingView.of(sheetService, sheet);
        this.sentence = said();
    }

    /**
     * A sheet.
     *
     * @param underWay how many rows have not come to an end, asked for before anything else of it: else rows that end in
     *     between would be counted as under way on a page that says that nothing is
     */
    static SheetView of(SheetService sheetService, Sheet sheet, int underWay, @Nullable RowState state, int after) {
        return new SheetView(sheetService, sheet, underWay, state, after);
    }

    /** A state, how many rows are in it, and where to see them. */
    public record Tile(String word, int count, String path) {}

    private String said() {
        int wrong = count(RowState.ERROR);
        if (!sheet.isConfirmed()) {
            if (reading != null && reading.isThere() && !reading.isComplete()) {
                return "Choose the columns";
            }
            return wrong == 0 ? "Ready to send: " + total : Words.count(wrong, "row needs", "rows need") + " you";
        }
        if (underWay > 0) {
            return Words.count(underWay, "row is", "rows are") + " under way";
        }
        int open = wrong + count(RowState.UNKNOWN);
        return open == 0 ? "No errors" : Words.count(open, "row needs", "rows need") + " you";
    }

    /** How many rows are in a state. */
    int count(RowState one) {
        return counts.getOrDefault(one, 0);
    }

    /** The answer to what people came for. */
    public String sentence() {
        return sentence;
    }

    /** The sheet. */
    public Sheet sheet() {
        return sheet;
    }

    /** What is valid, but probably a mistake. */
    public List<String> warnings() {
        return warnings;
    }

    /** How it was read; null when that cannot be changed any more. */
    public @Nullable ReadingView reading() {
        return reading != null && reading.isThere() ? reading : null;
    }

    /** Whether the file can be given back. */
    public boolean mayDownload() {
        return sheet.reading().width() > 0;
    }

    /** What can be sent. */
    public String total() {
        return total;
    }

    /** Whether it can be confirmed now. */
    public boolean mayConfirm() {
        return isConnected && !sheet.isConfirmed() && count(RowState.PENDING) > 0;
    }

    /** Whether there is nowhere to send it to. */
    public boolean isUnconnected() {
        return !isConnected;
    }

    /** How many rows have something wrong and stay behind. */
    public int wrong() {
        return count(RowState.ERROR);
    }

    /** Whether the page shows itself again after a while; not while somebody may be typing. */
    boolean isReloaded() {
        return underWay > 0 && rows.stream().noneMatch(this::mayChange);
    }

    /** How many rows stand where. */
    public List<Tile> tiles() {
        return Arrays.stream(RowState.values())
                .filter(one -> count(one) > 0)
                .map(one -> new Tile(one.word(), count(one), path() + "?state=" + one.word()))
                .toList();
    }

    /** The rows of this page. */
    public List<SheetRow> rows() {
        return rows;
    }

    /** All columns. */
    public Column[] columns() {
        return Column.values();
    }

    /** What a cell holds. */
    public String cell(SheetRow row, Column column) {
        return row.cells().getOrDefault(column, "");
    }

    /** Whether a row can be put right here. */
    public boolean mayChange(SheetRow row) {
        return row.state() == RowState.ERROR;
    }

    /** Whether a row can be sent again as it is. */
    public boolean mayResend(SheetRow row) {
        return isConnected && sheet.isConfirmed() && row.state() == RowState.UNKNOWN;
    }

    /** Whether a row can be chosen to be sent again. */
    public boolean maySelect(SheetRow row) {
        return row.state() == RowState.ERROR || row.state() == RowState.UNKNOWN;
    }

    /** Where the sheet is. */
    public String path() {
        return "/desk/sheets/" + Words.encoded(sheet.id());
    }

    /** Where it goes on; empty on the last page. */
    public String next() {
        return rows.size() < PAGE
                ? ""
                : path() + "?after=" + rows.get(rows.size() - 1).row()
                        + (state == null ? "" : "&state=" + state.word());
    }
}
