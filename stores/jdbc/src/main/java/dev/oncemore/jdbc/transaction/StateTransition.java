package dev.oncemore.jdbc.transaction;

import dev.oncemore.jdbc.internal.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Moves a row from one state to another, once: of many concurrent callers, exactly one moves it. Immutable, and safe for many
 * threads.
 *
 * <pre>{@code
 * private static final StateTransition PAY =
 *         StateTransition.of("orders").column("status").key("id").from("pending").to("paid");
 *
 * String answer = transactions.run(connection -> PAY.apply(connection, orderId))
 *         .fold(() -> "thank you", () -> "paid before", actual -> "not while it is " + actual, () -> "no such order");
 * }</pre>
 *
 * <p>It is one conditional UPDATE; the row is only read when that found nothing to change, and is locked then, so that the
 * answer holds until the caller's transaction ends. Names are written as the database spells them: on PostgreSQL
 * {@code Orders} is not {@code orders}.
 */
public final class StateTransition {
    /** One for the row as it was, one for a row that came to the right state just after. */
    private static final int UPDATES_MAX = 2;

    private final SqlName table;
    private final SqlName column;
    private final List<SqlName> key;
    private final List<String> from;
    private final String to;

    private StateTransition(Draft draft, String to) {
        table = draft.table;
        column = draft.column;
        key = draft.key;
        from = draft.from;
        this.to = to;
    }

    /** Starts with the table, {@code orders} or {@code shop.orders}. */
    public static Draft of(String table) {
        return new Draft(SqlName.table(table));
    }

    /**
     * Moves the row with this key, as part of the connection's transaction or of its own when there is none.
     *
     * @param keyValues one value for each key column
     * @throws IllegalStateException when the key fits more than one row; roll back, since all of them were changed
     */
    public Transition apply(Connection connection, Object... keyValues) throws SQLException {
        if (keyValues.length != key.size() || Arrays.asList(keyValues).contains(null)) {
            throw new IllegalArgumentException("the key of " + table.text() + " is " + key.size()
                    + " values without null" + ", but " + Arrays.toString(keyValues) + " was given");
        }
        Dialect dialect = Dialect.of(connection);
        List<Object> row = List.of(keyValues);
        Transition found = new Transition.NotFound();
        for (int i = 0; i < UPDATES_MAX; i++) {
            if (updates(connection, dialect, row)) {
                return new Transition.Applied();
            }
            found = look(connection, dialect, row);
            if (!isStart(found)) {
                return found;
            }
        }
        return found;
    }

    /** Whether the row reached a state to start from after the UPDATE had skipped it. */
    private boolean isStart(Transition found) {
        return found instanceof Transition.Conflict conflict
                && conflict.actual() != null
                && from.contains(conflict.actual());
    }

    private boolean updates(Connection connection, Dialect dialect, List<Object> row) throws SQLException {
        String sql = """
                UPDATE %s SET %s = ?
                WHERE %s AND %s IN (%s)
                """.formatted(
                        table.quoted(dialect),
                        column.quoted(dialect),
                        SqlName.allEqual(dialect, key),
                        column.quoted(dialect),
                        String.join(", ", Collections.nCopies(from.size(), "?")));
        int count;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int next = SqlName.bind(dialect, statement, 1, List.of(to));
            next = SqlName.bind(dialect, statement, next, row);
            SqlName.bind(dialect, statement, next, from);
            count = statement.executeUpdate();
        }
        if (count > 1) {
            throw new IllegalStateException("key " + row + " fits " + count + " rows of " + table.text()
                    + ", and all of them were changed: roll back, and name columns that are unique together");
        }
        return count == 1;
    }

    private Transition look(Connection connection, Dialect dialect, List<Object> row) throws SQLException {
        // Locked, which also reads past the snapshot of a transaction on MariaDB, as the UPDATE did.
        String lock = dialect.choose(() -> "FOR NO KEY UPDATE", () -> "FOR UPDATE", () -> "");
        String sql = """
                SELECT %s FROM %s
                WHERE %s
                %s
                """.formatted(column.quoted(dialect), table.quoted(dialect), SqlName.allEqual(dialect, key), lock);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            SqlName.bind(dialect, statement, 1, row);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return new Transition.NotFound();
                }
                String actual = rows.getString(1);
                return to.equals(actual) ? new Transition.AlreadyThere() : new Transition.Conflict(actual);
            }
        }
    }

    @Override
    public String toString() {
        return table.text() + "." + column.text() + ": " + String.join(" or ", from) + " -> " + to;
    }

    /** Builds a transition; ends with {@link #to}. */
    public static final class Draft {
        private final SqlName table;
        private SqlName column = SqlName.column("status");
        private List<SqlName> key = List.of(SqlName.column("id"));
        private List<String> from = List.of();

        private Draft(SqlName table) {
            this.table = table;
        }

        /** The column that holds the state; {@code status} by default. */
        public Draft column(String column) {
            this.column = SqlName.column(column);
            return this;
        }

        /** The columns that identify one row; {@code id} by default. */
        public Draft key(String... columns) {
            key = SqlName.columns("the key of " + table.text(), columns);
            return this;
        }

        /** The states that it may start from. */
        public Draft from(String... states) {
            from = List.of(states);
            return this;
        }

        /**
         * The transition to this state.
         *
         * @throws IllegalArgumentException when there is no state to start from, or it is this one
         */
        public StateTransition to(String state) {
            Objects.requireNonNull(state, "state");
            if (from.isEmpty() || from.contains(state)) {
                throw new IllegalArgumentException("a transition to '" + state
                        + "' must start from one or more other states, but starts from " + from);
            }
            return new StateTransition(this, state);
        }
    }
}
