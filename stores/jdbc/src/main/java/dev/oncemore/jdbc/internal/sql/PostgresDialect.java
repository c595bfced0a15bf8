package dev.oncemore.jdbc.internal.sql;



import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;

/** PostgreSQL: definitions roll back, and an advisory lock keeps nodes from changing the schema at once. */
final class PostgresDialect implements Dialect {
    private static final String SETTINGS = """
            SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
                pg_is_in_recovery(), current_setting('transaction_read_only')
            """;

    @Override
    public <T> T choose(Supplier<T> postgres, Supplier<T> mariaDb, Supplier<T> sqlite) {
        return postgres.get();
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
    public String folder() {
        return "postgresql";
    }

    @Override
    public String countTablesSql() {
        return "SELECT count(to_regclass(?))";
    }

    @Override
    public void changeSchema(Connection connection, Prefix prefix, SqlWork<?> change) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement lock =
                connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")) {
            lock.setString(1, prefix.text() + "schema");
            lock.execute();
            change.on(connection);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }
}
