package dev.oncemore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.internal.Rethrow;
import dev.oncemore.jdbc.internal.record.Requests;
import dev.oncemore.jdbc.transaction.TransactionWork;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Task;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.time.VirtualThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables of an application beside those of the stores. */
abstract class DatabaseConformance {
    private FreshDatabase fresh;
    private JdbcStores stores;
    private Database database;

    abstract FreshDatabase open();

    abstract String name();

    @BeforeEach
    void prepare() {
        fresh = open();
        stores = JdbcStores.of(fresh.pooled(8));
        stores.schema().apply();
        database = stores.database();
        database.update("create table account (name varchar(20) not null primary key, visits integer not null)");
    }

    @AfterEach
    void close() {
        fresh.close();
    }

    private List<String> names() {
        return database.query("select name from account order by name", row -> row.getString(1));
    }

    @Test
    void statementsHaveValues_andSayWhatTheyDid() {
        assertThat(database.update("insert into account values (?, ?)", "ann", 1))
                .isEqualTo(1);
        assertThat(database.update("update account set visits = visits + ?", 2)).isEqualTo(1);
        assertThat(database.first("select visits from account where name = ?", row -> row.getInt(1), "ann"))
                .contains(3);
        assertThat(database.first("select visits from account where name = ?", row -> row.getInt(1), "bob"))
                .isEmpty();
        assertThat(database.sqlFor("postgresql", "mariadb", "sqlite")).isEqualTo(name());
        assertThat(database.hasOneWriter()).isEqualTo(name().equals("sqlite"));
    }

    @Test
    void aNewRowThatDoesNotFitIsRefused_andNotCut() {
        if (name().equals("sqlite")) {
            return; // its columns have no length
        }
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> database.insertNew("account (name, visits)", List.of(List.of("a".repeat(21), 1))));

