package dev.oncemore.jdbc;

import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The tables that records are kept in. One call makes them, or your own migrations do:
 *
 * <pre>{@code
 * JdbcSchema.of(dataSource).apply();
 * }</pre>
 *
 * <p>The scripts lie in {@code dev/oncemore/jdbc/DATABASE/} on the class path, named as Flyway wants them and with its
 * placeholder {@code prefix} in the tables' names. Each of them notes its version in the table {@code PREFIXschema}, whoever
 * runs it, so that {@link #apply} and {@link #check} know how far things are.
 */
public final class JdbcSchema {
    private static final List<String> NAMES =
            List.of("V1__once_record.sql", "V2__task.sql", "V3__note.sql", "V4__take_over.sql");

    private final DataSource dataSource;
    private final Dialect database;
    private final Prefix prefix;

    private JdbcSchema(DataSource dataSource, Dialect database, Prefix prefix) {
        this.dataSource = dataSource;
        this.database = database;
        this.prefix = prefix;
    }

    /** The schema in this database, with tables whose names start with {@code oncemore_}. */
    public static JdbcSchema of(DataSource dataSource) {
        return new JdbcSchema(dataSource, Dialect.of(dataSource), Prefix.STANDARD);
    }

    /** The same with other names: 1 to 30 characters, a to z, 0 to 9 and _, that start with a letter. */
    public JdbcSchema tablePrefix(String tablePrefix) {
        return new JdbcSchema(dataSource, database, new Prefix(tablePrefix));
    }

    /**
     * One step of the schema.
     *
     * @param name its file's name: {@code V1__once_record.sql}
     * @param sql its statements, with the prefix filled in
     */
    public record Script(String name, String sql) {
        int version() {
            return Integer.parseInt(name.substring(1, name.indexOf('_')));
        }
    }

    /** All steps for this database, in their order. */
    public List<Script> scripts() {
        return NAMES.stream()
                .map(name -> new Script(name, prefix.in(load(name))))
                .toList();
    }

    private String load(String name) {
        String path = database.name() + "/" + name;
        try (InputStream content = JdbcSchema.class.getResourceAsStream(path)) {
            if (content == null) {
                throw new OncemoreException("the script " + path + " is missing in the jar");
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new OncemoreException("cannot read the script " + path, e);
        }
    }

    /** Runs the steps that were not run yet. Nodes that start at once take turns, and the others find nothing to do. */
    public void apply() {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            database.changeSchema(connection, prefix, this::applyMissing);
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private List<Script> applyMissing(Connection connection) throws SQLException {
        int version = version(connection);
        List<Script> missing =
                scripts().stream().filter(script -> script.version() > version).toList();
        try (Statement statement = connection.createStatement()) {
            for (Script script : missing) {
                for (String sql : statements(script.sql())) {
                    statement.execute(sql);
                }
            }
        }
        return missing;
    }

    /** In our scripts a semicolon at the end of a line ends a statement, unless it is within the $$ of a function's body. */
    private static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        boolean inBody = false;
        for (String line : script.lines().toList()) {
            if (line.startsWith("--")) {
                continue;
            }
            statement.append(line).append('\n');
            inBody ^= line.contains("$$");
            if (!inBody && line.endsWith(";")) {
                statements.add(
                        statement.substring(0, statement.lastIndexOf(";")).strip());
                statement.setLength(0);
            }
        }
        return statements;
    }

    /**
     * Makes sure that the tables are those that this version needs.
     *
     * @throws IllegalStateException when they are not; it says what to do
     */
    public void check() {
        int version;
        try (Connection connection = dataSource.getConnection()) {
            version = version(connection);
        } catch (SQLException e) {
            throw failure(e);
        }
        int wanted = NAMES.size();
        if (version < wanted) {
            throw new IllegalStateException("the schema of " + prefix.text() + "record is at version " + version
                    + ", but this Oncemore needs " + wanted
                    + "; call " + prefix.callToApply() + ", or run its scripts with your migrations");
        }
        if (version > wanted) {
            throw new IllegalStateException("the schema of " + prefix.text() + "record is at version " + version
                    + ", made by a newer Oncemore than this one, which knows " + wanted + "; update this one");
        }
    }

    private int version(Connection connection) throws SQLException {
        String history = prefix.text() + "schema";
        try (PreparedStatement count = connection.prepareStatement(database.countTablesSql())) {
            count.setString(1, history);
            try (ResultSet row = count.executeQuery()) {
                if (!row.next() || row.getInt(1) == 0) {
                    return 0;
                }
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT max(version) FROM " + history)) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    private static StoreException failure(SQLException cause) {
        return new StoreException(
                FailureKind.PERMANENT, "the schema could not be read or changed: " + cause.getMessage(), cause);
    }
}
