package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.CuttingDataSource;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only PostgreSQL promises, or has to be told. */
class PostgresRecordStoreTest {
    private StoreDatabase database;
    private StoreTables tables;
    private JoiningStore<Connection> store;

    @BeforeEach
    void open() {
        database = new StoreDatabase(PostgresServer.shared().freshDatabase());
        tables = database.tables();
        store = tables.store();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aReplayWritesNothing_drawsNoFence_andLocksNoRow() throws Exception {
        Requests.settle(store, "a", Requests.LONG);
        Requests.settle(store, "b", Requests.LONG);
        long fences = tables.number("select last_value from " + tables.prefix + "fence");

        try (Connection connection = tables.begin()) {
            store.join(connection).insertOrRead(List.of(Requests.claim("b", "x"), Requests.claim("a", "x")));
            store.join(connection).insertOrRead(List.of(Requests.claim("a", "x")));

            assertThat(StoreTables.number(connection, "select pg_current_xact_id_if_assigned()::text::bigint"))
                    .as("who writes or locks rows has a transaction id")
                    .isZero();
            connection.rollback();
        }
        assertThat(tables.number("select last_value from " + tables.prefix + "fence"))
                .isEqualTo(fences);
    }

    @Test
    void aLoneCallerReadsTheExistingRecordWhole() {
        Requests.settle(store, "a", Requests.LONG);

        Inserted again =
                store.insertOrRead(List.of(Requests.claim("a", "another"))).get(0);

        assertThat(again.existing()).isEqualTo(Requests.read(store, "a"));
    }

    @Test
    void atomicModeAddsTwoStatementsToATransaction() throws Exception {
        CuttingDataSource counting = CuttingDataSource.of(database.fresh.dataSource());
        try (Connection connection = counting.getConnection()) {
            connection.setAutoCommit(false);
            Requests.operation(Once.on(store))
                    .within(connection)
                    .key(Requests.key("a"))
                    .run(Payload.json("{}"), () -> {
                        tables.insertEffect(connection, "paid");
                        return "paid";
                    })
                    .require();
            connection.commit();
        }

        assertThat(counting.statements()).as("claim, effect, outcome").isEqualTo(3);
        assertThat(counting.commits()).isEqualTo(1);
    }

    @Test
    void anInvisibleWinnerMeansThatTheWholeTransactionMustBeRetried() throws Exception {
        try (Connection connection = tables.begin()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            StoreTables.number(connection, "select count(*) from " + tables.prefix + "effect");
            Requests.settle(store, "a", Requests.LONG);
            RecordStore joined = store.join(connection);

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> joined.insertOrRead(List.of(Requests.claim("a", "second"))))
                    .withMessageContaining("retry the whole transaction")
                    .extracting(e -> e.classification().kind())
                    .isEqualTo(FailureKind.TRANSIENT);
            connection.rollback();

            assertThat(joined.insertOrRead(List.of(Requests.claim("a", "second")))
                            .get(0)
                            .existing())
                    .isNotNull();
            connection.rollback();
        }
    }

