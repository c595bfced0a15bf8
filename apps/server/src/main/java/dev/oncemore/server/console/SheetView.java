package dev.oncemore.server.console;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.Question;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetList;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.SheetSummary;
import dev.oncemore.server.language.Messages;
import dev.oncemore.server.language.Phrasebook;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A sheet as its page shows it. */
public final class SheetView {
    private static final Set<RowState> OPEN = EnumSet.of(RowState.ERROR, RowState.UNKNOWN);
    private static final int PAGE = 100;
    private static final int NEEDING_MAX = 100;
    private static final Set<Column> NUMBERS = EnumSet.of(Column.QUANTITY, Column.UNIT_PRICE, Column.TAX_RATE);

    private final Sheet sheet;
    private final Messages messages;
    private final SheetSummary summary;
    private final int underWay;
    private final boolean isConnected;
    private final boolean isArchived;
    private final List<SheetRow> needing;
    private final List<SheetRow> rows;
    private final @Nullable RowState state;
    private final List<String> warnings;
    private final List<Question> questions;
    private final String seen;
    private final @Nullable ReadingView reading;

    private SheetView(
            SheetService sheetService,
            Sheet sheet,
            Messages messages,
            int underWay,
            @Nullable RowState state,
            int after) {
        SheetList list = sheetService.list();
        this.sheet = sheet;
        this.messages = messages;
        this.underWay = underWay;
        this.state = state;
        this.summary = list.summary(sheet);
        this.isConnected = sheetService.isConnected();
        this.isArchived = list.archivedBy(sheet.id()).isPresent();
        this.needing = state == null && after == 0 ? list.needing(sheet.id(), NEEDING_MAX) : List.of();
        this.rows = state == null
                ? list.others(sheet.id(), after, PAGE)
                : sheetService.rows(sheet.id(), state, after, PAGE);
        this.warnings = sheetService.imports().warnings(sheet.id());
        List<Question> asked = sheetService.imports().questions(sheet.id());
        this.seen = QuestionView.seen(asked);
        this.questions = sheet.isConfirmed()
                ? asked.stream()
                        .filter(question -> question.isOpen(sheet.reading()))
                        .toList()
                : asked;
        this.reading = sheet.isConfirmed() ? null : ReadingView.of(sheetService, sheet, messages);
    }

    /**
     * A sheet.
     *
     * @param underWay how many rows have not come to an end, asked for before anything else of it: else rows that end in
     *     between would be counted as under way on a page that says that nothing is
     */
    static SheetView of(
            SheetService sheetService,
            Sheet sheet,
            Messages messages,
            int underWay,
            @Nullable RowState state,
            int after) {
        return new SheetView(sheetService, sheet, messages, underWay, state, after);
    }

    /** A state, how many rows are in it, and where to see them. */
    public record Tile(String state, int count, String path) {}

    /** The answer to what people came for. */
    public String sentence() {
        int need = summary.needing();
        if (!sheet.isConfirmed()) {
            if (reading != null && reading.isThere() && !reading.isComplete()) {
                return messages.text("sheet.choose");
            }
            if (hasOpenQuestions()) {
                return messages.text("sheet.answer.first");
            }
            return need == 0 ? messages.text("sheet.ready", total()) : messages.count("sheet.rows.need", need);
        }
        if (underWay > 0) {
            return messages.count("sheet.rows.underway", underWay);
        }
        if (hasOpenQuestions()) {
            return messages.text("sheet.answer.first");
        }
        if (need == 0 && summary.asking() > 0) {
            return messages.count("sheet.rows.asking", summary.asking());
        }
        return need == 0 ? messages.text("sheet.fine") : messages.count("sheet.rows.need", need);
    }

    /** How many rows are in a state. */
    int count(RowState one) {
        return summary.counts().getOrDefault(one, 0);
    }

    /** The sheet. */
    public Sheet sheet() {
        return sheet;
    }

    /** Whether it is not in the list any more. */
    public boolean isArchived() {
        return isArchived;
    }

    /** Whether it is being sent. */
    public boolean isMoving() {
        return underWay > 0;
    }

    /** How many rows it has. */
    public int total(boolean isEnded) {
        return summary.rows() - (isEnded ? underWay : 0);
    }

    /** "4,996 created · 4 need you"; empty before it is sent. */
    public String counted() {
        return !sheet.isConfirmed()
                ? ""
                : messages.count("sheet.created", summary.there())
                        + (summary.asking() == 0 ? "" : " · " + messages.count("sheet.asking", summary.asking()))
                        + (summary.needing() == 0 ? "" : " · " + messages.count("sheet.need", summary.needing()));
    }

    /** How the file was read. */
    public String readAs() {
        String encoding = sheet.reading().encoding();
        return sheet.reading().isWorkbook()
                ? messages.text("sheet.readas.sheet", sheet.reading().sheet())
                : encoding.endsWith("BOM") ? messages.text("read.bom") : encoding;
    }

