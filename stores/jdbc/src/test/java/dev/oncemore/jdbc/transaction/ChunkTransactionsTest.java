package dev.oncemore.jdbc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.io.IOException;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a chunk's transaction lets through, and what it explains. */
class ChunkTransactionsTest {
    private FreshDatabase fresh;
    private dev.oncemore.task.batch.BatchTransactions<Connection> transactions;

    @BeforeEach
    void open() throws Exception {
        fresh = Sqlite.freshDatabase();
        transactions = Transactions.on(fresh.dataSource()).forBatches();
        transactions.run(connection -> execute(connection, "create table effect (item text)"));
    }

    @AfterEach
    void close() {
        fresh.close();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int effects() throws SQLException {
        try (Connection connection = fresh.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from effect")) {
            row.next();
            return row.getInt(1);
        }
    }

    private void insertAndThrow(Exception failure) throws Exception {
        transactions.run(connection -> {
            execute(connection, "insert into effect values ('a')");
            throw failure;
        });
    }

    @Test
    void whatIsNoneOfADatabasesFailuresReachesThePolicyAsItWasThrown() throws Exception {
        ConnectException refused = new ConnectException("refused");

        assertThatThrownBy(() -> insertAndThrow(refused)).isSameAs(refused);

        assertThat(effects()).isZero();
    }

    @Test
    void whatTheDatabaseUndidMayBeTriedAgain_alsoByAPolicyThatKnowsNothingOfSql() throws Exception {
        SQLException deadlock = new SQLTransactionRollbackException("deadlock", "40001");

        assertThatExceptionOfType(TransactionException.class)
                .isThrownBy(() -> insertAndThrow(new IOException("wrapped", deadlock)))
                .satisfies(e -> assertThat(e.classification().kind()).isEqualTo(FailureKind.TRANSIENT))
                .satisfies(e -> assertThat(e.outcomeUnknown()).isFalse());

        assertThat(effects()).isZero();
    }

    @Test
    void whatWillNeverPassIsPassedOn() {
        assertThatThrownBy(() -> transactions.run(connection -> execute(connection, "insert into no_such values (1)")))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void aChunkInsideAnotherTransactionIsRefused() throws Exception {
        transactions.run(connection -> assertThatThrownBy(() -> transactions.run(inner -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a chunk needs one of its own"));
    }
}
