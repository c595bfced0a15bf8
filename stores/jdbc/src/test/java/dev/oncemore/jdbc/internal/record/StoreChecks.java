package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.testkit.server.CuttingDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What JDBC stores promise on top of the conformance kit, on every database. */
abstract class StoreChecks {
    private StoreTables tables;
    private CuttingDataSource counting;
    private JoiningStore<Connection> store;

    abstract StoreDatabase database();

    /** How many statements a new claim takes, each of which is a round trip on a server. */
    abstract int statementsOfANewClaim();

    /** How many statements a lone caller's replay takes. */
    abstract int statementsOfAReplay();

    /** How many statements an outcome takes. */
    abstract int statementsOfAFinish();

    @BeforeEach
    void open() {
        tables = database().tables();
        counting = CuttingDataSource.of(tables.database.fresh.dataSource());
        store = tables.store(counting);
    }

    @Test
    void claimsFinishesAndReplaysTakeFewStatements() {
        long before = counting.statements();
        long fence = Requests.insert(store, "a");
        assertThat(counting.statements() - before).as("a new claim").isEqualTo(statementsOfANewClaim());

        before = counting.statements();
        store.finish(List.of(Requests.success("a", fence, Requests.LONG)));
        assertThat(counting.statements() - before).as("an outcome").isEqualTo(statementsOfAFinish());

        before = counting.statements();
        store.insertOrRead(List.of(Requests.claim("a", "second")));
        assertThat(counting.statements() - before).as("a replay").isEqualTo(statementsOfAReplay());
        assertThat(counting.commits()).isZero();
    }

    @Test
    void anExpiredRecordIsKeptAsATombstone_andPurgedAfterwards() {
        JoiningStore<Connection> remembering = tables.builder(tables.pool)
                .tombstone(Duration.ofDays(1))
                .build()
                .records();
        Requests.settle(store, "a", Duration.ZERO);

        assertThat(remembering.purge(100)).isZero();
        assertThat(Requests.read(store, "a").expired()).isTrue();
        assertThat(store.purge(100)).isEqualTo(1);
    }

    @Test
    void aPurgeTakesAsManyAsAskedFor_inSeveralGoes() {
        List<NewClaim> claims = IntStream.range(0, 1_250)
                .mapToObj(i -> Requests.claim("k" + i, "token"))
                .toList();
        List<RecordFinish> finishes = new ArrayList<>();
        for (int from = 0; from < claims.size(); from += 250) {
            List<NewClaim> batch = claims.subList(from, from + 250);
            store.insertOrRead(batch).forEach(inserted -> {
                NewClaim claim = batch.get(finishes.size() % 250);
                finishes.add(Requests.success(claim.key().value(), inserted.fence(), Duration.ZERO));
            });
        }
        assertThat(store.finish(finishes)).containsOnly(true);

        assertThat(store.purge(1_100)).isEqualTo(1_100);
        assertThat(store.purge(1_100)).isEqualTo(150);
    }

    @Test
    void aJoinNeedsATransaction() throws Exception {
        try (Connection connection = tables.pool.getConnection()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> store.join(connection))
                    .withMessageContaining("setAutoCommit(false)");
        }
    }

    @Test
    void atomicModeCommitsNothingItself() throws Exception {
        TransactionalOnce<Connection> once = Once.on(store);
        try (Connection connection = counting.getConnection()) {
            connection.setAutoCommit(false);
            Outcome<String> outcome = Requests.operation(once)
                    .within(connection)
                    .key(Requests.key("a"))
                    .run(Payload.json("{}"), () -> "paid");
            assertThat(outcome.require()).isEqualTo("paid");
            assertThat(counting.commits()).isZero();
            connection.rollback();
        }
        assertThat(store.read(List.of(Requests.key("a"))).get(0)).isEmpty();
    }

    @Test
    void aPoolWithoutAutoCommitServesAsWell() {
        JoiningStore<Connection> own = tables.store(OpenedBy.dataSource(tables::begin));

        Requests.settle(own, "a", Requests.LONG);

        assertThat(Requests.read(store, "a").state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aDataSourceThatIsBoundToTheCallersTransactionIsRefused_andTheTransactionStaysOpen() throws Exception {
        AtomicReference<Connection> bound = new AtomicReference<>();
        JoiningStore<Connection> own = tables.store(
                OpenedBy.dataSource(() -> bound.get() == null ? tables.pool.getConnection() : unclosed(bound.get())));
        try (Connection transaction = tables.begin()) {
            tables.insertEffect(transaction, "half done");
            bound.set(transaction);

            assertThatIllegalStateException()
                    .isThrownBy(() -> Requests.insert(own, "a"))
                    .withMessageContaining("a data source that is not bound to the caller's transaction");
            transaction.rollback();
        }
        bound.set(null);

        assertThat(tables.countEffects()).as("nothing was committed early").isZero();
        assertThat(Requests.insert(own, "a")).isPositive();
    }

    /** As those who bind connections hand them out. */
    private static Connection unclosed(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                StoreChecks.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : method.invoke(connection, arguments));
    }

    @Test
    void outcomesOfManyMegabytesFitIntoOneBatch() {
        byte[] large = new byte[3_000_000];
        List<NewClaim> claims = IntStream.range(0, 4)
                .mapToObj(i -> Requests.claim("k" + i, "token"))
                .toList();
        List<Inserted> inserted = store.insertOrRead(claims);
        List<RecordFinish> finishes = IntStream.range(0, 4)
                .mapToObj(i -> new RecordFinish(
                        claims.get(i).key(),
                        inserted.get(i).fence(),
                        RecordState.SUCCEEDED,
                        Bytes.of(large),
                        null,
                        null,
                        Requests.LONG))
                .toList();

        assertThat(store.finish(finishes)).containsOnly(true).hasSize(4);
        assertThat(Requests.read(store, "k3").response()).isEqualTo(Bytes.of(large));
    }

    @Test
    void missingTablesAreNamed_withWhatToDo() {
        JoiningStore<Connection> homeless =
                JdbcStores.builder(tables.pool).tablePrefix("nowhere_").build().records();

        String whatToDo =
                "call JdbcStores.builder(dataSource).tablePrefix(\"nowhere_\").build().schema().apply(), or let your migrations";
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> Requests.insert(homeless, "a"))
                .withMessageContaining(whatToDo);
        assertThatExceptionOfType(StoreException.class)
                .as("a batch")
                .isThrownBy(() ->
                        homeless.insertOrRead(List.of(Requests.claim("a", "token"), Requests.claim("b", "token"))))
                .withMessageContaining(whatToDo);
    }

    @Test
    void namesThatDoNotFitAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tables.builder(tables.pool).tablePrefix("a; drop"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tables.builder(tables.pool).concurrentBatches(0));
    }
}