    /** What is valid, but probably a mistake; none once it is sent. */
    public List<Phrasebook.Said> warnings() {
        return (sheet.isConfirmed() ? List.<String>of() : warnings)
                .stream().map(warning -> Phrasebook.say(messages, warning)).toList();
    }

    /** What may not be meant; once it is sent, only what a correction raised and nobody answered yet. */
    public List<QuestionView> questions() {
        return questions.stream()
                .map(question -> new QuestionView(question, sheet.reading(), messages))
                .toList();
    }

    /** A fingerprint of its questions, which changes when it raises others. */
    public String seen() {
        return seen;
    }

    /** Whether there is anything to answer. */
    public boolean mayAnswer() {
        return questions.stream().anyMatch(question -> question.code().isRequired());
    }

    /** Whether a question must be answered before the sheet is sent. */
    public boolean hasOpenQuestions() {
        return questions.stream().anyMatch(question -> question.isOpen(sheet.reading()));
    }

    /** How it was read; null when that cannot be changed any more. */
    public @Nullable ReadingView reading() {
        return reading != null && reading.isThere() ? reading : null;
    }

    /** Whether the file can be given back. */
    public boolean mayDownload() {
        return sheet.isConfirmed() && sheet.reading().width() > 0;
    }

    /** What can be sent. */
    public String total() {
        return messages.count(
                "total." + sheet.type().word(),
                summary.total().documents(),
                messages.amount(summary.total().amount()));
    }

    /** Whether it can be confirmed now. */
    public boolean mayConfirm() {
        return isConnected && !sheet.isConfirmed() && count(RowState.PENDING) > 0 && !hasOpenQuestions();
    }

    /** Whether there is nowhere to send it to. */
    public boolean isUnconnected() {
        return !isConnected;
    }

    /** How many rows have something wrong and stay behind. */
    public int wrong() {
        return count(RowState.ERROR);
    }

    /** How many rows stand where. */
    public List<Tile> tiles() {
        List<Tile> tiles = new ArrayList<>();
        for (RowState one : RowState.values()) {
            int checking = one == RowState.UNKNOWN ? summary.checking() + summary.asking() : 0;
            String path = path() + "?state=" + one.word();
            if (checking > 0) {
                tiles.add(new Tile(checking(), checking, path));
            }
            if (count(one) > checking) {
                tiles.add(new Tile(state(one), count(one) - checking, path));
            }
        }
        return tiles;
    }

    /** The rows that need somebody, on the first page of all. */
    public List<SheetRow> needing() {
        return needing;
    }

    /** Whether there are more of them than are shown. */
    public boolean isMoreNeeding() {
        return needing.size() == NEEDING_MAX;
    }

    /** The other rows of this page, or those in the chosen state. */
    public List<SheetRow> rows() {
        return rows;
    }

    /** The chosen state as an icon and a word; empty when all rows are shown. */
    public String chosen() {
        return state == null ? "" : state(state);
    }

    /** All columns. */
    public Column[] columns() {
        return Column.values();
    }

    /** Whether a column has numbers. */
    public boolean isNumber(Column column) {
        return NUMBERS.contains(column);
    }

    /** How a column is shown: numbers to the right, dates unbroken, names with room. */
    public String kind(Column column) {
        return switch (column) {
            case QUANTITY, UNIT_PRICE, TAX_RATE -> "number";
            case DATE -> "one";
            case NUMBER -> "code";
            case PARTNER, DESCRIPTION -> "long";
        };
    }

    /** What a cell holds. */
    public String cell(SheetRow row, Column column) {
        return row.cells().getOrDefault(column, "");
    }

    /** The state of a row as an icon and a word. */
    public String state(SheetRow row) {
        return row.reason().isAskedFor()
                ? "↻ " + messages.text("state." + row.reason().word())
                : state(row.state());
    }

    /** The desk asks by itself: nobody is needed. */
    private String checking() {
        return "↻ " + messages.text("state.checking");
    }

    private String state(RowState one) {
        return States.row(one, messages);
    }

    /** What is told about a row. */
    public List<Phrasebook.Said> told(SheetRow row) {
        return row.message().lines().map(line -> Phrasebook.say(messages, line)).toList();
    }

    /** Whether a row can be put right here. */
    public boolean mayChange(SheetRow row) {
        return row.state() == RowState.ERROR;
    }

    /** Whether a row can be sent again as it is. */
    public boolean mayResend(SheetRow row) {
        return isConnected && sheet.isConfirmed() && row.state() == RowState.UNKNOWN && maySelect(row);
    }

    /** Whether a row needs somebody, and can be chosen to be sent again. */
    public boolean maySelect(SheetRow row) {
        return SendService.open(OPEN).test(row);
    }

    /** How many rows that is true of. */
    int open() {
        return summary.needing();
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
