package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OpenTransactionsTest {
    @Nested
    class OnPostgres extends OpenTransactionConformance {
        @Override
        FreshDatabase open() {
            return PostgresServer.shared().freshDatabase();
        }

        @Test
        void withoutAProbeARollbackLosesTheEffect_andTheRecordReplaysSuccess() throws Exception {
            assertLost(open());
        }
    }

    @Nested
    class OnMariaDb extends OpenTransactionConformance {
        @Override
        FreshDatabase open() {
            return MariaDbServer.shared().freshDatabase();
        }

        @Test
        void withoutAProbeARollbackLosesTheEffect_andTheRecordReplaysSuccess() throws Exception {
            assertLost(open());
        }
    }

    @Nested
    class OnSqlite extends OpenTransactionConformance {
        @Override
        FreshDatabase open() {
            return Sqlite.freshDatabase();
        }
    }

    /** What the refusal prevents, shown with a transaction that nothing sees. SQLite's write lock prevents it there. */
    private static void assertLost(FreshDatabase fresh) throws Exception {
        try (StoreDatabase database = new StoreDatabase(fresh)) {
            StoreTables tables = database.tables();
            var pay = Requests.operation(Once.on(tables.store())).key(Requests.key("a"));
            try (Connection connection = tables.begin()) {
                pay.run(Payload.none(), claim -> {
                            tables.insertEffect(connection, "a");
                            return "paid";
                        })
                        .require();
                connection.rollback();
            }

            assertThat(pay.run(Payload.none(), claim -> "again")).isEqualTo(new Outcome.Done<>("paid", true));
            assertThat(tables.countEffects()).isZero();
        }
    }
}
