package dev.oncemore.jdbc;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;

/** The table of applied script versions. */
final class SchemaHistory {
    static final String CREATE = """
            CREATE TABLE IF NOT EXISTS ${prefix}schema_history (
                script_set VARCHAR(30) NOT NULL,
                version    INTEGER     NOT NULL,
                checksum   VARCHAR(64) NOT NULL,
                applied_at BIGINT      NOT NULL,
                PRIMARY KEY (script_set, version)
            )${options};
            """;

    private final Dialect dialect;
    private final Prefix prefix;

    SchemaHistory(Dialect dialect, Prefix prefix) {
        this.dialect = dialect;
        this.prefix = prefix;
    }

    /** The statement that notes a version. */
    static String note(SchemaScripts.Version version) {
        return """
                ${insert_ignore} ${prefix}schema_history (script_set, version, checksum, applied_at)
                VALUES ('%s', %d, '%s', ${now}) ${on_conflict};
                """.formatted(version.set(), version.number(), version.checksum());
    }

    /** The checksums of the versions that were applied, by number; empty when there is no history yet. */
    SortedMap<Integer, String> applied(Connection connection, String set) throws SQLException {
        SortedMap<Integer, String> applied = new TreeMap<>();
        if (!exists(connection)) {
            return applied;
        }
        try (PreparedStatement statement = connection.prepareStatement(
                prefix.in("SELECT version, checksum FROM ${prefix}schema_history WHERE script_set = ?"))) {
            statement.setString(1, set);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    applied.put(row.getInt(1), row.getString(2));
                }
            }
        }
        return applied;
    }

    /** Checked without a failing statement, which would end the transaction on PostgreSQL. */
    private boolean exists(Connection connection) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(dialect.countTablesSql())) {
            count.setString(1, prefix.in("${prefix}schema_history"));
            try (ResultSet row = count.executeQuery()) {
                return row.next() && row.getInt(1) > 0;
            }
        }
    }
}
