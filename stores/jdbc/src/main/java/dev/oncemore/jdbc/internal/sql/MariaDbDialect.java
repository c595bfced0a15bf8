package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** MariaDB, and MySQL without stores: definitions commit at once, and a named lock keeps nodes from changing the schema concurrently. */
final class MariaDbDialect implements Dialect {
    private static final Clauses CLAUSES = new Clauses(
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))",
            "FOR UPDATE",
            "FOR UPDATE SKIP LOCKED",
            "LOCK IN SHARE MODE",
            "LOCK IN SHARE MODE SKIP LOCKED",
            "INSERT IGNORE INTO",
            "",
            "MEDIUMTEXT",
            "MEDIUMBLOB",
            " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    private static final int LOCK_SECONDS = 60;
    private static final String SETTINGS =
            "SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog, @@read_only";

    @Override
    public <T> T choose(Supplier<T> postgres, Supplier<T> mariaDb, Supplier<T> sqlite) {
        return mariaDb.get();
    }

    @Override
    public Clauses clauses() {
        return CLAUSES;
    }

    @Override
    public char quote() {
        return '`';
    }

    @Override
    public Writes writes(DataSource dataSource) {
        return new PlainWrites();
    }

    @Override
    public int concurrentBatches() {
        return 2;
    }

    @Override
    public SettingsReport settings(Connection connection) throws SQLException {
        SettingsReport report = new SettingsReport();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            int flush = row.getInt(1);
            if (flush != 1 && flush != 3) {
                report.unsafe().add("innodb_flush_log_at_trx_commit is " + flush + " (set it to 1)");
            }
            if (row.getInt(2) == 1 && row.getInt(3) != 1) {
                report.unsafe().add("sync_binlog is " + row.getInt(3) + " while log_bin is on (set it to 1)");
            }
            // A number in some versions and a word in others.
            if (!List.of("0", "OFF").contains(row.getString(4))) {
                report.unusable().add("this MariaDB is read_only: claims and look-ups need the primary");
            }
        }
        return report;
    }

    @Override
    public String countTablesSql() {
        return "SELECT count(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?";
    }

    @Override
    public void changeSchema(Connection connection, Prefix prefix, SqlWork<?> change) throws SQLException {
        connection.setAutoCommit(true);
        String lock = prefix.text() + "schema";
        if (askForLock(connection, "SELECT GET_LOCK(concat(DATABASE(), '.', ?), " + LOCK_SECONDS + ")", lock) != 1) {
            throw new SQLException("another node has been changing the schema for " + LOCK_SECONDS + " s");
        }
        try {
            change.on(connection);
        } finally {
            askForLock(connection, "SELECT RELEASE_LOCK(concat(DATABASE(), '.', ?))", lock);
        }
    }

    private static int askForLock(Connection connection, String sql, String lock) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, lock);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }
}
