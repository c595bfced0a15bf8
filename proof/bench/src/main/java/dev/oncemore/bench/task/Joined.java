package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.bench.measure.StatementCount;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.testkit.server.FreshDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** The cost that an enqueue adds to the user's transaction. */
final class Joined {
    static final String STATEMENTS = "statements/task";
    static final String COMMITS = "commits of its own/task";

    private static final int TASKS = 20;

    private Joined() {}

    static List<Figure> measure(String caseName, FreshDatabase database) {
        StatementCount own = new StatementCount();
        StatementCount users = new StatementCount();
        DataSource pool = database.pooled(Contender.CONNECTIONS);
        TransactionalTasks<Connection> tasks = Tasks.on(OncemoreTasks.store(own.over(pool)));
        long before = own.statements();
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            for (int number = 0; number < TASKS; number++) {
                tasks.within(users.over(connection)).enqueue(OncemoreTasks.KIND, Payload.of(number));
            }
            long early = SqlScript.number(pool, "SELECT count(*) FROM oncemore_task");
            Subject.require(early == 0, early + " tasks are visible before the commit");
            connection.commit();
        } catch (SQLException e) {
            throw new MeasuringException("the user's transaction failed: " + e.getMessage(), e);
        }
        long stored = SqlScript.number(pool, "SELECT count(*) FROM oncemore_task");
        Subject.require(stored == TASKS, stored + " tasks came of " + TASKS);
        // The store's work on its own connections commits separately.
        long aside = own.statements() - before;
        return List.of(
                figure(caseName, STATEMENTS, users.statements() + aside),
                figure(caseName, COMMITS, users.commits() + aside));
    }

    private static Figure figure(String caseName, String metric, long count) {
        return Figure.of(caseName, Subject.ONCEMORE, metric, (double) count / TASKS);
    }
}
