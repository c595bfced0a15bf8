package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** SQLite: one writer at a time, and a journal mode that is shared by all connections to the file. */
final class SqliteDialect implements Dialect {
    private static final Clauses CLAUSES = new Clauses(
            "(CAST(unixepoch('subsec') * 1000 + 0.5 AS INTEGER) * 1000)",
            "",
            "",
            "",
            "",
            "",
            "",
            "INSERT INTO",
            "ON CONFLICT DO NOTHING",
            "TEXT",
            "BLOB",
            "");
    private static final List<String> SYNCHRONOUS_NAMES = List.of("OFF", "NORMAL");
    private static final int SYNCHRONOUS_FULL = SYNCHRONOUS_NAMES.size();
    private static final long BUSY_TIMEOUT_MIN_MILLIS = 1_000;

    @Override
    public <T> T choose(Supplier<T> postgres, Supplier<T> mariaDb, Supplier<T> sqlite) {
        return sqlite.get();
    }

    /** Its clock has milliseconds. */
    @Override
    public Clauses clauses() {
        return CLAUSES;
    }

    /** Not double quotes: SQLite silently takes a double-quoted name that does not exist for a text. */
    @Override
    public char quote() {
        return '`';
    }

    @Override
    public Writes writes(DataSource dataSource) {
        return SqliteWrites.on(dataSource);
    }

    @Override
    public int concurrentBatches() {
        return 1;
    }

    @Override
    public SettingsReport settings(Connection connection) throws SQLException {
        SettingsReport report = new SettingsReport();
        if (file(connection).isEmpty()) {
            report.unsafe().add("it is in memory, and gone with its last connection (use a file)");
        } else {
            addDurability(connection, report);
        }
        if (!pragma(connection, "query_only").equals("0")) {
            report.unusable().add("SQLite's query_only is on: claims write; remove it from the URL");
        }
        long busyMillis = Long.parseLong(pragma(connection, "busy_timeout"));
        if (busyMillis < BUSY_TIMEOUT_MIN_MILLIS) {
            report.remarks()
                    .add("SQLite's busy_timeout is " + busyMillis
                            + " ms: transactions fail instead of taking turns; set" + " busy_timeout=5000, in the URL");
        }
        return report;
    }

    /** A file's name is empty for what is in memory, or in a file that is deleted when it is closed. */
    static String file(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT file FROM pragma_database_list WHERE name = 'main'")) {
            String file = row.next() ? row.getString(1) : null;
            return file == null ? "" : file;
        }
    }

    private static void addDurability(Connection connection, SettingsReport report) throws SQLException {
        String journal = pragma(connection, "journal_mode").toLowerCase(Locale.ROOT);
        if (journal.equals("memory") || journal.equals("off")) {
            // These are settings of the connection, not of the file.
            report.unsafe()
                    .add("journal_mode is " + journal
                            + " (remove journal_mode from the URL; JdbcSchema.apply() sets it to WAL for good)");
        } else if (!journal.equals("wal")) {
            report.remarks()
                    .add("SQLite's journal_mode is " + journal
                            + ": readers and writers block each other; set it to WAL, as JdbcSchema.apply() does");
        }
        int synchronous = Integer.parseInt(pragma(connection, "synchronous"));
        if (synchronous < SYNCHRONOUS_FULL) {
            report.unsafe()
                    .add("synchronous is " + SYNCHRONOUS_NAMES.get(synchronous) + " (" + synchronous
                            + "; set synchronous=FULL for each connection, in the URL)");
        }
    }

    static String pragma(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA " + name)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    @Override
    public String countTablesSql() {
        return "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?";
    }

    /** The journal is changed first, because that cannot be done within a transaction. */
    @Override
    public void changeSchema(Connection connection, Prefix prefix, SqlWork<?> change) throws SQLException {
        connection.setAutoCommit(true);
        pragma(connection, "journal_mode=WAL");
        SqliteWrite.transact(connection, change);
    }
}
