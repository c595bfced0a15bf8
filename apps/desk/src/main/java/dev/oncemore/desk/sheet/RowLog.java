package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.purge.OldestRows;
import dev.oncemore.time.Ids;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What happened to each row: kept beside its sheet, and written to the log as JSON lines. */
public final class RowLog {
    private static final Logger LOG = System.getLogger("dev.oncemore.desk.rows");
    private static final int WORDS_MAX = 2_000;
    private static final String LINES =
            "SELECT id, row_no, at, event, who, doc_type, doc_key, revision, attempt, http_status,"
                    + " document_id, words FROM oncemore_row_log WHERE sheet_id = ?";

    private final Database database;
    private final Ids ids;
    private final InstantSource clock;

    public RowLog(Database database, Ids ids, InstantSource clock) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
    }

    /** A line about a row, as of now. */
    public RowLogEntry line(
            Sheet sheet,
            SheetRow row,
            RowEvent event,
            String who,
            int revision,
            int attempt,
            int status,
            String documentId,
            String words) {
        String key = row.document().isEmpty()
                ? ""
                : new DocumentName(sheet.company(), sheet.type(), row.document())
                        .key()
                        .value();
        return new RowLogEntry(
                ids.next(),
                row.row(),
                clock.instant(),
                event,
                who,
                sheet.type().word(),
                key,
                revision,
                attempt,
                status,
                documentId,
                words.length() > WORDS_MAX ? words.substring(0, WORDS_MAX) + "…" : words);
    }

    /** The line about a row that ends without being sent: it was created before, or the desk refuses it. */
    public RowLogEntry end(Sheet sheet, SheetRow row, String who) {
        RowEvent event = row.state() == RowState.DUPLICATE ? RowEvent.ROW_DUPLICATE : RowEvent.ROW_PROCESSED_ERROR;
        return line(sheet, row, event, who, row.revision(), 0, 0, row.documentId(), row.message());
    }

    /** Adds lines as part of an act, and writes them to the log once it is committed. */
    public static void add(ActTransaction here, String sheet, List<RowLogEntry> lines) {
        here.sql().call(connection -> {
            add(connection, sheet, lines);
            return true;
        });
        here.afterCommit(() -> tell(sheet, lines));
    }

    /**
     * As above, for a part of an act of many rows: until the commit it keeps only the ids, and then reads the lines again.
     *
     * @param lines at most 1,000
     */
    public void addMany(ActTransaction here, String sheet, List<RowLogEntry> lines) {
        here.sql().call(connection -> {
            add(connection, sheet, lines);
            return true;
        });
        if (!lines.isEmpty() && LOG.isLoggable(Level.INFO)) {
            Object[] wanted = Stream.concat(Stream.of(sheet), lines.stream().map(RowLogEntry::id))
                    .toArray();
            String in = " AND id IN (?" + ", ?".repeat(lines.size() - 1) + ") ORDER BY id";
            here.afterCommit(() -> tell(sheet, database.query(LINES + in, RowLog::read, wanted)));
        }
    }

    /** Within a transaction. */
    public static void add(Connection connection, String sheet, List<RowLogEntry> lines) throws SQLException {
        if (!lines.isEmpty()) {
            try (Addition addition = new Addition(connection)) {
                addition.add(sheet, lines);
                addition.write();
            }
        }
    }

    /** Adds lines of several sheets within a transaction. SQLite's driver parses each prepared statement, so it is prepared once. */
    public static final class Addition implements AutoCloseable {
        private final PreparedStatement statement;

        public Addition(Connection connection) throws SQLException {
            statement = connection.prepareStatement(
                    "INSERT INTO oncemore_row_log (id, sheet_id, row_no, at, event, who, doc_type, doc_key, revision, attempt,"
                            + " http_status, document_id, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        }

        /** Adds lines of a sheet. */
        public void add(String sheet, List<RowLogEntry> lines) throws SQLException {
            for (RowLogEntry line : lines) {
                statement.setString(1, line.id());
                statement.setString(2, sheet);
                statement.setInt(3, line.row());
                statement.setLong(4, line.at().toEpochMilli());
                statement.setString(5, line.event().word());
                statement.setString(6, line.who());
                statement.setString(7, line.docType());
                statement.setString(8, line.key());
                statement.setInt(9, line.revision());
                statement.setInt(10, line.attempt());
                statement.setInt(11, line.httpStatus());
                statement.setString(12, line.documentId());
                statement.setString(13, line.words());
                statement.addBatch();
            }
        }

        /** Writes the added lines. */
        public void write() throws SQLException {
            statement.executeBatch();
        }

        @Override
        public void close() throws SQLException {
            statement.close();
        }
    }

    /** To the log, once it is kept. */
    public static void tell(String sheet, List<RowLogEntry> lines) {
        if (LOG.isLoggable(Level.INFO)) {
            lines.forEach(line -> LOG.log(Level.INFO, line.json(sheet)));
        }
    }

    /** Removes up to this many of the oldest lines from before this time, and returns how many. */
    public int purge(Instant before, int rowsMax) {
        return OldestRows.purge(database, "oncemore_row_log", before, rowsMax);
    }

    /** All that happened to a row, in its order. */
    public List<RowLogEntry> ofRow(String sheet, int row, int limit) {
        return database.query(LINES + " AND row_no = ? ORDER BY id LIMIT " + limit, RowLog::read, sheet, row);
    }

    /**
     * What happened in a sheet, in its order.
     *
     * @param event only these; null for all
     * @param text only lines whose key, words, document id or name holds this; empty for all
     * @param after the place after which it starts; empty for the beginning
     */
    public List<RowLogEntry> search(String sheet, @Nullable RowEvent event, String text, String after, int limit) {
        StringBuilder where = new StringBuilder(" AND id > ?");
        List<Object> values = new ArrayList<>(List.of(sheet, after));
        if (event != null) {
            where.append(" AND event = ?");
            values.add(event.word());
        }
        if (!text.isEmpty()) {
            where.append(" AND (LOWER(doc_key) LIKE ? ESCAPE '!' OR LOWER(words) LIKE ? ESCAPE '!'"
                    + " OR LOWER(document_id) LIKE ? ESCAPE '!' OR LOWER(who) LIKE ? ESCAPE '!')");
            String pattern = "%"
                    + text.toLowerCase(Locale.ROOT)
                            .replace("!", "!!")
                            .replace("%", "!%")
                            .replace("_", "!_") + "%";
            values.addAll(List.of(pattern, pattern, pattern, pattern));
        }
        return database.query(LINES + where + " ORDER BY id LIMIT " + limit, RowLog::read, values.toArray());
    }

    private static RowLogEntry read(ResultSet row) throws SQLException {
        return new RowLogEntry(
                row.getString(1),
                row.getInt(2),
                Instant.ofEpochMilli(row.getLong(3)),
                RowEvent.parse(row.getString(4)),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getInt(8),
                row.getInt(9),
                row.getInt(10),
                row.getString(11),
                row.getString(12));
    }
}
