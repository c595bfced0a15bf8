package dev.oncemore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.By;
import dev.oncemore.jdbc.internal.record.OpenedBy;
import dev.oncemore.jdbc.internal.record.Requests;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.StoreRetry;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.Tasks;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often a conflict that never ends is met: one layer retries, whichever it is. */
class ConflictAttemptsTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final AtomicInteger conflicts = new AtomicInteger();
    private final DataSource dataSource = OpenedBy.dataSource(this::open);
    private final JdbcStores stores = JdbcStores.of(dataSource);
    private boolean isInConflict;

    @BeforeEach
    void prepare() {
        stores.schema().apply();
        stores.records();
        stores.tasks();
        isInConflict = true;
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Connection open() throws SQLException {
        Connection connection = database.dataSource().getConnection();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (isInConflict && method.getName().equals("prepareStatement")) {
                        conflicts.incrementAndGet();
                        throw new SQLException("deadlock detected", "40P01");
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private int conflictsOf(ThrowingCallable call) {
        conflicts.set(0);
        assertThat(catchThrowable(call)).isNotNull();
        return conflicts.get();
    }

    @Test
    void aVerbThatNoEngineCalls_isRetriedByTheStore() {
        assertThat(conflictsOf(() -> stores.records().read(List.of(Requests.key("a")))))
                .isEqualTo(StoreRetry.ATTEMPTS_MAX);
        assertThat(conflictsOf(
                        () -> stores.tasks().deadLetters().discard(List.of("a"), By.person("ann", "not needed"))))
                .isEqualTo(StoreRetry.ATTEMPTS_MAX);
        assertThat(catchThrowable(() -> stores.records().read(List.of(Requests.key("a")))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("in conflict with other transactions");
    }

    @Test
    void aVerbOfAnEngine_isRetriedByTheEngineOnly() {
        Operation<String> pay =
                Once.on(stores.records()).operation("pay", String.class).build();
        assertThat(conflictsOf(
                        () -> pay.key("acme", "1").run("100", claim -> "done").require()))
                .isEqualTo(StoreRetry.ATTEMPTS_MAX);
        assertThat(conflictsOf(() -> Tasks.on(stores.tasks()).enqueue("mail", "ann")))
                .isEqualTo(StoreRetry.ATTEMPTS_MAX);
    }

    @Test
    void aVerbInARetryOfTheUser_isRetriedByTheUserOnly() {
        Retry three = Retry.of(RetryPolicy.named("three")
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .build());

        assertThat(conflictsOf(() ->
                        three.call(Safety.idempotent(), () -> stores.records().read(List.of(Requests.key("a"))))))
                .isEqualTo(3);
    }

    @Test
    void aTransactionIsRetriedAsAWhole_andNothingInItByItself() {
        assertThat(conflictsOf(() -> Transactions.on(dataSource)
                        .run(connection -> stores.records().read(List.of(Requests.key("a"))))))
                .isEqualTo(StoreRetry.ATTEMPTS_MAX);
        assertThat(conflictsOf(() -> stores.database().update("update oncemore_record set who = 'x'")))
                .isEqualTo(StoreRetry.ATTEMPTS_MAX);
        assertThat(conflictsOf(() -> stores.database()
                        .transact(connection ->
                                stores.database().within(connection).update("update oncemore_record set who = 'x'"))))
                .isEqualTo(StoreRetry.ATTEMPTS_MAX);
    }
}
