package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.MariaDbServer;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only MariaDB promises, or has to be told. */
class MariaDbRecordStoreTest {
    private StoreDatabase database;
    private StoreTables tables;
    private JoiningStore<Connection> store;

    @BeforeEach
    void open() {
        database = new StoreDatabase(MariaDbServer.shared().freshDatabase());
        tables = database.tables();
        store = tables.store();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aWinnerThatIsInvisibleAtRepeatableReadIsSeenAllTheSame() throws Exception {
        try (Connection connection = tables.begin()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            StoreTables.number(connection, "select count(*) from " + tables.prefix + "record");
            long fence = Requests.settle(store, "a", Requests.LONG);

            assertThat(store.join(connection)
                            .insertOrRead(List.of(Requests.claim("a", "second")))
                            .get(0)
                            .existing())
                    .isNotNull()
                    .satisfies(found -> assertThat(found.fence()).isEqualTo(fence));
            connection.rollback();
        }
    }

    @Test
    void aCallerThatWaitsTooLongIsToldThatItIsInProgress() throws Exception {
        try (Connection first = tables.begin();
                Connection second = tables.begin();
                Statement statement = second.createStatement()) {
            Requests.insert(store.join(first), "a");
            statement.execute("set innodb_lock_wait_timeout = 1");

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> store.join(second).insertOrRead(List.of(Requests.claim("a", "second"))))
                    .withMessageContaining("in progress")
                    .extracting(e -> e.classification().kind())
                    .isEqualTo(FailureKind.THROTTLED);
            second.rollback();
            first.rollback();
            statement.execute("set innodb_lock_wait_timeout = 50");
        }
    }

    @Test
    void batchesThatCrossNeitherDeadlockNorDouble_atAnyIsolation() {
        for (int isolation : List.of(
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE)) {
            JoiningStore<Connection> isolated = tables.store(OpenedBy.dataSource(() -> {
                Connection connection = tables.pool.getConnection();
                connection.setTransactionIsolation(isolation);
                return connection;
            }));
            for (int round = 0; round < 5; round++) {
                String prefix = isolation + "-" + round + "-";
                List<CompletableFuture<Integer>> claimed = IntStream.range(0, 8)
                        .mapToObj(i -> CompletableFuture.supplyAsync(() -> claimAll(isolated, prefix, i)))
                        .toList();
                assertThat(claimed.stream().mapToInt(CompletableFuture::join).sum())
                        .isEqualTo(30);
            }
        }
    }

    private static int claimAll(JoiningStore<Connection> store, String prefix, int thread) {
        List<NewClaim> claims = IntStream.range(0, 30)
                .mapToObj(i -> Requests.claim(prefix + (i + thread * 7) % 30, "thread" + thread))
                .toList();
        return (int) store.insertOrRead(claims).stream()
                .filter(inserted -> inserted.fence() != null)
                .count();
    }

    @Test
    void aPurgeDoesNotKeepNewClaimsWaiting() throws Exception {
        Requests.settle(store, "old", Duration.ZERO);
        try (Connection purging = tables.begin()) {
            assertThat(store.join(purging).purge(100)).isEqualTo(1);

            assertThat(CompletableFuture.supplyAsync(() -> Requests.insert(store, "new"))
                            .get(30, TimeUnit.SECONDS))
                    .isPositive();
            purging.commit();
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
        LockedKeys.holdUpNobodyElse(tables, 40, "innodb_lock_wait_timeout = 1");
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
    void timesAreUtc_whateverTheSessionsZone() throws Exception {
        try (Connection connection = tables.begin();
                Statement statement = connection.createStatement()) {
            statement.execute("set time_zone = '+09:00'");
            Requests.insert(store.join(connection), "a");
            connection.commit();
            statement.execute("set time_zone = default");
        }
        Requests.insert(store, "b");

        assertThat(Duration.between(
                                Requests.read(store, "a").createdAt(),
                                Requests.read(store, "b").createdAt())
                        .abs())
                .isLessThan(Duration.ofMinutes(1));
    }
}
