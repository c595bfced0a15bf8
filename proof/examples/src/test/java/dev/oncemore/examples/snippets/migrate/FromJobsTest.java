package dev.oncemore.examples.snippets.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Locks;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.schedule.ScheduleRegistry;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FromJobsTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();
    private final JdbcStores stores = JdbcStores.of(dataSource);
    private final List<String> sent = new ArrayList<>();
    private final List<Firing.Period> billed = new ArrayList<>();

    @BeforeEach
    void createTables() throws SQLException {
        stores.schema().apply();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id TEXT)");
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aSchedule() {
        Tasks tasks = Tasks.on(stores.tasks());
        // snippet: schedule
        Schedules schedules = Schedules.on(tasks); // on every node
        schedules.cron("billing", "0 0 3 1 * *", ZoneId.of("Asia/Tokyo"), firing -> bill(firing.period()));
        // end
        ScheduleRegistry.on(stores.tasks()).run("billing");
        tasks.manualWorker().runAll();
        assertThat(billed).hasSize(1);
    }

    @Test
    void aLock() {
        List<String> reports = new ArrayList<>();
        // snippet: lock
        Locks locks = Locks.on(stores.records());
        boolean ran = locks.runExclusively("billing", () -> reports.add("written")); // renewed while it runs
        // end
        assertThat(ran).isTrue();
        assertThat(reports).hasSize(1);
    }

    @Test
    void aTask_whoseKeyIsRememberedAfterItsEnd() {
        Tasks tasks = Tasks.on(stores.tasks());
        // snippet: task
        tasks.consume("mail", String.class, (address, task) -> send(address, task.key()));
        tasks.enqueue("mail", "ann@example.com", TaskOptions.standard().dedupKey("order-7"));
        // end
        tasks.manualWorker().runAll();
        TaskHandle second =
                tasks.enqueue("mail", "ann@example.com", TaskOptions.standard().dedupKey("order-7"));
        tasks.manualWorker().runAll();

        assertThat(second.isNew()).isFalse();
        assertThat(sent).hasSize(1);
    }

    @Test
    void anOutbox() throws SQLException {
        // snippet: outbox
        TransactionalTasks<Connection> tasks = Tasks.on(stores.tasks());
        tasks.consume("mail", String.class, (address, task) -> send(address, task.key()));
        Transactions.on(dataSource).run(connection -> {
            insertOrder(connection, "order-7");
            return tasks.within(connection).enqueue("mail", "ann@example.com");
        });
        // end
        tasks.manualWorker().runAll();
        assertThat(sent).hasSize(1);
    }

    private void bill(Firing.Period period) {
        billed.add(period);
    }

    private void send(String address, String key) {
        sent.add(address + " " + key);
    }

    private static void insertOrder(Connection connection, String order) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO orders VALUES (?)")) {
            insert.setString(1, order);
            insert.executeUpdate();
        }
    }
}
