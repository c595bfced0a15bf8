package dev.oncemore.jdbc.transaction;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** The real databases, and the few things that tests ask all of them. */
enum TestDatabase {
    POSTGRES("""
            select count(*) from pg_locks where not granted
            """),
    MARIADB("""
            select variable_value from information_schema.global_status
            where variable_name = 'innodb_row_lock_current_waits'
            """),
    SQLITE("");

    private final String waitingSql;

    TestDatabase(String waitingSql) {
        this.waitingSql = waitingSql;
    }

    /** A new database with what these statements make. */
    FreshDatabase fresh(String... statements) throws SQLException {
        FreshDatabase database = switch (this) {
            case POSTGRES -> PostgresServer.shared().freshDatabase();
            case MARIADB -> {
                assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
                yield MariaDbServer.shared().freshDatabase();
            }
            case SQLITE -> Sqlite.freshDatabase();
        };
        for (String statement : statements) {
            execute(database, statement);
        }
        return database;
    }

    static void execute(FreshDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            execute(connection, sql);
        }
    }

    static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    static long number(FreshDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            return number(connection, sql);
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            if (!rows.next()) {
                throw new AssertionError("no row: " + sql);
            }
            return rows.getLong(1);
        }
    }

    /** Asks the server until somebody waits for a lock; of SQLite, where nobody can tell, it asks nothing. */
    void awaitWaiting(FreshDatabase database) throws SQLException {
        if (waitingSql.isEmpty()) {
            return;
        }
        long start = System.nanoTime();
        while (number(database, waitingSql) == 0) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(30)) {
                throw new AssertionError("nobody came to wait for a lock");
            }
        }
    }
}
