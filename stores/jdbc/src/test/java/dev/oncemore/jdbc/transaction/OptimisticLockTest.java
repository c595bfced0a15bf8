package dev.oncemore.jdbc.transaction;

import static dev.oncemore.jdbc.transaction.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.time.VirtualTime;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OptimisticLockTest {
    private static final int WRITERS = 16;
    private static final int UPDATES_EACH = 4;
    private static final String[] COUNTER = {
        "create table counter (id integer primary key, amount integer not null, version integer not null)",
        "insert into counter values (1, 0, 0)"
    };

    private record Counter(long amount, long version) {
        static Counter read(Connection connection) throws SQLException {
            String sql = "select amount, version from counter where id = 1";
            try (PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return new Counter(rows.getLong(1), rows.getLong(2));
            }
        }

        Counter plusOne() {
            return new Counter(amount + 1, version + 1);
        }

        static boolean write(Connection connection, Counter before, Counter after) throws SQLException {
            String sql = """
                    update counter set amount = ?, version = ?
                    where id = 1 and version = ?
                    """;
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, after.amount);
                statement.setLong(2, after.version);
                statement.setLong(3, before.version);
                return statement.executeUpdate() == 1;
            }
        }
    }

    private static final RetryPolicy PATIENT = RetryPolicy.named("patient")
            .maxAttempts(1_000)
            .backoff(Backoff.exponential(Duration.ofMillis(1)).cap(Duration.ofMillis(20)))
            .unlimitedBudget()
            .build();

    @ParameterizedTest
    @CsvSource({
        "POSTGRES, READ_COMMITTED",
        "POSTGRES, REPEATABLE_READ",
        "MARIADB, READ_COMMITTED",
        "MARIADB, REPEATABLE_READ",
        "SQLITE, SERIALIZABLE"
    })
    void losesNoUpdate_of16ConcurrentWriters(TestDatabase kind, Isolation isolation) throws Exception {
        try (FreshDatabase database = kind.fresh(COUNTER)) {
            Transactions transactions = Transactions.on(database.pooled(WRITERS))
                    .isolation(isolation)
                    .retry(PATIENT);
            Together.run(WRITERS, i -> () -> {
                for (int n = 0; n < UPDATES_EACH; n++) {
                    OptimisticLock.update(transactions, Counter::read, Counter::plusOne, Counter::write);
                }
                return i;
            });
            assertThat(number(database, "select amount from counter")).isEqualTo(WRITERS * UPDATES_EACH);
            assertThat(number(database, "select version from counter")).isEqualTo(WRITERS * UPDATES_EACH);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void readsAgain_whenAnotherWroteInBetween(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(COUNTER)) {
            Transactions transactions = Transactions.on(database.pooled(2));
            CyclicBarrier bothHaveRead = new CyclicBarrier(2);
            List<Long> versionsRead = Collections.synchronizedList(new ArrayList<>());
            Together.run(
                    2,
                    i -> () -> OptimisticLock.update(
                            transactions,
                            connection -> {
                                Counter read = Counter.read(connection);
                                versionsRead.add(read.version());
                                return read;
                            },
                            counter -> {
                                if (counter.version() == 0) {
                                    meet(bothHaveRead);
                                }
                                return counter.plusOne();
                            },
                            Counter::write));
            assertThat(versionsRead).containsExactly(0L, 0L, 1L);
            assertThat(number(database, "select amount from counter")).isEqualTo(2);
        }
    }

    private static void meet(CyclicBarrier barrier) throws SQLException {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new SQLException("the other did not come", e);
        }
    }

    @Test
    void saysAfterHowManyTries_whenSomebodyElseIsAlwaysFaster() throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh(COUNTER)) {
            Transactions transactions = Transactions.on(database.dataSource()).time(new VirtualTime());
            AtomicInteger reads = new AtomicInteger();
            assertThatThrownBy(() -> OptimisticLock.update(
                            transactions,
                            connection -> reads.incrementAndGet(),
                            before -> before,
                            (connection, before, after) -> false))
                    .isInstanceOfSatisfying(GaveUpException.class, gaveUp -> {
                        assertThat(gaveUp.reason()).isEqualTo(StopReason.ATTEMPTS);
                        assertThat(gaveUp.facts().attempts()).isEqualTo(6);
                    })
                    .hasMessageContaining("after 6 of 6 attempts")
                    .hasCauseInstanceOf(StaleReadException.class);
            assertThat(reads).hasValue(6);
        }
    }

    @Test
    void updatesWhatIsNoDatabaseRow_withAnEngine() {
        Retry engine = Retry.builder(RetryPolicy.named("resource").build())
                .virtualTime(new VirtualTime())
                .build();
        AtomicReference<String> resource = new AtomicReference<>("a");
        AtomicInteger rivals = new AtomicInteger(2);
        String written = OptimisticLock.update(
                engine,
                resource::get,
                before -> {
                    if (rivals.getAndDecrement() > 0) {
                        resource.set(before + "x");
                    }
                    return before + "!";
                },
                resource::compareAndSet);
        assertThat(written).isEqualTo("axx!");
        assertThat(resource).hasValue("axx!");
    }
}
