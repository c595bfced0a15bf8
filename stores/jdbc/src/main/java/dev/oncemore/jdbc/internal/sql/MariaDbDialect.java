package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
            "SET STATEMENT innodb_lock_wait_timeout = 1 FOR ",
            "SET STATEMENT innodb_lock_wait_timeout = 0 FOR ",
            "INSERT IGNORE INTO",
            "",
            "MEDIUMTEXT",
            "MEDIUMBLOB",
            " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin");
    private static final int LOCK_SECONDS = 60;
    private static final String SETTINGS =
            "SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog, @@read_only";
    /** Variables that some versions and builds do not have. */
    private static final String OPTIONAL_SETTINGS =
            "SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'tx_read_only', 'transaction_read_only')";

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
            if (isOn(row.getString(4))) {
                report.unusable().add("this MariaDB is read_only: claims and look-ups need the primary");
            }
        }
        addOptional(connection, report);
        return report;
    }

    private static void addOptional(Connection connection, SettingsReport report) throws SQLException {
        Set<String> on = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(OPTIONAL_SETTINGS)) {
            while (rows.next()) {
                if (isOn(rows.getString(2))) {
                    on.add(rows.getString(1).toLowerCase(Locale.ROOT));
                }
            }
        }
        if (on.remove("wsrep_on")) {
            report.unusable()
                    .add("this MariaDB is a node of a Galera cluster (wsrep_on is ON), which loses committed"
                            + " transactions when nodes crash or lose touch, and updates even without: an effect would"
                            + " run twice; use a primary with replicas");
        }
        if (!on.isEmpty()) {
            report.unusable()
                    .add("transactions are read-only here: claims write; set tx_read_only to OFF for this server,"
                            + " user or connection");
        }
    }

    /** A number in some versions and a word in others. */
    private static boolean isOn(String value) {
        return !List.of("0", "OFF").contains(value);
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
