package dev.oncemore.jdbc.transaction;

import static dev.oncemore.jdbc.transaction.TestDatabase.execute;
import static dev.oncemore.jdbc.transaction.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.testkit.server.CuttingDataSource;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.time.VirtualTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a transaction whose connection is cut. */
class TransactionCutTest {
    private static final String[] TABLES = {
        "create table account (id integer primary key, balance integer not null)",
        "insert into account values (0, 0)",
        "create table entry (amount integer not null)"
    };
    private static final String BALANCE = "select balance from account";
    private static final String ENTRIES = "select count(*) from entry";

    private final AtomicInteger runs = new AtomicInteger();

    private int book(Connection connection) throws SQLException {
        runs.incrementAndGet();
        execute(connection, "insert into entry values (1)");
        return execute(connection, "update account set balance = balance + 1");
    }

    @ParameterizedTest
    @EnumSource
    void repeats_whenCutBeforeOrAfterAnyStatement_andTheEffectIsThereOnce(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLES)) {
            CuttingDataSource cutting = CuttingDataSource.of(database.dataSource());
            Transactions transactions =
                    Transactions.on(database.pooled(cutting, 1)).time(new VirtualTime());
            int done = cutEach(cutting, CuttingDataSource::cutBefore, transactions);
            done += cutEach(cutting, CuttingDataSource::cutAfter, transactions);
            cutting.cancelCut();
            assertThat(done).isGreaterThanOrEqualTo(6);
            assertThat(number(database, BALANCE)).isEqualTo(done);
            assertThat(number(database, ENTRIES)).isEqualTo(done);
        }
    }

    /** Cuts at the first statement, the second, and so on, until there is none; answers how many transactions were run. */
    private int cutEach(CuttingDataSource cutting, BiConsumer<CuttingDataSource, Long> cut, Transactions transactions)
            throws SQLException {
        int n = 0;
        do {
            n++;
            cut.accept(cutting, (long) n);
            assertThat(transactions.run(this::book)).isEqualTo(1);
        } while (cutting.hasCut());
        return n;
    }

    @ParameterizedTest
    @EnumSource
    void saysThatTheOutcomeIsUnknown_andDoesNotRepeat_whenCutAfterCommit(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLES)) {
            CuttingDataSource cutting = CuttingDataSource.of(database.dataSource());
            Transactions transactions = Transactions.on(cutting).time(new VirtualTime());
            cutting.cutAfterCommit();
            assertUnknown(() -> transactions.run(this::book));
            assertThat(runs).hasValue(1);
            assertThat(number(database, BALANCE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysThatTheOutcomeIsUnknown_whenCutBeforeCommit_becauseNobodyCanTell(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLES)) {
            CuttingDataSource cutting = CuttingDataSource.of(database.dataSource());
            Transactions transactions = Transactions.on(cutting).time(new VirtualTime());
            cutting.cutBeforeCommit();
            assertUnknown(() -> transactions.run(this::book));
            assertThat(runs).hasValue(1);
            assertThat(number(database, BALANCE)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void repeatsAfterAnUnknownOutcome_whenTheCallerDeclaresItSafe(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLES)) {
            CuttingDataSource cutting = CuttingDataSource.of(database.dataSource());
            Transactions transactions = Transactions.on(cutting).time(new VirtualTime());
            cutting.cutBeforeCommit();
            transactions.run(Safety.idempotent(), this::book);
            assertThat(number(database, BALANCE)).isEqualTo(1);

            cutting.cutAfterCommit();
            transactions.run(Safety.idempotent(), connection -> execute(connection, "update account set balance = 5"));
            assertThat(number(database, BALANCE)).isEqualTo(5);
            assertThat(cutting.hasCut()).isTrue();
        }
    }

    private static void assertUnknown(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GaveUpException.class,
                        gaveUp -> assertThat(gaveUp.reason()).isEqualTo(StopReason.UNKNOWN_OUTCOME))
                .hasMessageContaining("its outcome is unknown")
                .cause()
                .isInstanceOfSatisfying(
                        TransactionException.class,
                        failure -> assertThat(failure.outcomeUnknown()).isTrue());
    }
}
