package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.once.record.Bytes;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines for the log, written many to a statement. */
final class RowLog {
    private static final int LINES_MAX = 100;
    /** A statement has to fit into a packet. */
    private static final long BYTES_MAX = 1_000_000;

    private final Statements statements;
    private final String insert;
    private final List<Line> lines = new ArrayList<>();
    private long bytes;

    RowLog(TaskSql sql, Statements statements) {
        this.statements = statements;
        insert = sql.fill("""
                INSERT INTO ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words, bytes, ended_at)
                VALUES\s""");
    }

    /** A line; ends says whether the task ended with it. */
    record Line(
            String taskId,
            long fence,
            String queue,
            String kind,
            String event,
            int attempt,
            long at,
            String who,
            @Nullable String words,
            @Nullable Bytes bytes,
            boolean ends) {

        private void set(Parameters parameters) throws SQLException {
            parameters
                    .text(taskId)
                    .number(fence)
                    .text(queue)
                    .text(kind)
                    .text(event)
                    .number(attempt)
                    .number(at)
                    .text(who)
                    .text(words)
                    .bytes(bytes == null ? null : bytes.toArray());
            if (ends) {
                parameters.number(at);
            } else {
                parameters.noNumber();
            }
        }
    }

    void add(Line line) throws SQLException {
        lines.add(line);
        bytes += line.bytes == null ? 0 : line.bytes.size();
        if (lines.size() == LINES_MAX || bytes > BYTES_MAX) {
            flush();
        }
    }

    void flush() throws SQLException {
        if (lines.isEmpty()) {
            return;
        }
        String row = "(" + TaskSql.marks(11) + ")";
        int written = statements.update(insert + row + (", " + row).repeat(lines.size() - 1), parameters -> {
            for (Line line : lines) {
                line.set(parameters);
            }
        });
        if (written != lines.size()) {
            throw new IllegalStateException(lines.size() + " lines for the log, but " + written + " were written");
        }
        lines.clear();
        bytes = 0;
    }
}
