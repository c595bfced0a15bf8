package dev.oncemore.jdbc.internal.task;


import dev.oncemore.jdbc.internal.sql.Prefix;

/**
 * What differs between databases in the statements that they otherwise share.
 *
 * @param prefix what the tables' names start with
 * @param now the database's time in microseconds, the same all through a statement
 * @param forUpdate locks the rows that are read; empty where the transaction has the whole database
 * @param skipLocked passes over what others have locked
 * @param share the clause of a locking read, which sees what is committed now, whatever the transaction's snapshot
 * @param shareSkipLocked keeps the rows that are read from going, and passes over what others have locked
 * @param nextSeq the next sequence number
 * @param insertIgnore the start of an insert that passes over what is there
 * @param onConflict the end of it
 * @param atHead true of what no other task of a lane is before, as the index has it
 */
record TaskSql(
        Prefix prefix,
        String now,
        String forUpdate,
        String skipLocked,
        String share,
        String shareSkipLocked,
        String nextSeq,
        String insertIgnore,
        String onConflict,
        String atHead) {

    static TaskSql postgres(Prefix prefix) {
        return new TaskSql(
                prefix,
                "(extract(epoch FROM statement_timestamp()) * 1000000)::bigint",
                "FOR UPDATE",
                "FOR UPDATE SKIP LOCKED",
                "FOR KEY SHARE",
                "FOR KEY SHARE SKIP LOCKED",
                "nextval('${prefix}task_seq')",
                "INSERT INTO",
                "ON CONFLICT DO NOTHING",
                "at_head");
    }

    static TaskSql mariaDb(Prefix prefix) {
        return new TaskSql(
                prefix,
                "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))",
                "FOR UPDATE",
                "FOR UPDATE SKIP LOCKED",
                "LOCK IN SHARE MODE",
                "LOCK IN SHARE MODE SKIP LOCKED",
                "NEXT VALUE FOR ${prefix}task_seq",
                "INSERT IGNORE INTO",
                "",
                "at_head = 1");
    }

    static TaskSql sqlite(Prefix prefix) {
        return new TaskSql(
                prefix,
                "(CAST(unixepoch('subsec') * 1000 + 0.5 AS INTEGER) * 1000)",
                "",
                "",
                "",
                "",
                "NULL",
                "INSERT INTO",
                "ON CONFLICT DO NOTHING",
                "at_head = 1");
    }

    String fill(String template) {
        return prefix.in(template.replace("${now}", now)
                .replace("${for_update}", forUpdate)
                .replace("${skip_locked}", skipLocked)
                .replace("${share}", share)
                .replace("${share_skip_locked}", shareSkipLocked)
                .replace("${next_seq}", nextSeq)
                .replace("${insert_ignore}", insertIgnore)
                .replace("${on_conflict}", onConflict)
                .replace("${at_head}", atHead)
                .replace("${task}", Rows.TASK));
    }

    /** Question marks for so many values. */
    static String marks(int count) {
        return "?" + ", ?".repeat(count - 1);
    }
}
