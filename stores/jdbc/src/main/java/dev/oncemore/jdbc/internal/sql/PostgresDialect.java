package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** PostgreSQL: definitions roll back, and an advisory lock keeps nodes from changing the schema at once. */
final class PostgresDialect implements Dialect {
    private static final Clauses CLAUSES = new Clauses(
            "(extract(epoch FROM statement_timestamp()) * 1000000)::bigint",
            "FOR UPDATE",
            "FOR UPDATE SKIP LOCKED",
            "FOR KEY SHARE",
            "FOR KEY SHARE SKIP LOCKED",
            "",
            "",
            "INSERT INTO",
            "ON CONFLICT DO NOTHING",
            "TEXT",
            "BYTEA",
            "");
    private static final String SETTINGS = """
            SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
                pg_is_in_recovery(), current_setting('transaction_read_only')
            """;

    @Override
    public <T> T choose(Supplier<T> postgres, Supplier<T> mariaDb, Supplier<T> sqlite) {
        return postgres.get();
    }

    @Override
    public Clauses clauses() {
        return CLAUSES;
    }

    @Override
    public char quote() {
        return '"';
    }

    /** A text goes without a type, so that the server takes it for the column's own: an enum, a UUID, JSON. */
    @Override
    public void bind(PreparedStatement statement, int number, @Nullable Object value) throws SQLException {
        if (value instanceof String) {
            statement.setObject(number, value, Types.OTHER);
        } else {
            statement.setObject(number, value);
        }
    }

    @Override
    public Writes writes(DataSource dataSource) {
        return new PlainWrites();
    }

    @Override
    public int concurrentBatches() {
        return 1;
    }

    @Override
    public SettingsReport settings(Connection connection) throws SQLException {
        SettingsReport report = new SettingsReport();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            requireOn(report, "fsync", row.getString(1), "set it to on in postgresql.conf and restart");
            requireOn(report, "full_page_writes", row.getString(2), "set it to on in postgresql.conf and reload");
            requireOn(
                    report,
                    "synchronous_commit",
                    row.getString(3),
                    "set it to on (or local) for this user, database or connection");
            if (row.getBoolean(4)) {
                report.unusable()
                        .add("this PostgreSQL is a standby: claims and look-ups need the primary;"
                                + " add targetServerType=primary to the URL");
            } else if (row.getString(5).equals("on")) {
                report.unusable()
                        .add("transactions are read-only here: claims write; set default_transaction_read_only to off"
                                + " for this user, database or connection");
            }
        }
        return report;
    }

    private static void requireOn(SettingsReport report, String setting, String value, String remedy) {
        if (value.equals("off")) {
            report.unsafe().add(setting + " is off (" + remedy + ")");
        }
    }

    @Override
    public String countTablesSql() {
        return "SELECT count(to_regclass(?))";
    }

    @Override
    public void changeSchema(Connection connection, Prefix prefix, SqlWork<?> change) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement isolation = connection.createStatement();
                PreparedStatement lock =
                        connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")) {
            // In a snapshot from before the lock, the scripts that another node has just applied would look missing.
            isolation.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
            lock.setString(1, prefix.text() + "schema");
            lock.execute();
            change.on(connection);
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        }
    }
}
