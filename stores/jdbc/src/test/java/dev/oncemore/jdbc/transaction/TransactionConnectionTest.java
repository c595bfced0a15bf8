package dev.oncemore.jdbc.transaction;

import static dev.oncemore.jdbc.transaction.TestDatabase.execute;
import static dev.oncemore.jdbc.transaction.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.time.VirtualTime;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the connections that transactions borrow. */
class TransactionConnectionTest {
    private static final String TABLE = "create table note (id integer primary key)";
    private static final String COUNT = "select count(*) from note";

    @ParameterizedTest
    @EnumSource
    void leavesTheConnectionAsItWas_afterSuccessAndAfterFailure(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLE);
                Connection only = database.dataSource().getConnection()) {
            int level = only.getTransactionIsolation();
            Transactions transactions =
                    Transactions.on(new SingleConnection(only).dataSource()).isolation(Isolation.SERIALIZABLE);

            transactions.run(connection -> {
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
                return execute(connection, "insert into note values (1)");
            });
            assertThat(only.getAutoCommit()).isTrue();
            assertThat(only.getTransactionIsolation()).isEqualTo(level);

            assertThatThrownBy(() -> transactions.run(connection -> execute(connection, "insert into note values (1)")))
                    .isInstanceOf(SQLException.class);
            assertThat(only.getAutoCommit()).isTrue();
            assertThat(only.getTransactionIsolation()).isEqualTo(level);
            execute(only, "insert into note values (2)");
            assertThat(number(database, COUNT)).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void worksWithAPoolWhoseConnectionsDoNotAutoCommit(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLE);
                Connection only = database.dataSource().getConnection()) {
            only.setAutoCommit(false);
            DataSource pool = new SingleConnection(only).dataSource();
            Transactions transactions = Transactions.on(pool);
            transactions.run(connection -> execute(connection, "insert into note values (1)"));
            assertThat(only.getAutoCommit()).isFalse();
            transactions.run(connection -> execute(connection, "insert into note values (2)"));
            assertThat(number(database, COUNT)).isEqualTo(2);
        }
    }

    @Test
    void tellsWorkThatClosesTheConnectionOrSwitchesAutoCommitOn() throws Exception {
        try (FreshDatabase database = TestDatabase.POSTGRES.fresh(TABLE)) {
            Transactions transactions = Transactions.on(database.dataSource());
            assertThatThrownBy(() -> transactions.run(connection -> {
                        execute(connection, "insert into note values (1)");
                        connection.close();
                        return "?";
                    }))
                    .isInstanceOf(TransactionException.class)
                    .hasMessageContaining("closed before COMMIT: nothing was committed");
            assertThat(number(database, COUNT)).isZero();
            assertThatThrownBy(() -> transactions.run(connection -> {
                        connection.setAutoCommit(true);
                        return "?";
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("auto-commit");
        }
    }

    @Test
    void repeats_whenNoConnectionCouldBeHad() throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh()) {
            WatchedDataSource watched = new WatchedDataSource(database.dataSource())
                    .failing("getConnection", new SQLException("connection reset", "08006"));
            String value = Transactions.on(watched.dataSource())
                    .time(new VirtualTime())
                    .<String, SQLException>run(connection -> "through");
            assertThat(value).isEqualTo("through");
        }
    }

    @ParameterizedTest
    @EnumSource
    void throwsAwayAConnectionWhoseRollbackFailed_andSuppressesThatFailure(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLE)) {
            WatchedDataSource watched = new WatchedDataSource(database.dataSource())
                    .failing("rollback", new SQLException("rollback is broken"));
            IllegalArgumentException bug = new IllegalArgumentException("a bug");
            assertThatThrownBy(() -> Transactions.on(watched.dataSource()).run(connection -> {
                        execute(connection, "insert into note values (1)");
                        throw bug;
                    }))
                    .isSameAs(bug);
            assertThat(bug.getSuppressed())
                    .anySatisfy(suppressed -> assertThat(suppressed).hasRootCauseMessage("rollback is broken"));
            assertThat(watched.calls()).contains("abort");
            assertThat(watched.connections()).hasSize(1);
            assertThat(watched.connections().get(0).isClosed()).isTrue();
            assertThat(number(database, COUNT)).isZero();
        }
    }

    @Test
    void tellsACommitThatWasRefusedFromOneOfUnknownOutcome() throws Exception {
        try (FreshDatabase database = TestDatabase.POSTGRES.fresh("""
                create table part (
                  id integer primary key,
                  whole integer references part deferrable initially deferred)
                """)) {
            Transactions transactions = Transactions.on(database.pooled(1));
            assertThatThrownBy(
                            () -> transactions.run(connection -> execute(connection, "insert into part values (1, 9)")))
                    .isInstanceOfSatisfying(
                            TransactionException.class,
                            failure -> assertThat(failure.outcomeUnknown()).isFalse())
                    .hasMessageContaining("COMMIT was refused");
            transactions.run(connection -> execute(connection, "insert into part values (1, 1)"));
            assertThat(number(database, "select count(*) from part")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersTheCommittedValue_whenTheConnectionBreaksAfterCommit(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLE)) {
            WatchedDataSource watched = new WatchedDataSource(database.dataSource());
            String value = Transactions.on(watched.dataSource()).run(connection -> {
                execute(connection, "insert into note values (1)");
                watched.failing("close", new SQLException("close is broken"));
                return "committed";
            });
            assertThat(value).isEqualTo("committed");
            assertThat(watched.connections().get(0).isClosed()).isTrue();
            assertThat(number(database, COUNT)).isEqualTo(1);
        }
    }
}
