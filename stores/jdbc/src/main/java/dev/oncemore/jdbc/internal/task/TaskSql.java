package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;

/** Templates of statements on the tasks' tables, filled in for one database. */
final class TaskSql {
    private final Prefix prefix;
    private final Dialect dialect;
    private final String nextSeq;
    private final String atHead;

    TaskSql(Dialect dialect, Prefix prefix) {
        this.dialect = dialect;
        this.prefix = prefix;
        nextSeq = dialect.choose(
                () -> "nextval('${prefix}task_seq')", () -> "NEXT VALUE FOR ${prefix}task_seq", () -> "NULL");
        atHead = dialect.choose(() -> "at_head", () -> "at_head = 1", () -> "at_head = 1");
    }

    String fill(String template) {
        return prefix.in(dialect.clauses()
                .fill(template)
                .replace("${next_seq}", nextSeq)
                .replace("${at_head}", atHead)
                .replace("${task}", Rows.TASK));
    }

    /** Question marks for so many values. */
    static String marks(int count) {
        return "?" + ", ?".repeat(count - 1);
    }
}
