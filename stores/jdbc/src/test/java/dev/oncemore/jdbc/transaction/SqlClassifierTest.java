package dev.oncemore.jdbc.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlClassifierTest {
    @ParameterizedTest
    @CsvSource({
        "40001, 0, TRANSIENT",
        "40P01, 0, TRANSIENT",
        "40001, 1213, TRANSIENT",
        "HY000, 1020, TRANSIENT",
        "55P03, 0, THROTTLED",
        "HY000, 1205, THROTTLED",
        "53300, 0, THROTTLED",
        "08001, 0, TRANSIENT",
        "57P03, 0, TRANSIENT",
        "08006, 0, TIMEOUT_UNKNOWN_OUTCOME",
        "08003, 0, TIMEOUT_UNKNOWN_OUTCOME",
        "40003, 0, TIMEOUT_UNKNOWN_OUTCOME",
        "57P01, 0, TIMEOUT_UNKNOWN_OUTCOME",
        "57014, 0, TRANSIENT",
        "23505, 0, DOMAIN_REJECTION",
        "23000, 1062, DOMAIN_REJECTION",
        "22001, 0, PERMANENT",
        "25P03, 0, TRANSIENT",
        "25P04, 0, TRANSIENT",
        "25006, 0, PERMANENT",
        "HY000, 1290, PERMANENT",
        "28P01, 0, PERMANENT",
        "42601, 0, PROGRAMMER_ERROR",
        "42501, 0, PERMANENT",
        "25P02, 0, PROGRAMMER_ERROR",
        "ZZ999, 0, PROGRAMMER_ERROR",
    })
    void aStateOrANumberHasAMeaning(String state, int code, FailureKind kind) {
        assertThat(SqlClassifier.standard()
                        .classify(new SQLException("x", state, code))
                        .kind())
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"23505, 0", "23000, 1062", "44000, 0"})
    void aRowThatIsInTheWayMayBeThatOfAnEarlierAttempt(String state, int code) {
        assertThat(SqlClassifier.standard()
                        .classify(new SQLException("x", state, code))
                        .doubt())
                .isEqualTo(Doubt.LEAVES);
    }

    @Test
    void aWrappedFailureIsFound_andWhatIsNoneGoesOn() {
        RuntimeException wrapped = new RuntimeException(new RuntimeException(new SQLException("x", "40001")));

        assertThat(SqlClassifier.standard().classify(wrapped).kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(SqlClassifier.before(failure -> Classification.rejected("next"))
                        .classify(new IllegalStateException())
                        .kind())
                .isEqualTo(FailureKind.DOMAIN_REJECTION);
        assertThat(SqlClassifier.standard()
                        .classify(new StoreException(FailureKind.THROTTLED, "x", new SQLException("x", "40001")))
                        .kind())
                .as("what knows its own classification")
                .isEqualTo(FailureKind.THROTTLED);
    }

    @Test
    void aPoolThatHasNoneToGiveSentNothing() {
        Classification classification =
                SqlClassifier.standard().classify(new SQLTransientConnectionException("timed out after 30 s"));

        assertThat(classification.kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(classification.timeout()).isEqualTo(TimeoutKind.CONNECT);
    }

    @ParameterizedTest
    @CsvSource({
        "transaction_timeout, TRANSACTION, the whole transaction took too long",
        "statement_timeout, REQUEST, one statement took too long",
        "lock_timeout, LOCK, another transaction holds the row",
    })
    void postgresNamesTheWaitThatTimedOut(String setting, TimeoutKind kind, String why) throws Exception {
        try (FreshDatabase database = PostgresServer.shared().freshDatabase();
                Connection connection = database.dataSource().getConnection();
                Connection other = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                Statement holder = other.createStatement()) {
            holder.execute("create table t (id integer primary key)");
            holder.execute("begin; lock table t");
            statement.execute("set " + setting + " = '100ms'");
            statement.execute("begin");

            Classification classification = classificationOf(statement, "insert into t values (1)");

            assertThat(classification.timeout()).as(why).isEqualTo(kind);
            assertThat(classification.retryable()).isTrue();
            assertThat(classification.doubt()).isNotEqualTo(Doubt.RAISES);
        }
    }

    @Test
    void aTimeoutAtCommitLeavesTheOutcomeUnknown() {
        TransactionException explained = CommitFailures.explain(new SQLException("x", "25P04"));

        assertThat(explained.classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
    }

    @Test
    void sqliteSpeaksInNumbers() throws Exception {
        try (FreshDatabase database = Sqlite.freshDatabase();
                Connection connection = database.dataSource().getConnection();
                Connection other = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                Statement blocked = other.createStatement()) {
            statement.execute("create table t (id integer primary key)");
            statement.execute("insert into t values (1)");
            assertThat(kindOf(statement, "insert into t values (1)")).isEqualTo(FailureKind.DOMAIN_REJECTION);
            assertThat(kindOf(statement, "select * from nowhere")).isEqualTo(FailureKind.PROGRAMMER_ERROR);

            blocked.execute("pragma busy_timeout = 10");
            statement.execute("begin immediate");
            assertThat(kindOf(blocked, "insert into t values (2)")).isEqualTo(FailureKind.TRANSIENT);
            statement.execute("rollback");
        }
    }

    private static FailureKind kindOf(Statement statement, String sql) {
        return classificationOf(statement, sql).kind();
    }

    private static Classification classificationOf(Statement statement, String sql) {
        try {
            statement.execute(sql);
            throw new AssertionError("it should fail: " + sql);
        } catch (SQLException e) {
            return SqlClassifier.standard().classify(e);
        }
    }
}
