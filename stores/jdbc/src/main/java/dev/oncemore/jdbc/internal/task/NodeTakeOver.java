package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.Nodes;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ends the leases of a silent node's tasks. They are found in the index of due tasks, because an index of its own would cost every
 * claim: a held task is at the head of its lane, and due within a lease of the node. Nothing here waits for a lock.
 */
final class NodeTakeOver {
    private static final int CHUNK = 500;

    private final String now;
    private final String lockNode;
    private final String nextQueue;
    private final String nextPriority;
    private final String held;
    private final String lock;
    private final String end;
    private final String mark;

    NodeTakeOver(TaskSql sql) {
        now = sql.fill("SELECT ${now}");
        lockNode = sql.fill("""
                SELECT lease, silence FROM ${prefix}task_node WHERE incarnation = ? AND beat_at = ? AND running > 0
                ${skip_locked}
                """);
        nextQueue = sql.fill("""
                SELECT queue FROM ${prefix}task WHERE ${at_head} AND queue > ? ORDER BY queue LIMIT 1
                """);
        nextPriority = sql.fill("""
                SELECT priority FROM ${prefix}task WHERE ${at_head} AND queue = ? AND priority < ?
                ORDER BY priority DESC LIMIT 1
                """);
        held = sql.fill("""
                SELECT id FROM ${prefix}task
                WHERE ${at_head} AND queue = ? AND priority = ? AND visible_at > ? AND visible_at <= ? AND node = ?
                    AND owner IS NOT NULL
                """);
        lock = sql.fill("""
                SELECT id FROM ${prefix}task WHERE id IN (${marks}) AND node = ? AND owner IS NOT NULL AND visible_at > ?
                ${skip_locked}
                """);
        end = sql.fill("UPDATE ${prefix}task SET visible_at = ? WHERE id IN (${marks})");
        mark = sql.fill("""
                UPDATE ${prefix}task_node SET take_overs = take_overs + 1, running = CASE WHEN ? = 1 THEN running ELSE 0 END
                WHERE incarnation = ?
                """);
    }

    /**
     * The result.
     *
     * @param tasks how many leases were ended
     * @param queues the queues of those tasks
     */
    record Taken(int tasks, Set<String> queues) {
        static final Taken NOTHING = new Taken(0, Set.of());
    }

    private record Level(String queue, int priority) {}

    private record Span(long from, long to) {}

    Taken run(Statements statements, Nodes.Silent silent) throws SQLException {
        long at = Objects.requireNonNull(statements.first(now, parameters -> {}, row -> row.getLong(1)));
        long beatAt = NodeRows.micros(silent.lastBeat());
        // A clock that was set back leaves leases beyond now.
        Span span = statements.first(
                lockNode,
                parameters -> parameters.number(silent.incarnation()).number(beatAt),
                row -> new Span(at, Math.max(at, beatAt + row.getLong(2)) + row.getLong(1)));
        if (span == null) {
            return Taken.NOTHING;
        }
        int tasks = 0;
        boolean isWhole = true;
        Set<String> queues = new HashSet<>();
        for (Level level : levels(statements)) {
            List<String> found = held(statements, level, span, silent.incarnation());
            int ended = endLeases(statements, found, at, silent.incarnation());
            tasks += ended;
            isWhole &= ended == found.size();
            if (ended > 0) {
                queues.add(level.queue);
            }
        }
        int isLeft = isWhole ? 0 : 1;
        statements.update(mark, parameters -> parameters.number(isLeft).number(silent.incarnation()));
        return new Taken(tasks, queues);
    }

    private List<Level> levels(Statements statements) throws SQLException {
        List<Level> levels = new ArrayList<>();
        String queue = queueAfter(statements, "");
        while (queue != null) {
            Integer priority = priorityBelow(statements, queue, DueRows.PRIORITY_OVER_ALL);
            while (priority != null) {
                levels.add(new Level(queue, priority));
                priority = priorityBelow(statements, queue, priority);
            }
            queue = queueAfter(statements, queue);
        }
        return levels;
    }

    private @Nullable String queueAfter(Statements statements, String queue) throws SQLException {
        return statements.first(nextQueue, parameters -> parameters.text(queue), row -> row.getString(1));
    }

    private @Nullable Integer priorityBelow(Statements statements, String queue, long priority) throws SQLException {
        return statements.first(
                nextPriority, parameters -> parameters.text(queue).number(priority), row -> row.getInt(1));
    }

    private List<String> held(Statements statements, Level level, Span span, long incarnation) throws SQLException {
        return statements.list(
                held,
                parameters -> parameters
                        .text(level.queue)
                        .number(level.priority)
                        .number(span.from)
                        .number(span.to)
                        .number(incarnation),
                row -> row.getString(1));
    }

    private int endLeases(Statements statements, List<String> ids, long at, long incarnation) throws SQLException {
        int ended = 0;
        for (int from = 0; from < ids.size(); from += CHUNK) {
            List<String> chunk = ids.subList(from, Math.min(from + CHUNK, ids.size()));
            List<String> locked = statements.list(
                    lock.replace("${marks}", TaskSql.marks(chunk.size())),
                    parameters -> {
                        for (String id : chunk) {
                            parameters.text(id);
                        }
                        parameters.number(incarnation).number(at);
                    },
                    row -> row.getString(1));
            if (!locked.isEmpty()) {
                ended += statements.update(end.replace("${marks}", TaskSql.marks(locked.size())), parameters -> {
                    parameters.number(at);
                    for (String id : locked) {
                        parameters.text(id);
                    }
                });
            }
        }
        return ended;
    }
}
