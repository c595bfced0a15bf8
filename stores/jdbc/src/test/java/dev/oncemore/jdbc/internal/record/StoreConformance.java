package dev.oncemore.jdbc.internal.record;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.FinishConformance;
import dev.oncemore.testkit.once.LockConformance;
import dev.oncemore.testkit.once.OnceConformance;
import dev.oncemore.testkit.once.ValueConformance;
import dev.oncemore.testkit.server.FreshDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** Everything that every store of records must do, on a database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreConformance {
    private final int statementsOfANewClaim;
    private final int statementsOfAReplay;
    private StoreDatabase database;

    StoreConformance(int statementsOfANewClaim, int statementsOfAReplay) {
        this.statementsOfANewClaim = statementsOfANewClaim;
        this.statementsOfAReplay = statementsOfAReplay;
    }

    abstract FreshDatabase fresh();

    @BeforeAll
    void open() {
        database = new StoreDatabase(fresh());
    }

    @AfterAll
    void close() {
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
    class Ends extends FinishConformance {
        @Override
        protected RecordStore openStore() {
            return database.tables().store();
        }
    }

    @Nested
    class Values extends ValueConformance {
        @Override
        protected RecordStore openStore() {
            return database.tables().store();
        }
    }

    @Nested
    class DistributedLocks extends LockConformance {
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
    class Isolation extends JdbcIsolation {
        @Override
        StoreDatabase database() {
            return database;
        }
    }

    @Nested
    class Poison extends PoisonRows {
        @Override
        StoreDatabase database() {
            return database;
        }
    }

    @Nested
    class Unknowns extends ListedUnknowns {
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
            return statementsOfANewClaim;
        }

        @Override
        int statementsOfAReplay() {
            return statementsOfAReplay;
        }

        @Override
        int statementsOfAFinish() {
            return 1;
        }
    }
}
