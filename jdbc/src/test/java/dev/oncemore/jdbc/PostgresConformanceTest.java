package dev.oncemore.jdbc;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.OnceConformance;
import dev.oncemore.testkit.server.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Everything that every store must do, on PostgreSQL. */
class PostgresConformanceTest {
    private static StoreDatabase database;

    @BeforeAll
    static void open() {
        database = new StoreDatabase(PostgresServer.shared().freshDatabase());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Nested
    class Verbs extends JdbcVerbs {
        @Override
        StoreDatabase database() {
            return database;
        }
    }

    @Nested
    class Effects extends OnceConformance {
        @Override
        protected RecordStore openStore() {
            return database.tables().store();
        }
    }

    @Nested
    class Transactions extends JdbcTransactions {
        @Override
        StoreDatabase database() {
            return database;
        }
    }

    @Nested
    class Crashes extends CrashPoints {
        @Override
        StoreDatabase database() {
            return database;
        }
    }

    @Nested
    class Checks extends StoreChecks {
        @Override
        StoreDatabase database() {
            return database;
        }

        @Override
        int statementsOfANewClaim() {
            return 1;
        }

        @Override
        int statementsOfAFinish() {
            return 1;
        }
    }
}
