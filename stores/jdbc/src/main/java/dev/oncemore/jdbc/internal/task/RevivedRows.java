package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.task.DueRows.Locked;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows of tasks that had ended, and were enqueued again in a transaction whose snapshot did not show that. */
final class RevivedRows {
    private final RowLanes lanes;
    private final String ended;
    private final String delete;

    RevivedRows(TaskSql sql, RowLanes lanes) {
        this.lanes = lanes;
        ended = sql.fill("""
                SELECT task_id FROM ${prefix}task_log WHERE task_id IN (${marks}) AND ended_at IS NOT NULL
                UNION SELECT id FROM ${prefix}dead WHERE id IN (${marks})
                """);
        delete = sql.fill("DELETE FROM ${prefix}task WHERE seq = ?");
    }

    /** Removes them from the chosen rows and from the table; their lanes go on. */
    void remove(Statements statements, Mode mode, String queue, Map<Long, Locked> chosen) throws SQLException {
        List<Locked> candidates =
                chosen.values().stream().filter(Locked::fromSnapshot).toList();
        Set<String> over = ended(statements, candidates.stream().map(Locked::id).toList());
        for (Locked row : candidates) {
            if (over.contains(row.id())) {
                chosen.remove(row.seq());
                statements.update(delete, parameters -> parameters.number(row.seq()));
                if (row.lane() != null) {
                    lanes.promote(statements, mode, LockWait.SHORT, queue, row.lane(), row.seq());
                }
            }
        }
    }

    private Set<String> ended(Statements statements, List<String> ids) throws SQLException {
        return new HashSet<>(statements.list(
                ended.replace("${marks}", TaskSql.marks(ids.size())),
                parameters -> {
                    for (int part = 0; part < 2; part++) {
                        for (String id : ids) {
                            parameters.text(id);
                        }
                    }
                },
                row -> row.getString(1)));
    }
}
