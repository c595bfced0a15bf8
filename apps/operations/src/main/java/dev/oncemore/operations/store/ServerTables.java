package dev.oncemore.operations.store;

import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;

/** The tables that only the server needs: accounts, sessions, tokens, the audit trail, the desk's sheets. */
final class ServerTables {
    private static final String SCRIPT = "server.sql";
    private static final String MARIADB_OPTIONS = " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin";

    private ServerTables() {}

    /** Creates the tables that are missing. */
    static void apply(DataSource dataSource) {
        Dialect database = Dialect.of(dataSource);
        String options = database.choose(() -> "", () -> MARIADB_OPTIONS, () -> "");
        String script = load().replace("${options}", options)
                .replace("${text}", database.choose(() -> "TEXT", () -> "MEDIUMTEXT", () -> "TEXT"))
                .replace("${bytes}", database.choose(() -> "BYTEA", () -> "MEDIUMBLOB", () -> "BLOB"));
        List<String> statements = Arrays.stream(script.split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
        try (Connection connection = dataSource.getConnection()) {
            database.changeSchema(connection, Prefix.STANDARD, locked -> {
                try (Statement statement = locked.createStatement()) {
                    for (String sql : statements) {
                        statement.execute(sql);
                    }
                }
                return statements.size();
            });
        } catch (SQLException e) {
            throw new OncemoreException(
                    "the server's tables could not be made; may this user create tables here? " + e.getMessage(), e);
        }
    }

    private static String load() {
        try (InputStream content = ServerTables.class.getResourceAsStream(SCRIPT)) {
            if (content == null) {
                throw new OncemoreException("the script " + SCRIPT + " is missing in the jar");
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new OncemoreException("the script " + SCRIPT + " cannot be read", e);
        }
    }
}
