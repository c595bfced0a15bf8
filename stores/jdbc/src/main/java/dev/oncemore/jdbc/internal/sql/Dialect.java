package dev.oncemore.jdbc.internal.sql;


import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** One of the databases that records can be kept in: what surrounds the statements. */
public sealed interface Dialect permits PostgresDialect, MariaDbDialect, SqliteDialect {

    /** Finds out which one it is. */
    static Dialect of(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            return switch (product) {
                case "PostgreSQL" -> new PostgresDialect();
                case "MariaDB" -> new MariaDbDialect();
                case "SQLite" -> SqliteDialect.of(connection);
                default ->
                    throw new IllegalArgumentException(
                            "records can be kept in PostgreSQL, MariaDB and SQLite, but this is " + product);
            };
        } catch (SQLException e) {
            throw StoreFailures.noConnection(e);
        }
    }

    /** What fits this database. */
    <T> T choose(Supplier<T> postgres, Supplier<T> mariaDb, Supplier<T> sqlite);

    /** How many batches gain from being under way at once. */
    int concurrentBatches();

    /** What of its settings is amiss. */
    SettingsReport settings(Connection connection) throws SQLException;

    /** The folder of its scripts. */
    String folder();

    /** Counts the tables of a name, which is its parameter. */
    String countTablesSql();

    /** Runs a change of the schema while no other node does, and as a whole where definitions can be rolled back. */
    void changeSchema(Connection connection, Prefix prefix, SqlWork<?> change) throws SQLException;
}
