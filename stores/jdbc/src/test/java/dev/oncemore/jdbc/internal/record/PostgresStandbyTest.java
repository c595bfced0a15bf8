package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Replicas and read-only databases accept no claims. */
class PostgresStandbyTest {

    @Test
    void aHotStandbyIsRefused_andClaimsNothingWhereAStoreWasOpenBefore() {
        try (PostgresServer server = PostgresServer.start();
                FreshDatabase fresh = server.freshDatabase()) {
            JdbcStores.of(fresh.dataSource()).schema().apply();
            JoiningStore<Connection> open = JdbcStores.of(fresh.dataSource()).records();
            Requests.settle(open, "a", Requests.LONG);
            Requests.settle(open, "also settled", Requests.LONG);

            server.restartAsStandby();

            assertThatIllegalStateException()
                    .isThrownBy(JdbcStores.builder(fresh.dataSource())
                            .allowUnsafeSettings()
                            .build()::records)
                    .withMessage("this PostgreSQL is a standby: claims and look-ups need the primary;"
                            + " add targetServerType=primary to the URL");
            assertNothingRuns(open, "new");
            assertNothingRuns(open, "a");
            assertRefusedAtTheStandby(() -> open.read(List.of(Requests.key("a"))));
            assertRefusedAtTheStandby(() ->
                    open.insertOrRead(List.of(Requests.claim("a", "token"), Requests.claim("also settled", "token"))));
        }
    }

    private static void assertRefusedAtTheStandby(ThrowingCallable look) {
        assertThatExceptionOfType(StoreException.class).isThrownBy(look).withMessageContaining("ask the primary");
    }

    /** Nor is the outcome replayed that the copy has: it may have been followed by another. */
    private static void assertNothingRuns(JoiningStore<Connection> store, String key) {
        AtomicInteger effects = new AtomicInteger();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> Requests.operation(Once.on(store))
                        .key(Requests.key(key))
                        .run(Payload.none(), claim -> "ran " + effects.incrementAndGet()))
                .withMessageContaining("read-only transaction");
        assertThat(effects).hasValue(0);
    }

    @Test
    void aDatabaseWhoseTransactionsAreReadOnlyIsRefused() {
        try (StoreDatabase database = new StoreDatabase(PostgresServer.shared().freshDatabase())) {
            StoreTables tables = database.tables();
            tables.execute("alter database " + database.fresh.name() + " set default_transaction_read_only to on");

            assertThatIllegalStateException()
                    .isThrownBy(tables.builder(database.fresh.dataSource())
                            .allowUnsafeSettings()
                            .build()::records)
                    .withMessageContaining("transactions are read-only here")
                    .withMessageContaining("default_transaction_read_only");
        }
    }
}
