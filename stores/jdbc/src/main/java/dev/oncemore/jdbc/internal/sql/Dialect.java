package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** All differences between the supported databases. Statements of a feature choose by it, and ask nothing else. */
public sealed interface Dialect permits PostgresDialect, MariaDbDialect, SqliteDialect {

    /**
     * The dialect of a database that stores can live in.
     *
     * @throws IllegalArgumentException for any other database
     */
    static Dialect of(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            String product = product(connection);
            if (product.equals("mysql")) {
                throw new IllegalArgumentException("records and tasks can be kept in PostgreSQL, MariaDB and SQLite,"
                        + " but this is MySQL, which has no sequences and no RETURNING");
            }
            if (product.equals("postgresql")) {
                PostgresVersion.requireGenuine(connection);
            }
            return of(connection);
        } catch (SQLException e) {
            throw StoreFailures.noConnection(e);
        }
    }

    /**
     * The dialect of the database behind a connection; the driver knows it without a round trip.
     *
     * @throws IllegalArgumentException for an unsupported database
     */
    static Dialect of(Connection connection) throws SQLException {
        return switch (product(connection)) {
            case "postgresql" -> new PostgresDialect();
            case "mariadb", "mysql" -> new MariaDbDialect();
            case "sqlite" -> new SqliteDialect();
            default ->
                throw new IllegalArgumentException("PostgreSQL, MariaDB, MySQL and SQLite are supported, but this is "
                        + connection.getMetaData().getDatabaseProductName());
        };
    }

    /**
     * The dialect of this name.
     *
     * @throws IllegalArgumentException for any other name than those that {@link #name} gives
     */
    static Dialect named(String name) {
        return Stream.of(new PostgresDialect(), new MariaDbDialect(), new SqliteDialect())
                .filter(dialect -> dialect.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a database is postgresql, mariadb or sqlite here, but not '" + name + "'"));
    }

    /** Whether a connection is to SQLite; false for unsupported databases, too. */
    static boolean isSqlite(Connection connection) throws SQLException {
        return product(connection).equals("sqlite");
    }

    private static String product(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    }

    /** The value for this database; MySQL counts as MariaDB. */
    <T> T choose(Supplier<T> postgres, Supplier<T> mariaDb, Supplier<T> sqlite);

    /** The name of its scripts' folder: {@code postgresql}, {@code mariadb} or {@code sqlite}. */
    default String name() {
        return choose(() -> "postgresql", () -> "mariadb", () -> "sqlite");
    }

    /** The clauses that differ in statements that are otherwise the same. */
    Clauses clauses();

    /** The character around quoted names. */
    char quote();

    /** Sets a parameter whose type only the column knows. */
    default void bind(PreparedStatement statement, int number, @Nullable Object value) throws SQLException {
        statement.setObject(number, value);
    }

    /** The way in which several statements become one transaction. */
    Writes writes(DataSource dataSource);

    /** Whether all writers take turns, and wait for theirs without a connection. */
    default boolean hasOneWriter() {
        return choose(() -> false, () -> false, () -> true);
    }

    /** The number of batches that gain from being under way at once. */
    int concurrentBatches();

    /** The settings of the server that endanger what stores promise. */
    SettingsReport settings(Connection connection) throws SQLException;

    /** A query that counts the tables of a name, which is its parameter. */
    String countTablesSql();

    /** Runs a change of the schema while no other node does, and as a whole where definitions can be rolled back. */
    void changeSchema(Connection connection, Prefix prefix, SqlWork<?> change) throws SQLException;
}
