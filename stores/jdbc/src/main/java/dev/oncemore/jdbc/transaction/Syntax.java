package dev.oncemore.jdbc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What differs between databases in the statements of this package. */
enum Syntax {
    POSTGRES('"'),
    /** MySQL too. */
    MARIADB('`'),
    /** Not in double quotes: SQLite takes a quoted name that does not exist for a text, without a word. */
    SQLITE('`');

    private final char quote;

    Syntax(char quote) {
        this.quote = quote;
    }

    /**
     * The database behind a connection; the driver knows it without asking.
     *
     * @throws IllegalArgumentException for a database that is none of ours
     */
    static Syntax of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRES;
            case "mariadb", "mysql" -> MARIADB;
            case "sqlite" -> SQLITE;
            default ->
                throw new IllegalArgumentException(
                        "this works on PostgreSQL, MariaDB, MySQL and SQLite, but the connection is to " + product);
        };
    }

    static boolean isSqlite(Connection connection) throws SQLException {
        return "sqlite".equalsIgnoreCase(connection.getMetaData().getDatabaseProductName());
    }

    /** A name that was checked, so that it has no quotes of its own. */
    String quoted(SqlName name) {
        return quote + name.text().replace(".", quote + "." + quote) + quote;
    }

    /** A condition that all these columns have given values. */
    String allEqual(List<SqlName> columns) {
        return String.join(
                " AND ", columns.stream().map(column -> quoted(column) + " = ?").toList());
    }

    /** Sets parameters from this number on, and answers the next number. */
    int bind(PreparedStatement statement, int from, List<? extends @Nullable Object> values) throws SQLException {
        int number = from;
        for (Object value : values) {
            Object plain = value instanceof Enum<?> constant ? constant.name() : value;
            if (this == POSTGRES && plain instanceof String) {
                // Without a type, so that the server takes it for the column's own: an enum, a UUID, JSON.
                statement.setObject(number, plain, Types.OTHER);
            } else {
                statement.setObject(number, plain);
            }
            number++;
        }
        return number;
    }
}
