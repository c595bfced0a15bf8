package dev.oncemore.jdbc.transaction;

import static dev.oncemore.jdbc.transaction.TestDatabase.execute;
import static dev.oncemore.jdbc.transaction.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.RetryEvent;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.time.VirtualTime;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionConflictTest {
    private static final String[] ACCOUNTS = {
        "create table account (id integer primary key, balance integer not null)",
        "insert into account values (0, 100)",
        "insert into account values (1, 100)"
    };

    /** Lets the first attempts of two transactions reach the same place together. */
    private static final class Meeting {
        private final CyclicBarrier barrier = new CyclicBarrier(2);
        private final ThreadLocal<Boolean> met = ThreadLocal.withInitial(() -> false);
        private final AtomicInteger attempts = new AtomicInteger();

        void attemptStarts() {
            attempts.incrementAndGet();
        }

        void meetOnce() throws SQLException {
            if (!met.get()) {
                met.set(true);
                try {
                    barrier.await(30, TimeUnit.SECONDS);
                } catch (Exception e) {
                    throw new SQLException("the other did not come", e);
                }
            }
        }
    }

    @Test
    void repeatsTheWholeTransaction_afterASerializationFailure() throws Exception {
        try (FreshDatabase database = TestDatabase.POSTGRES.fresh(ACCOUNTS)) {
            Transactions transactions = Transactions.on(database.pooled(2)).isolation(Isolation.SERIALIZABLE);
            Meeting meeting = new Meeting();
            // Each empties one account if both together hold enough; both did, had they not been told apart.
            Together.run(
                    2,
                    i -> () -> transactions.run(connection -> {
                        meeting.attemptStarts();
                        long total = number(connection, "select sum(balance) from account");
                        meeting.meetOnce();
                        if (total >= 150) {
                            execute(connection, "update account set balance = balance - 100 where id = " + i);
                        }
                        return total;
                    }));
            assertThat(number(database, "select sum(balance) from account")).isEqualTo(100);
            assertThat(meeting.attempts).hasValue(3);
        }
    }

    @Test
    void repeatsTheWholeTransaction_whenTheWinnerOfAnUpdateIsInvisible() throws Exception {
        try (FreshDatabase database = TestDatabase.POSTGRES.fresh(ACCOUNTS)) {
            Transactions transactions = Transactions.on(database.pooled(2)).isolation(Isolation.REPEATABLE_READ);
            Meeting meeting = new Meeting();
            Together.run(
                    2,
                    i -> () -> transactions.run(connection -> {
                        meeting.attemptStarts();
                        long balance = number(connection, "select balance from account where id = 0");
                        meeting.meetOnce();
                        return execute(connection, "update account set balance = " + (balance + 1) + " where id = 0");
                    }));
            assertThat(number(database, "select balance from account where id = 0"))
                    .isEqualTo(102);
            assertThat(meeting.attempts).hasValue(3);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void repeatsTheWholeTransaction_afterADeadlock(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(ACCOUNTS)) {
            Transactions transactions = Transactions.on(database.pooled(2));
            Meeting meeting = new Meeting();
            Together.run(
                    2,
                    i -> () -> transactions.run(connection -> {
                        meeting.attemptStarts();
                        execute(connection, "update account set balance = balance - 10 where id = " + i);
                        meeting.meetOnce();
                        return execute(connection, "update account set balance = balance + 10 where id = " + (1 - i));
                    }));
            assertThat(number(database, "select balance from account where id = 0"))
                    .isEqualTo(100);
            assertThat(number(database, "select sum(balance) from account")).isEqualTo(200);
            assertThat(meeting.attempts).hasValue(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&transaction_mode=IMMEDIATE", "&transaction_mode=EXCLUSIVE"})
    void readsFirstAndWritesLater_withoutEverBeingBusy(String mode) throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh(ACCOUNTS)) {
            AtomicInteger failures = new AtomicInteger();
            Transactions transactions = Transactions.on(database.pooled(withUrl(database, mode), 8))
                    .listener(event -> {
                        if (event instanceof RetryEvent.AttemptFailed) {
                            failures.incrementAndGet();
                        }
                    });
            Together.run(8, i -> () -> {
                for (int n = 0; n < 5; n++) {
                    transactions.run(connection -> {
                        long balance = number(connection, "select balance from account where id = 0");
                        return execute(connection, "update account set balance = " + (balance + 1) + " where id = 0");
                    });
                }
                return i;
            });
            assertThat(number(database, "select balance from account where id = 0"))
                    .isEqualTo(140);
            assertThat(failures).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"&busy_timeout=0", "&busy_timeout=0&transaction_mode=IMMEDIATE"})
    void repeatsTheTransactionOnTheSameConnection_whenTheLockIsTaken(String settings) throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh(ACCOUNTS);
                Connection holder = database.dataSource().getConnection();
                Connection only = withUrl(database, settings).getConnection()) {
            execute(holder, "begin immediate");
            AtomicInteger failures = new AtomicInteger();
            AtomicInteger runs = new AtomicInteger();
            Transactions transactions = Transactions.on(new SingleConnection(only).dataSource())
                    .time(new VirtualTime())
                    .listener(event -> {
                        if (event instanceof RetryEvent.AttemptFailed && failures.incrementAndGet() == 2) {
                            release(holder);
                        }
                    });
            transactions.run(connection -> {
                runs.incrementAndGet();
                return execute(connection, "update account set balance = 7 where id = 0");
            });
            assertThat(failures).hasValue(2);
            assertThat(runs).hasValue(1);
            assertThat(only.getAutoCommit()).isTrue();
            // The driver's commit() would hold the lock again by now.
            execute(holder, "update account set balance = balance + 1 where id = 0");
            assertThat(number(database, "select balance from account where id = 0"))
                    .isEqualTo(8);
        }
    }

    @Test
    void repeatsTheTransactionOnTheSameConnection_whenReadersHoldUpItsCommit() throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh("pragma journal_mode = delete");
                Connection reader = rollbackJournal(database).getConnection()) {
            for (String statement : ACCOUNTS) {
                execute(reader, statement);
            }
            execute(reader, "begin");
            number(reader, "select count(*) from account");
            AtomicInteger failures = new AtomicInteger();
            Transactions transactions = Transactions.on(database.pooled(rollbackJournal(database), 1))
                    .time(new VirtualTime())
                    .listener(event -> {
                        if (event instanceof RetryEvent.AttemptFailed) {
                            failures.incrementAndGet();
                            release(reader);
                        }
                    });
            transactions.run(
                    connection -> execute(connection, "update account set balance = balance + 1 where id = 0"));
            assertThat(failures).hasValue(1);
            assertThat(number(reader, "select balance from account where id = 0"))
                    .isEqualTo(101);
        }
    }

    private static DataSource rollbackJournal(FreshDatabase database) {
        String url = database.url().replace("journal_mode=WAL", "journal_mode=DELETE");
        return new UrlSource(url + "&busy_timeout=0").dataSource();
    }

    private static void release(Connection holder) {
        try {
            execute(holder, "rollback");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static DataSource withUrl(FreshDatabase database, String settings) {
        return new UrlSource(database.url() + settings).dataSource();
    }

    /** Opens connections by a URL. */
    private record UrlSource(String url) {
        DataSource dataSource() {
            return (DataSource) Proxy.newProxyInstance(
                    UrlSource.class.getClassLoader(),
                    new Class<?>[] {DataSource.class},
                    (proxy, method, arguments) -> method.getName().equals("getConnection")
                            ? DriverManager.getConnection(url)
                            : method.getReturnType() == int.class ? 0 : null);
        }
    }
}
