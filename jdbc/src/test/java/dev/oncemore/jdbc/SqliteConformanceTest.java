package dev.oncemore.jdbc;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.OnceConformance;
import dev.oncemore.testkit.server.Sqlite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Everything that every store must do, on SQLite. */
class SqliteConformanceTest {
    private static StoreDatabase database;

    @BeforeAll
    static void open() {
        database = new StoreDatabase(Sqlite.freshDatabase());
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
            return 2;
        }

        @Override
        int statementsOfAFinish() {
            return 1;
        }
    }
}
