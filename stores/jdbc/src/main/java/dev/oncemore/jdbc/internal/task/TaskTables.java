package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Writes;
import javax.sql.DataSource;

/** All statements of one database's tables. */
record TaskTables(
        TaskSql sql, Writes writes, LiveTasks live, Lanes lanes, History history, Letters letters, LetterActs acts) {

    /** Tables whose verbs of one statement are written by the last of these. */
    static TaskTables of(
            Dialect dialect, DataSource dataSource, Prefix prefix, String channel, String sender, Writes single) {
        TaskSql sql = new TaskSql(dialect, prefix);
        Writes writes = dialect.writes(dataSource);
        return dialect.choose(
                () -> of(sql, writes, new PostgresTasks(prefix, channel, sender, single), new PostgresLanes(prefix)),
                () -> rows(sql, writes, dialect.hasOneWriter()),
                () -> rows(sql, new SqliteTaskWrites(writes, prefix), dialect.hasOneWriter()));
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