    @Test
    void serializationFailuresOfOurOwnTransactionsAreRetriedInside() {
        tables.execute(
                "alter database " + database.fresh.name() + " set default_transaction_isolation to 'serializable'");
        JoiningStore<Connection> strict = tables.store(database.fresh.pooled(8));

        List<CompletableFuture<Integer>> claimed = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> claimAll(strict, i)))
                .toList();

        assertThat(claimed.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(20);
    }

    private static int claimAll(JoiningStore<Connection> store, int thread) {
        List<NewClaim> claims = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            claims.add(Requests.claim("k" + i, "thread" + thread));
        }
        Collections.rotate(claims, thread);
        return (int) store.insertOrRead(claims).stream()
                .filter(inserted -> inserted.fence() != null)
                .count();
    }

    @Test
    void inALongTransactionTheClockGoesOn() throws Exception {
        try (Connection connection = tables.begin()) {
            long begun = StoreTables.number(connection, "select (extract(epoch from now()) * 1000000)::bigint");
            StoreTables.number(connection, "select 1 from pg_sleep(0.05)");

            store.join(connection).insertOrRead(List.of(Requests.claim("a", "first")));

            assertThat(Requests.read(store.join(connection), "a").createdAt())
                    .isAfterOrEqualTo(Micros.instant(begun).plusMillis(50));
            connection.rollback();
        }
    }

    @Test
    void aPurgePassesOverWhatSomebodyHolds_withoutWaiting() throws Exception {
        Requests.settle(store, "held", Duration.ZERO);
        Requests.settle(store, "free", Duration.ZERO);
        try (Connection connection = tables.begin()) {
            StoreTables.number(
                    connection, "select fence from " + tables.prefix + "record where key_value = 'held' for update");

            assertThat(store.purge(100)).isEqualTo(1);

            assertThat(store.read(List.of(Requests.key("free"))).get(0)).isEmpty();
            connection.rollback();
        }
        assertThat(store.purge(100)).isEqualTo(1);
    }

    @Test
    void batchesNeverReadTheWholeTable_alsoWhenItWasTinyAtFirst() throws Exception {
        Requests.settle(store, "first", Requests.LONG);
        tables.execute("vacuum analyze " + tables.prefix + "record");
        try (Connection connection = tables.begin()) {
            RecordStore joined = store.join(connection);
            long before = wholeTableReads(connection);
            for (int i = 0; i < 12; i++) {
                List<NewClaim> claims = List.of(Requests.claim("a" + i, "token"), Requests.claim("first", "token"));
                Inserted inserted = joined.insertOrRead(claims).get(0);
                RecordFinish finish =
                        Requests.success("a" + i, Objects.requireNonNull(inserted.fence()), Requests.LONG);
                joined.finish(List.of(finish, Requests.success("first", 1, Requests.LONG)));
                joined.read(List.of(Requests.key("first"), Requests.key("a" + i)));
            }

            assertThat(wholeTableReads(connection)).isEqualTo(before);
            connection.rollback();
        }
    }

    @Test
    void aLoneCallersPlanIsMadeAnewAsTheTableGrows() throws Exception {
        Requests.settle(store, "first", Requests.LONG);
        tables.execute("vacuum analyze " + tables.prefix + "record");
        try (Connection connection = tables.begin()) {
            RecordStore joined = store.join(connection);
            for (int i = 0; i < 12; i++) {
                Requests.settle(joined, "a" + i, Requests.LONG);
            }
            assertThat(wholeTableReads(connection))
                    .as("what it does with a tiny table")
                    .isPositive();
            List<NewClaim> many = IntStream.range(0, 5_000)
                    .mapToObj(i -> Requests.claim("many" + i, "token"))
                    .toList();
            joined.insertOrRead(many);
            long before = wholeTableReads(connection);

            for (int i = 0; i < 12; i++) {
                Requests.settle(joined, "b" + i, Requests.LONG);
            }

            assertThat(wholeTableReads(connection)).isEqualTo(before);
            connection.rollback();
        }
    }

    /** Of this connection, since it last told the server's statistics. */
    private long wholeTableReads(Connection connection) throws SQLException {
        return StoreTables.number(
                connection, "select pg_stat_get_xact_numscans('" + tables.prefix + "record'::regclass)");
    }

    @Test
    void aDatabaseThatDoesNotWaitForTheDiskIsRefused_unlessThatIsAccepted() {
        tables.execute("alter database " + database.fresh.name() + " set synchronous_commit to off");
        JdbcStores.Builder builder = tables.builder(database.fresh.dataSource());

        assertThatIllegalStateException()
                .isThrownBy(builder.build()::records)
                .withMessageContaining("synchronous_commit is off")
                .withMessageContaining("allowUnsafeSettings()");
        assertThat(builder.allowUnsafeSettings().build().records().warnings())
                .singleElement()
                .asString()
                .contains("may lose acknowledged records: synchronous_commit is off");
        assertThat(store.warnings()).isEmpty();
    }

    @Test
    void aServerWithoutFsyncIsRefused() {
        try (PostgresServer unsafe = PostgresServer.start(Map.of("fsync", "off", "full_page_writes", "off"));
                FreshDatabase fresh = unsafe.freshDatabase()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> JdbcStores.of(fresh.dataSource()).records())
                    .withMessageContaining("fsync is off")
                    .withMessageContaining("full_page_writes is off");
        }
    }

    @Test
    void anEndOfARecordInSomebodysOpenTransaction_failsAlone() throws Exception {
        LockedKeys.failAlone(tables, store);
    }

    @Test
    void aRecordInSomebodysOpenTransaction_holdsUpNeitherHeartbeatsNorTakeOversOfOthers() throws Exception {
        LockedKeys.loseNothingElse(tables, store);
    }

    @Test
    void anOutcomeWhoseKeyIsInSomebodysOpenTransaction_isNotGivenUp() throws Exception {
        LockedKeys.keepAnOutcomeWaiting(tables, store);
    }

    @Test
    void manyKeysInSomebodysOpenTransactionMakeABatchWaitOnce() throws Exception {
        LockedKeys.holdUpNobodyElse(tables, 200, "100ms");
    }

    @Test
    void aKeyInSomebodysOpenTransactionIsTaken_andHoldsUpNobodyElse() throws Exception {
        try (Connection connection = tables.begin()) {
            store.join(connection).insertOrRead(List.of(Requests.claim("taken", "user")));

            List<Inserted> answers =
                    store.insertOrRead(List.of(Requests.claim("free", "own"), Requests.claim("taken", "own")));

            assertThat(answers.get(0).fence()).isNotNull();
            assertThat(answers.get(1)).isEqualTo(Inserted.taken());
            assertThat(Requests.operation(Once.on(store, OnceSettings.standard().waitAtMost(Duration.ZERO)))
                            .key(Requests.key("taken"))
                            .run(Payload.none(), claim -> "never"))
                    .isInstanceOf(Outcome.InProgress.class);
            connection.rollback();
        }
        assertThat(Requests.insert(store, "taken")).isPositive();
    }

    @Test
    void anAcknowledgedRecordSurvivesAKilledServer() {
        try (PostgresServer server = PostgresServer.start();
                FreshDatabase fresh = server.freshDatabase()) {
            JdbcStores.of(fresh.dataSource()).schema().apply();
            JoiningStore<Connection> own = JdbcStores.of(fresh.dataSource()).records();
            long fence = Requests.settle(own, "a", Requests.LONG);

            server.kill();
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> Requests.insert(own, "b"))
                    .extracting(e -> e.classification().kind())
                    .isEqualTo(FailureKind.TRANSIENT);
            server.restart();

            assertThat(Requests.read(own, "a").fence()).isEqualTo(fence);
            assertThat(Requests.insert(own, "b")).isGreaterThan(fence);
            assertThat(Objects.requireNonNull(Requests.read(own, "a").response())
                            .size())
                    .isEqualTo(4);
        }
    }
}
