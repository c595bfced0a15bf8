package dev.oncemore.jdbc.internal.task;












import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.PlainWrites;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Writes;

/** All statements of one database's tables. */
record TaskTables(
        TaskSql sql, Writes writes, LiveTasks live, Lanes lanes, History history, Letters letters, LetterActs acts) {

    /** Verbs that are one statement are written by the last of these. */
    static TaskTables of(Dialect database, Prefix prefix, String channel, String sender, Writes single) {
        return database.choose(
                () -> postgres(prefix, channel, sender, single),
                () -> rows(TaskSql.mariaDb(prefix), new PlainWrites(), false),
                () -> rows(TaskSql.sqlite(prefix), new SqliteTaskWrites(database, prefix), true));
    }

    private static TaskTables postgres(Prefix prefix, String channel, String sender, Writes single) {
        return of(
                TaskSql.postgres(prefix),
                new PlainWrites(),
                new PostgresTasks(prefix, channel, sender, single),
                new PostgresLanes(prefix));
    }

    private static TaskTables rows(TaskSql sql, Writes writes, boolean hasOneWriter) {
        RowLanes lanes = new RowLanes(sql, hasOneWriter);
        return of(sql, writes, new RowTasks(sql, writes, lanes, hasOneWriter), lanes);
    }

    private static TaskTables of(TaskSql sql, Writes writes, LiveTasks live, Lanes lanes) {
        History history = new History(sql);
        return new TaskTables(sql, writes, live, lanes, history, new Letters(sql), new LetterActs(sql, history, lanes));
    }
}
