package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.By;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Finding;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.batch.Batch;
import dev.oncemore.task.batch.BatchOptions;
import dev.oncemore.task.batch.Source;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.testkit.server.FreshDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What would commit by itself is refused inside an open transaction, whoever opened that; what joins it is not. */
abstract class OpenTransactionConformance {
    private final AtomicInteger effects = new AtomicInteger();
    private StoreDatabase database;
    private StoreTables tables;
    private TransactionalOnce<Connection> once;
    private TransactionalOperation<String, Connection> pay;
    private TransactionalTasks<Connection> tasks;
    private Sagas sagas;
    private Saga<String> checkout;
    private Batch<String> batch;

    abstract FreshDatabase open();

    @BeforeEach
    void openStores() {
        database = new StoreDatabase(open());
        tables = database.tables();
        JdbcStores stores = tables.builder(tables.pool).build();
        once = Once.on(stores.records());
        pay = Requests.operation(once);
        tasks = Tasks.on(stores.tasks());
        checkout = Saga.of("checkout", String.class)
                .step("reserve", (state, run) -> state)
                .build();
        sagas = Sagas.on(tasks, stores.records()).handle(checkout);
        batch = Batch.on(
                tasks,
                "mails",
                Source.of(List.of("a"), Codec.text()),
                BatchOptions.chunksOf(1),
                chunk -> effects.incrementAndGet());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void isRefusedInsideOurTransactions() throws Exception {
        Transactions.on(tables.pool).run(connection -> {
            assertRefused("");
            return true;
        });
        assertNothingHappened();
    }

    @Test
    void isRefusedInsideATransactionOfTheDatabase() throws Exception {
        boolean done = Database.of(tables.pool).transact(connection -> {
            assertRefused("");
            return true;
        });
        assertThat(done).isTrue();
        assertNothingHappened();
    }

    @Test
    void isRefusedInsideAnEffectThatJoinedATransaction() throws Exception {
        try (Connection connection = tables.begin()) {
            pay.within(connection)
                    .key(Requests.key("outer"))
                    .run(Payload.none(), () -> {
                        assertRefused("");
                        return "done";
                    })
                    .require();
            connection.rollback();
        }
        assertNothingHappened();
    }

    @Test
    void isRefusedInsideATransactionThatAProbeSees_withTheProbesRemedy() throws Exception {
        FrameworkProbe.around(() -> assertRefused("; with the framework, use within(framework.connection())"));
        assertNothingHappened();
    }

    @Test
    void joinsATransactionThatAProbeSees() throws Exception {
        FrameworkProbe.around(() -> {
            try (Connection connection = tables.begin()) {
                pay.within(connection)
                        .key(Requests.key("a"))
                        .run(Payload.none(), () -> {
                            tables.insertEffect(connection, "a");
                            tasks.within(connection).enqueue("mail", "ann");
                            return "done";
                        })
                        .require();
                connection.rollback();
            }
        });

        assertNothingHappened();
        assertThat(tables.countEffects()).isZero();
    }

    @Test
    void runsOnceTheTransactionIsOver() throws Exception {
        FrameworkProbe.around(() -> {});

        assertThat(pay.key(Requests.key("a")).run(Payload.none(), claim -> "done"))
                .isEqualTo(new Outcome.Done<>("done", false));
        assertThat(tasks.enqueue("mail", "ann").isNew()).isTrue();
        assertThat(sagas.start(checkout, "1", "cart").isNew()).isTrue();
        assertThat(batch.start("2026-01").id()).isEqualTo("mails/2026-01");
    }

    private void assertRefused(String remedy) {
        assertRefused(
                () -> pay.key(Requests.key("a")).run(Payload.none(), claim -> "effect " + effects.incrementAndGet()),
                "its record would outlive a rollback; use within(transaction), or call it outside" + remedy);
        assertRefused(
                () -> pay.key(Requests.key("a"))
                        .runAsync(
                                Payload.none(),
                                claim -> CompletableFuture.completedFuture("effect " + effects.incrementAndGet())),
                "its record would outlive a rollback; use within(transaction), or call it outside" + remedy);
        assertRefused(
                () -> once.resolveAsNotHappened(Requests.key("a"), By.person("ann", "looked")),
                "use once.within(transaction), or resolve it after the commit" + remedy);
        assertRefused(
                () -> tasks.enqueue("mail", "ann"),
                "outlive a rollback; use within(transaction), or enqueue it after the commit" + remedy);
        assertRefused(
                () -> tasks.enqueueAll("mail", List.of("ann", "bob")),
                "outlive a rollback; use within(transaction), or enqueue it after the commit" + remedy);
        assertRefused(
                () -> sagas.start(checkout, "1", "cart"),
                "or enqueue a task that starts it with tasks.within(transaction)" + remedy);
        assertRefused(() -> batch.start("2026-01"), "outlive a rollback; start it after the commit" + remedy);
    }

    private static void assertRefused(ThrowingCallable act, String ending) {
        assertThatIllegalStateException().isThrownBy(act).withMessageEndingWith(ending);
    }

    private void assertNothingHappened() throws Exception {
        assertThat(effects).hasValue(0);
        assertThat(once.find(Requests.key("a"))).isEqualTo(Finding.NeverSeen.INSTANCE);
        assertThat(tasks.queues().list()).allMatch(queue -> queue.ready() == 0);
        assertThat(sagas.find(checkout, "1")).isEmpty();
    }
}