        assertThat(names()).isEmpty();
    }

    @Test
    void aNewRowThatDoesNotFitIsRefused_alsoBehindManyDuplicates() {
        if (name().equals("sqlite")) {
            return; // its columns have no length
        }
        List<List<Object>> rows = new ArrayList<>();
        IntStream.range(0, 200).forEach(i -> rows.add(List.of("name-" + i, 1)));
        assertThat(database.insertNew("account (name, visits)", rows)).isEqualTo(200);
        assertThat(database.insertNew("account (name, visits)", rows)).isZero();
        rows.add(List.of("a".repeat(21), 1));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> database.insertNew("account (name, visits)", rows));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> database.transact(
                        connection -> database.within(connection).insertNew("account (name, visits)", rows)));

        assertThat(names()).hasSize(200);
    }

    @Test
    void aNoticeOfTheDatabaseIsNoReasonToRefuseANewRow() {
        if (!name().equals("postgresql")) {
            return; // the others have no notices
        }
        database.update("""
                create function tell() returns trigger language plpgsql as
                'begin raise warning ''a row is coming''; return new; end'
                """);
        database.update("create trigger tell before insert on account for each row execute function tell()");

        assertThat(database.insertNew("account (name, visits)", List.of(List.of("ann", 1))))
                .isEqualTo(1);
        int joined = database.transact(connection ->
                database.within(connection).insertNew("account (name, visits)", List.of(List.of("bob", 1))));
        assertThat(joined).isEqualTo(1);
    }

    @Test
    void aTransactionInsideOneWithSettingsOfItsOwnIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> database.transactions().run(outer -> database.transact(inner -> 1)))
                .withMessageContaining("a transaction is open on this thread already");
    }

    @Test
    void aTransactionInsideATransactionIsRefused_onEveryKindOfThread() throws Exception {
        assertThatIllegalStateException().isThrownBy(this::nest);
        if (VirtualThreads.executor().isPresent()) {
            CompletableFuture<Void> virtual = CompletableFuture.runAsync(
                    this::nest, VirtualThreads.executor().get());
            assertThat(virtual)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(IllegalStateException.class);
        }
        assertThat(names()).as("all was rolled back").isEmpty();
        assertThat(database.update("insert into account values ('bob', 1)")).isEqualTo(1);
    }

    private void nest() {
        database.transact(outer -> {
            database.within(outer).update("insert into account values ('ann', 1)");
            return database.transact(inner -> 1);
        });
    }

    @Test
    void aCheckedExceptionThatNoSignatureNamesIsThrown_andRollsBack() {
        assertThatThrownBy(() -> database.transact(connection -> {
                    database.within(connection).update("insert into account values ('ann', 1)");
                    throw Rethrow.<SQLException>as(new CloneNotSupportedException("sneaky"));
                }))
                .isInstanceOf(CloneNotSupportedException.class);

        assertThat(names()).isEmpty();
    }

    @Test
    void newRowsAreInserted_andThoseThatAreThereStay() {
        assertThat(database.insertNew("account (name, visits)", List.of(List.of("ann", 1), List.of("bob", 1))))
                .isEqualTo(2);
        assertThat(database.insertNew("account (name, visits)", List.of(List.of("bob", 9), List.of("cat", 1))))
                .isEqualTo(1);
        assertThat(database.insertNew("account (name, visits)", List.of())).isZero();
        assertThat(database.query("select visits from account order by name", row -> row.getInt(1)))
                .containsExactly(1, 1, 1);
    }

    @Test
    void aBrokenConstraintIsAFailureOfTheStore() {
        database.update("insert into account values ('ann', 1)");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> database.update("insert into account values ('ann', 1)"))
                .satisfies(
                        failure -> assertThat(failure.classification().kind()).isEqualTo(FailureKind.PERMANENT));
    }

    @Test
    void aTransactionCommitsAllOrNothing() {
        int changed = database.transact(connection -> {
            SqlOperations here = database.within(connection);
            return here.update("insert into account values ('ann', 1)")
                    + here.insertNew("account (name, visits)", List.of(List.of("bob", 1)));
        });
        assertThat(changed).isEqualTo(2);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> database.transact(connection -> {
                    database.within(connection).update("insert into account values ('cat', 1)");
                    throw new SQLException("no");
                }));
        assertThat(names()).containsExactly("ann", "bob");
    }

    @Test
    void theStoresJoinTheTransaction() {
        NewTask task = new NewTask(
                new Task("t1", "mail", "welcome", Bytes.ofText("ann"), Map.of(), 0, null, null, null), Duration.ZERO);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> database.transact(connection -> {
                    database.within(connection).update("insert into account values ('ann', 1)");
                    stores.tasks().join(connection).enqueue(List.of(task));
                    Requests.insert(stores.records().join(connection), "a");
                    throw new IllegalArgumentException("changed my mind");
                }));
        assertThat(names()).isEmpty();
        assertThat(stores.tasks().find(List.of("t1"))).containsExactly(Optional.empty());

        database.transact(connection -> {
            stores.tasks().join(connection).enqueue(List.of(task));
            Requests.insert(stores.records().join(connection), "a");
            return database.within(connection).update("insert into account values ('ann', 1)");
        });
        assertThat(names()).containsExactly("ann");
        assertThat(stores.tasks().find(List.of("t1")).get(0)).isPresent();
        assertThat(stores.records().read(List.of(Requests.key("a"))).get(0)).isPresent();
    }

    @Test
    void theEventsOfATransactionAreReportedOnceAfterItsCommit_andThoseOfARollbackNever() {
        List<String> told = new ArrayList<>();
        TransactionalTasks<Connection> tasks = Tasks.on(
                stores.tasks(),
                TaskSettings.standard()
                        .listener(event -> told.add(event.getClass().getSimpleName())));
        TransactionalOnce<Connection> once = Once.on(
                stores.records(),
                OnceSettings.standard()
                        .listener(event -> told.add(event.getClass().getSimpleName())));
        TransactionalOperation<String, Connection> pay =
                once.operation("pay", Codec.text()).build();
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger undone = new AtomicInteger(1);
        TransactionWork<Outcome<String>, SQLException> work = connection -> {
            attempts.incrementAndGet();
            Outcome<String> outcome = pay.within(connection).key("acme", "one").run(Payload.none(), () -> {
                tasks.within(connection).enqueue("mail", "x");
                return "paid";
            });
            assertThat(told).as("before the commit").isEmpty();
            if (undone.getAndDecrement() > 0) {
                throw new SQLException("undone for the sake of another", "40001");
            }
            return outcome;
        };

        try {
            database.transact(work);
        } catch (StoreException e) {
            database.transact(work); // SQLite has no such conflicts, and repeats nothing
        }

        assertThat(attempts).hasValue(2);
        assertThat(told).containsExactly("Claimed", "Enqueued", "Finished");
    }

    @Test
    void aConnectionThatCommitsByItself_isNoTransactionToJoin() throws Exception {
        try (Connection connection = fresh.dataSource().getConnection()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> database.within(connection))
                    .withMessageContaining("no open transaction to join");
        }
    }

    @Test
    void writersAtOnceLoseNothing() {
        database.update("insert into account values ('ann', 0)");
        ExecutorService threads = Executors.newFixedThreadPool(6);
        List<CompletableFuture<Integer>> writers = IntStream.range(0, 30)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> database.transact(connection ->
                                database.within(connection).update("update account set visits = visits + 1")),
                        threads))
                .toList();
        writers.forEach(CompletableFuture::join);
        threads.shutdown();

        assertThat(database.first("select visits from account", row -> row.getInt(1)))
                .contains(30);
    }
}
