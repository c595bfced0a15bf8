package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.jdbc.query.TaskQueries.LetterLine;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Cursor;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Group;
import dev.oncemore.task.store.DeadLetters.Order;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Questions about dead letters. The same on every database. */
final class Letters {
    private final TaskSql sql;

    Letters(TaskSql sql) {
        this.sql = sql;
    }

    /** A condition and its parameters, which may have to be set more than once. */
    private record Condition(String text, List<Query.Setter> setters) {
        static Condition of(Filter filter) {
            Condition condition = new Condition(
                    filter.discarded() ? "discarded_at IS NOT NULL" : "discarded_at IS NULL", new ArrayList<>());
            return condition
                    .and("queue = ?", filter.queue())
                    .and("kind = ?", filter.kind())
                    .and("signature = ?", filter.signature())
                    .and("died_at >= ?", filter.diedFrom())
                    .and("died_at < ?", filter.diedBefore());
        }

        private Condition and(String more, @Nullable String value) {
            return value == null ? this : and(more, parameters -> parameters.text(value));
        }

        private Condition and(String more, @Nullable Instant value) {
            return value == null ? this : and(more, parameters -> parameters.number(micros(value)));
        }

        private Condition and(String more, Query.Setter setter) {
            List<Query.Setter> longer = new ArrayList<>(setters);
            longer.add(setter);
            return new Condition(text + " AND " + more, longer);
        }

        Parameters set(Parameters parameters) throws SQLException {
            for (Query.Setter setter : setters) {
                setter.set(parameters);
            }
            return parameters;
        }
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    List<DeadLetter> page(Connection connection, Filter filter, Order order, @Nullable Cursor after, int lettersMax)
            throws SQLException {
        boolean oldestFirst = order == Order.OLDEST_FIRST;
        String direction = oldestFirst ? "ASC" : "DESC";
        Condition condition = Condition.of(filter);
        if (after != null) {
            condition = condition.and(
                    oldestFirst ? "(died_at, id) > (?, ?)" : "(died_at, id) < (?, ?)",
                    parameters -> parameters.number(micros(after.diedAt())).text(after.id()));
        }
        Condition all = condition;
        return Query.list(
                connection,
                sql.fill("SELECT " + Rows.LETTER + " FROM ${prefix}dead WHERE " + all.text + " ORDER BY died_at "
                        + direction + ", id " + direction + " LIMIT ?"),
                parameters -> all.set(parameters).number(lettersMax),
                Rows::letter);
    }

    List<LetterLine> latest(Connection connection, Filter filter, int lettersMax) throws SQLException {
        Condition condition = Condition.of(filter);
        return Query.list(
                connection,
                sql.fill("SELECT id, queue, kind, signature, died_at FROM ${prefix}dead WHERE " + condition.text
                        + " ORDER BY died_at DESC, id DESC LIMIT ?"),
                parameters -> condition.set(parameters).number(lettersMax),
                row -> new LetterLine(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        Micros.instant(row.getLong(5))));
    }

    long count(Connection connection, Filter filter) throws SQLException {
        Condition condition = Condition.of(filter);
        return Query.list(
                        connection,
                        sql.fill("SELECT count(*) FROM ${prefix}dead WHERE " + condition.text),
                        condition::set,
                        row -> row.getLong(1))
                .get(0);
    }

    List<Group> groups(Connection connection, Filter filter, int groupsMax) throws SQLException {
        Condition condition = Condition.of(filter);
        String query = """
                SELECT g.signature, g.letters, g.first_at, g.last_at, (
                    SELECT d.id FROM ${prefix}dead d WHERE ${condition} AND d.signature = g.signature
                    ORDER BY d.died_at DESC, d.id DESC LIMIT 1)
                FROM (
                    SELECT signature, count(*) AS letters, min(died_at) AS first_at, max(died_at) AS last_at
                    FROM ${prefix}dead WHERE ${condition}
                    GROUP BY signature ORDER BY letters DESC, signature LIMIT ?
                ) g ORDER BY g.letters DESC, g.signature
                """;
        return Query.list(
                connection,
                sql.fill(query.replace("${condition}", condition.text)),
                parameters -> condition.set(condition.set(parameters)).number(groupsMax),
                row -> new Group(
                        row.getString(1),
                        row.getLong(2),
                        Micros.instant(row.getLong(3)),
                        Micros.instant(row.getLong(4)),
                        row.getString(5)));
    }

    List<DeadLetter> read(Connection connection, List<String> ids) throws SQLException {
        return Query.list(
                connection,
                sql.fill("SELECT " + Rows.LETTER + " FROM ${prefix}dead WHERE id IN (" + TaskSql.marks(ids.size())
                        + ")"),
                parameters -> {
                    for (String id : ids) {
                        parameters.text(id);
                    }
                },
                Rows::letter);
    }
}
