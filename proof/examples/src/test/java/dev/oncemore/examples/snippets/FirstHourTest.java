package dev.oncemore.examples.snippets;

import static java.time.Duration.ofDays;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.SagaSettings;
import dev.oncemore.task.saga.SagaStatus;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The three ideas as a new user writes them, on one database. {@link FirstMinuteTest} has the first of them alone. */
class FirstHourTest {
    record Request(String invoice, int cents) {}

    record Receipt(String number) {}

    record Mail(String to) {}

    record Order(String id, int steps) {}

    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();
    private final List<String> charges = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();

    @AfterEach
    void close() {
        database.close();
    }

    private Receipt charge(Request request, String key) {
        charges.add(request.invoice() + " " + key);
        return new Receipt("r-" + charges.size());
    }

    private static Receipt insert(Connection connection, Request request) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into payment values ('" + request.invoice() + "')");
        }
        return new Receipt("row");
    }

    private Optional<Receipt> find(String key) {
        return charges.stream()
                .filter(charge -> charge.endsWith(key))
                .map(Receipt::new)
                .findAny();
    }

    @Test
    void anEffectThatMustHappenOnce() throws SQLException {
        execute("create table payment (invoice text primary key)");
        Request request = new Request("inv-001", 4_900);
        JdbcStores stores = JdbcStores.of(dataSource); // PostgreSQL, MariaDB or SQLite by its URL
        stores.schema().apply();
        TransactionalOperation<Receipt, Connection> pay = Once.on(
                        stores.records(), OnceSettings.standard().codecs(JacksonCodecs.standard()))
                .operation("payment:create", Receipt.class)
                .retention(ofDays(7))
                .whenUnknown(claim -> Reconciled.happenedIfPresent(find(claim.downstreamKey())))
                .build();

        // The effect is on the same database: claim, effect and outcome commit together.
        Receipt row = Transactions.on(dataSource)
                .run(connection -> pay.within(connection)
                        .key("acme", "inv-001")
                        .run(request, () -> insert(connection, request))
                        .require());

        // The effect is elsewhere: leased, fenced, with a key derived for the other side.
        Outcome<Receipt> first =
                pay.key("acme", "inv-002").by("maria").run(request, claim -> charge(request, claim.downstreamKey()));
        Outcome<Receipt> second =
                pay.key("acme", "inv-002").by("maria").run(request, claim -> charge(request, claim.downstreamKey()));

        assertThat(row.number()).isEqualTo("row");
        assertThat(second.require()).isEqualTo(first.require());
        assertThat(charges).hasSize(1);
    }

    @Test
    void workThatSurvivesACrash() {
        JdbcStores stores = JdbcStores.of(dataSource);
        stores.schema().apply();
        TransactionalTasks<Connection> tasks =
                Tasks.on(stores.tasks(), TaskSettings.standard().codecs(JacksonCodecs.standard()));
        tasks.handle("welcome-mail", Mail.class, (mail, task) -> {
            sent.add(mail.to() + " " + task.key());
            return Verdict.done();
        });
        Transactions.on(dataSource)
                .run(connection -> tasks.within(connection).enqueue("welcome-mail", new Mail("ann"))); // the outbox

        Saga<Order> checkout = Saga.of("checkout", Order.class)
                .step("stock", (order, run) -> new Order(order.id(), order.steps() + 1))
                .undo((order, run) -> sent.add("released"))
                .step("payment", (order, run) -> new Order(order.id(), order.steps() + 1))
                .build();
        Sagas sagas = Sagas.on(tasks, stores.records(), SagaSettings.standard().codecs(JacksonCodecs.standard()))
                .handle(checkout);
        sagas.start(checkout, "order-7", new Order("order-7", 0));

        try (Schedules schedules = Schedules.on(tasks)) {
            schedules.cron("monthly-billing", "0 3 1 * *", ZoneId.of("Asia/Tokyo"), this::bill);
            tasks.manualWorker().runAll();
        }

        assertThat(sent).hasSize(1).first().asString().startsWith("ann ");
        assertThat(sagas.find(checkout, "order-7").orElseThrow().status()).isEqualTo(SagaStatus.COMPLETED);
    }

    private void bill(Firing firing) {
        sent.add("billed " + firing.period());
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
