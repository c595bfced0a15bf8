package dev.oncemore.jdbc;

import dev.oncemore.jdbc.SchemaScripts.Script;
import dev.oncemore.jdbc.SchemaScripts.Version;
import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The tables of the stores, and of modules that contribute their own. One call makes them, or your own migrations do:
 *
 * <pre>{@code
 * JdbcStores.of(dataSource).schema().apply();
 * }</pre>
 *
 * <p>The applied versions are in the table {@code PREFIXschema_history}, which is not shared with any migration tool. Each
 * script notes itself there, whatever runs it, so that {@link #apply} and {@link #check} know.
 */
public final class JdbcSchema {
    private final DataSource dataSource;
    private final Dialect dialect;
    private final Prefix prefix;
    private final List<SchemaScripts> sets;

    JdbcSchema(DataSource dataSource, Dialect dialect, Prefix prefix, List<SchemaScripts> sets) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.prefix = prefix;
        this.sets = List.copyOf(sets);
    }

    /** The same with the tables of other modules. */
    public JdbcSchema and(SchemaScripts... others) {
        return new JdbcSchema(
                dataSource,
                dialect,
                prefix,
                Stream.concat(sets.stream(), Stream.of(others)).toList());
    }

    /** All versions for this database, in their order: for your own migration tool. */
    public List<Script> scripts() {
        return sets.stream()
                .flatMap(set -> set.versions(dialect).stream())
                .map(version -> version.script(dialect, prefix))
                .toList();
    }

    /**
     * Runs the versions that were not applied yet. Nodes that start at once take turns, and the others find nothing to do.
     *
     * @throws IllegalStateException when a script was edited after it had been applied
     */
    public void apply() {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            dialect.changeSchema(connection, prefix, this::applyMissing);
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private int applyMissing(Connection connection) throws SQLException {
        int applied = 0;
        for (SchemaScripts set : sets) {
            State state = state(connection, set);
            for (Version version : state.missing()) {
                execute(connection, version.script(dialect, prefix));
                applied++;
            }
        }
        return applied;
    }

    private static void execute(Connection connection, Script script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements(script.sql())) {
                statement.execute(sql);
            }
        }
    }

    /** A semicolon at the end of a line ends a statement, unless it is within the $$ of a function's body. */
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
            if (!inBody && line.stripTrailing().endsWith(";")) {
                statements.add(
                        statement.substring(0, statement.lastIndexOf(";")).strip());
                statement.setLength(0);
            }
        }
        if (!statement.toString().isBlank()) {
            statements.add(statement.toString().strip());
        }
        return statements;
    }

    /**
     * Makes sure that the tables are those that this version needs.
     *
     * @throws IllegalStateException when they are not; it says what to do
     */
    public void check() {
        try (Connection connection = dataSource.getConnection()) {
            for (SchemaScripts set : sets) {
                state(connection, set).requireCurrent();
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private State state(Connection connection, SchemaScripts set) throws SQLException {
        State state =
                new State(set.versions(dialect), new SchemaHistory(dialect, prefix).applied(connection, set.name()));
        state.requireUnedited();
        return state;
    }

    private static StoreException failure(SQLException cause) {
        return new StoreException(
                FailureKind.PERMANENT, "the schema could not be read or changed: " + cause.getMessage(), cause);
    }

    /** One set in this database: the versions that this build knows, and the checksums of those that were applied. */
    private final class State {
        private final List<Version> known;
        private final SortedMap<Integer, String> applied;

        State(List<Version> known, SortedMap<Integer, String> applied) {
            this.known = known;
            this.applied = applied;
        }

        List<Version> missing() {
            return known.stream()
                    .filter(version -> !applied.containsKey(version.number()))
                    .toList();
        }

        private String name() {
            return "the schema '" + known.get(0).set() + "' with prefix " + prefix.text();
        }

        void requireUnedited() {
            for (Version version : known) {
                String checksum = applied.get(version.number());
                if (checksum != null && !checksum.equals(version.checksum())) {
                    throw new IllegalStateException(name() + ": V" + version.number()
                            + " was applied with other content than it has now (checksum " + checksum + ", now "
                            + version.checksum() + "); restore the script as it was released, and put changes into V"
                            + (known.size() + 1));
                }
            }
        }

        void requireCurrent() {
            List<Version> missing = missing();
            if (!missing.isEmpty()) {
                throw new IllegalStateException(
                        name() + " lacks V" + missing.get(0).number() + ", and this Oncemore needs V" + known.size()
                                + "; call " + prefix.callToApply()
                                + ", or run its scripts (JdbcSchema.scripts()) with your migration tool");
            }
            if (applied.lastKey() > known.size()) {
                throw new IllegalStateException(name() + " is at V" + applied.lastKey()
                        + ", made by a newer Oncemore than this one, which knows V" + known.size()
                        + "; update this one");
            }
        }
    }
}
