package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.task.DueRows.Locked;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Rows of tasks that had ended, and were enqueued again in a transaction whose snapshot did not show that. */
final class RevivedRows {
    private final RowLanes lanes;
    private final String hasEnded;
    private final String delete;

    RevivedRows(TaskSql sql, RowLanes lanes) {
        this.lanes = lanes;
        hasEnded = sql.fill("""
                SELECT 1 FROM ${prefix}task_log WHERE task_id = ? AND ended_at IS NOT NULL
                UNION ALL SELECT 1 FROM ${prefix}dead WHERE id = ? LIMIT 1
                """);
        delete = sql.fill("DELETE FROM ${prefix}task WHERE seq = ?");
    }

    /** Removes them from the chosen rows and from the table; their lanes go on. */
    void remove(Statements statements, Mode mode, String queue, Map<Long, Locked> chosen) throws SQLException {
        List<Locked> candidates =
                chosen.values().stream().filter(Locked::fromSnapshot).toList();
        for (Locked row : candidates) {
            Object ended = statements.first(
                    hasEnded, parameters -> parameters.text(row.id()).text(row.id()), found -> true);
            if (ended != null) {
                chosen.remove(row.seq());
                statements.update(delete, parameters -> parameters.number(row.seq()));
                if (row.lane() != null) {
                    lanes.promote(statements, mode, queue, row.lane(), row.seq());
                }
            }
        }
    }
}
