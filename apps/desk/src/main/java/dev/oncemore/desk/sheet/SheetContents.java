package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.store.Backend;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the files of sheets are kept as they came, with what was found in them. */
public final class SheetContents {
    /** No database needs to be told to allow parts of this size. */
    private static final int PART = 512 * 1024;

    /** How far back sheets tell what is usual. */
    static final Duration USUAL = Duration.ofDays(92);

    private static final int HEADING_MAX = 255;
    private static final int TOTALS_MAX = 1_000;
    public static final int FORGOTTEN_AT_ONCE = 100;

    private final SqlOperations sql;

    public SheetContents(Backend backend) {
        this(backend.database());
    }

    private SheetContents(SqlOperations sql) {
        this.sql = sql;
    }

    /** The same as part of an open transaction. */
    public SheetContents within(SqlOperations here) {
        return new SheetContents(here);
    }

    /** Within a transaction. */
    void add(Connection connection, String id, byte[] file) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO oncemore_sheet_part (sheet_id, part_no, content) VALUES (?, ?, ?)")) {
            for (int from = 0; from < file.length; from += PART) {
                statement.setString(1, id);
                statement.setInt(2, from / PART);
                statement.setBytes(3, Arrays.copyOfRange(file, from, Math.min(file.length, from + PART)));
                statement.executeUpdate();
            }
        }
    }

    /** Within a transaction: what was found, in place of what was before. */
    void describe(Connection connection, String id, Judged judged, String hash) throws SQLException {
        Sheets.update(connection, "DELETE FROM oncemore_sheet_content WHERE sheet_id = ?", id);
        Sheets.update(
                connection,
                "INSERT INTO oncemore_sheet_content (sheet_id, reading, preview, warnings, questions, file_hash,"
                        + " documents, amount) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                id,
                judged.file().reading().written(),
                judged.file().preview().written(),
                String.join("\n", judged.warnings()),
                Question.written(judged.questions()),
                hash,
                judged.total().documents(),
                judged.total().amount().toPlainString());
    }

    /** Within a transaction: the reading with an answer that changes no rows. */
    void answered(Connection connection, String id, Reading reading) throws SQLException {
        Sheets.update(
                connection, "UPDATE oncemore_sheet_content SET reading = ? WHERE sheet_id = ?", reading.written(), id);
    }

    /** What may not be meant in a sheet. */
    List<Question> questions(String id) {
        return sql.first(
                        "SELECT questions FROM oncemore_sheet_content WHERE sheet_id = ?",
                        row -> Question.read(row.getString(1)),
                        id)
                .orElse(List.of());
    }

    /**
     * A sheet of the same file that was sent before.
     *
     * @param id its id
     * @param at when it was sent
     * @param who brought it
     */
    record Earlier(String id, Instant at, String who) {}

    /** The last sheet of this file that was sent for this company. */
    Optional<Earlier> sentBefore(Sheet sheet, String hash) {
        return sql.first(
                "SELECT s.id, s.confirmed_at, s.who FROM oncemore_sheet_content c JOIN oncemore_sheet s"
                        + " ON s.id = c.sheet_id WHERE c.file_hash = ? AND s.company = ? AND s.type = ?"
                        + " AND s.confirmed_at IS NOT NULL ORDER BY s.confirmed_at DESC LIMIT 1",
                row -> new Earlier(row.getString(1), Instant.ofEpochMilli(row.getLong(2)), row.getString(3)),
                hash,
                sheet.company(),
                sheet.type().word());
    }

    /** The totals of the other sheets of a company that were sent since then. */
    List<BigDecimal> totals(Sheet sheet, Instant since) {
        return sql.query(
                "SELECT c.amount FROM oncemore_sheet_content c JOIN oncemore_sheet s ON s.id = c.sheet_id"
                        + " WHERE s.company = ? AND s.type = ? AND s.confirmed_at >= ? AND s.id <> ? AND c.documents > 0"
                        + " ORDER BY s.confirmed_at DESC LIMIT " + TOTALS_MAX,
                row -> new BigDecimal(row.getString(1)),
                sheet.company(),
                sheet.type().word(),
                since.toEpochMilli(),
                sheet.id());
    }

    /** Within a transaction: what a correction changed. */
    public void count(Connection connection, String id, Total before, Total after) throws SQLException {
        int changed = Sheets.update(
                connection,
                "UPDATE oncemore_sheet_content SET documents = ?, amount = ? WHERE sheet_id = ? AND documents = ?"
                        + " AND amount = ?",
                after.documents(),
                after.amount().toPlainString(),
                id,
                before.documents(),
                before.amount().toPlainString());
        if (changed == 0) {
            throw Rejected.conflict("this sheet was changed at the same time; try again");
        }
    }

    /**
     * Within a transaction: asks about the total of a sheet that was corrected. An earlier yes was about another total, and holds
     * only for one that is nearer to the usual.
     */
    public void askAbout(Total total, Sheet sheet, Instant now) {
        List<Question> questions = questions(sheet.id());
        Optional<Question> before = questions.stream()
                .filter(question -> question.code() == Question.Code.TOTAL)
                .findFirst();
        Optional<Question> about = Questions.total(total, totals(sheet, now.minus(USUAL)));
        if (about.equals(before)) {
            return;
        }
        List<Question> asked = new ArrayList<>(questions);
        before.ifPresent(asked::remove);
        about.ifPresent(asked::add);
        Map<Question.Code, String> answers = new EnumMap<>(Question.Code.class);
        answers.putAll(sheet.reading().answers());
        boolean holds = about.isPresent()
                && before.filter(earlier -> Questions.isNearer(about.get(), earlier))
                        .isPresent();
        if (!holds) {
            answers.remove(Question.Code.TOTAL);
        }
        sql.update(
                "UPDATE oncemore_sheet_content SET questions = ?, reading = ? WHERE sheet_id = ?",
                Question.written(asked),
                sheet.reading().with(answers).written(),
                sheet.id());
    }

    /**
     * Refuses a sheet with open questions.
     *
     * @throws Rejected that names them and their answers
     */
    public void requireAnswered(Sheet sheet) {
        List<String> open = questions(sheet.id()).stream()
                .filter(question -> question.isOpen(sheet.reading()))
                .map(question -> question.words() + " (" + question.code().word() + ": "
                        + String.join(" or ", question.code().choices()) + ")")
                .toList();
        if (!open.isEmpty()) {
            throw Rejected.conflict("nothing was sent; answer first: " + String.join(" ", open));
        }
    }

    /** The file as it came; empty when it came before files were kept. */
    public byte[] file(String id) {
        List<byte[]> parts = sql.query(
                "SELECT content FROM oncemore_sheet_part WHERE sheet_id = ? ORDER BY part_no",
                row -> row.getBytes(1),
                id);
        ByteBuffer file =
                ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
        parts.forEach(file::put);
        return file.array();
    }

    /**
     * Lets go of the files of a hundred sheets that were confirmed before this, or came before it and were not; answers of how
     * many. A sheet that has rows under way keeps its file until they have come to an end. What became of rows stays.
     */
    public int forget(Instant before) {
        List<String> some = sql.query(
                "SELECT s.id FROM oncemore_sheet s"
                        + " JOIN oncemore_sheet_part p ON p.sheet_id = s.id AND p.part_no = 0"
                        + " WHERE COALESCE(s.confirmed_at, s.created_at) < ? AND (s.confirmed_at IS NULL"
                        + " OR NOT EXISTS (SELECT 1 FROM oncemore_sheet_row r WHERE r.sheet_id = s.id AND "
                        + SheetRows.IS_UNDER_WAY + ")) LIMIT " + FORGOTTEN_AT_ONCE,
                row -> row.getString(1),
                before.toEpochMilli());
        some.forEach(id -> sql.update("DELETE FROM oncemore_sheet_part WHERE sheet_id = ?", id));
        return some.size();
    }

    Preview preview(String id) {
        return sql.first(
                        "SELECT preview FROM oncemore_sheet_content WHERE sheet_id = ?",
                        row -> Preview.read(row.getString(1)),
                        id)
                .orElse(Preview.NONE);
    }

    public List<String> warnings(String id) {
        return sql.first("SELECT warnings FROM oncemore_sheet_content WHERE sheet_id = ?", row -> row.getString(1), id)
                .map(text -> text.lines().toList())
                .orElse(List.of());
    }

    public Total total(String id) {
        return sql.first(
                        "SELECT documents, amount FROM oncemore_sheet_content WHERE sheet_id = ?",
                        row -> new Total(row.getInt(1), new BigDecimal(row.getString(2))),
                        id)
                .orElse(Total.NOTHING);
    }

    /** The column headings that a company uses. */
    Map<Column, String> headings(String company, DocumentType type) {
        Map<Column, String> headings = new EnumMap<>(Column.class);
        sql.query(
                        "SELECT column_word, heading FROM oncemore_sheet_heading WHERE company = ? AND type = ?",
                        row -> Map.entry(row.getString(1), row.getString(2)),
                        company,
                        type.word())
                .forEach(entry -> {
                    for (Column column : Column.values()) {
                        if (column.word().equals(entry.getKey())) {
                            headings.put(column, entry.getValue());
                        }
                    }
                });
        return headings;
    }

    /** Within a transaction: what a company calls its columns from now on. */
    void remember(Connection connection, Sheet sheet, Map<Column, String> headings) throws SQLException {
        String company = sheet.company();
        String type = sheet.type().word();
        Sheets.update(connection, "DELETE FROM oncemore_sheet_heading WHERE company = ? AND type = ?", company, type);
        for (Map.Entry<Column, String> entry : headings.entrySet()) {
            if (!entry.getValue().isEmpty() && entry.getValue().length() <= HEADING_MAX) {
                Sheets.update(
                        connection,
                        "INSERT INTO oncemore_sheet_heading (company, type, column_word, heading) VALUES (?, ?, ?, ?)",
                        company,
                        type,
                        entry.getKey().word(),
                        entry.getValue());
            }
        }
    }
}
