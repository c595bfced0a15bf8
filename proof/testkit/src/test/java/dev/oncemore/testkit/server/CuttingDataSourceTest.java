package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@NeedsServers
class CuttingDataSourceTest {

    @Nested
    class OnPostgres extends Contract {
        @Override
        FreshDatabase fresh() {
            return PostgresServer.shared().freshDatabase();
        }
    }

    @Nested
    @EnabledIf("dev.oncemore.testkit.server.MariaDbServer#runsHere")
    class OnMariaDb extends Contract {
        @Override
        FreshDatabase fresh() {
            return MariaDbServer.shared().freshDatabase();
        }
    }

    @Nested
    class OnSqlite extends Contract {
        @Override
        FreshDatabase fresh() {
            return Sqlite.freshDatabase();
        }
    }

    abstract static class Contract {
        private FreshDatabase database;
        private CuttingDataSource cutting;

        abstract FreshDatabase fresh();

        @BeforeEach
        void createTable() throws SQLException {
            database = fresh();
            Sql.execute(database.dataSource(), "create table t (id int primary key)");
            cutting = CuttingDataSource.of(database.dataSource());
        }

        @AfterEach
        void drop() {
            database.close();
        }

        @Test
        void cutsBeforeTheStatementItWasTold_whichTheServerNeverSees() throws SQLException {
            cutting.cutBefore(3);
            try (Connection connection = cutting.getConnection()) {
                insert(connection, 1);
                insert(connection, 2);
                assertCut(() -> insert(connection, 3));
                assertThat(connection.isClosed()).isTrue();
            }

            assertThat(rows()).isEqualTo("1,2");
            assertThat(cutting.statements()).isEqualTo(2);
            assertThat(cutting.hasCut()).isTrue();
        }

        @Test
        void aCutRollsTheTransactionBack() throws SQLException {
            cutting.cutBefore(3);
            try (Connection connection = cutting.getConnection()) {
                connection.setAutoCommit(false);
                insert(connection, 1);
                insert(connection, 2);
                assertCut(() -> insert(connection, 3));
            }

            assertThat(rows()).isEmpty();
            assertThat(cutting.commits()).isZero();
        }

        @Test
        void cutsAfterAStatement_whichTheServerHasDone() throws SQLException {
            cutting.cutAfter(2);
            try (Connection connection = cutting.getConnection()) {
                insert(connection, 1);
                assertCut(() -> insert(connection, 2));
                assertThat(connection.isClosed()).isTrue();
            }

            assertThat(rows()).isEqualTo("1,2");
            assertThat(cutting.statements()).isEqualTo(2);
        }

        @Test
        void afterACutEvenAFailureIsUnheard() throws SQLException {
            cutting.cutAfter(2);
            try (Connection connection = cutting.getConnection()) {
                insert(connection, 1);
                assertCut(() -> insert(connection, 1));
                assertThat(connection.isClosed()).isTrue();
            }

            assertThat(rows()).isEqualTo("1");
        }

        @Test
        void cutsBeforeACommit_andNothingIsThere() throws SQLException {
            cutting.cutBeforeCommit();
            try (Connection connection = cutting.getConnection()) {
                connection.setAutoCommit(false);
                insert(connection, 1);
                assertCut(connection::commit);
            }

            assertThat(rows()).isEmpty();
            assertThat(cutting.commits()).isZero();
        }

        @Test
        void cutsAfterACommit_andAllIsThere() throws SQLException {
            cutting.cutAfterCommit(2);
            try (Connection connection = cutting.getConnection()) {
                connection.setAutoCommit(false);
                insert(connection, 1);
                connection.commit();
                insert(connection, 2);
                assertCut(connection::commit);
                assertThat(connection.isClosed()).isTrue();
            }

            assertThat(rows()).isEqualTo("1,2");
            assertThat(cutting.commits()).isEqualTo(2);
        }

        @Test
        void leavingATransactionByAutoCommitIsACommit() throws SQLException {
            try (Connection connection = cutting.getConnection()) {
                connection.setAutoCommit(false);
                connection.setAutoCommit(true);
                assertThat(cutting.commits()).isZero();

                connection.setAutoCommit(false);
                insert(connection, 1);
                connection.rollback();
                connection.setAutoCommit(true);
                assertThat(cutting.commits()).isZero();

                connection.setAutoCommit(false);
                insert(connection, 2);
                cutting.cutAfterCommit();
                assertCut(() -> connection.setAutoCommit(true));
            }

            assertThat(cutting.commits()).isEqualTo(1);
            assertThat(rows()).isEqualTo("2");
        }

        @Test
        void aBatchIsOneStatement() throws SQLException {
            try (Connection connection = cutting.getConnection();
                    PreparedStatement statement = connection.prepareStatement("insert into t values (?)")) {
                for (int i = 1; i <= 3; i++) {
                    statement.setInt(1, i);
                    statement.addBatch();
                }
                statement.executeBatch();
            }

            assertThat(cutting.statements()).isEqualTo(1);
            assertThat(rows()).isEqualTo("1,2,3");
        }

        @Test
        void connectionsAreCountedTogether_andOnlyOneIsCut() throws SQLException {
            cutting.cutBefore(3);
            try (Connection one = cutting.getConnection();
                    Connection other = cutting.getConnection()) {
                insert(one, 1);
                insert(other, 2);
                assertCut(() -> insert(one, 3));
                insert(other, 4);
            }

            assertThat(rows()).isEqualTo("1,2,4");
        }

        @Test
        void aCutCountsFromNow_replacesTheOneBefore_andCanBeTakenBack() throws SQLException {
            try (Connection connection = cutting.getConnection()) {
                insert(connection, 1);
                cutting.cutBefore(1);
                cutting.cutBefore(2);
                insert(connection, 2);
                cutting.cancelCut();
                insert(connection, 3);
            }

            assertThat(cutting.hasCut()).isFalse();
            assertThat(rows()).isEqualTo("1,2,3");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> cutting.cutBefore(0))
                    .withMessage("a cut at number 0: the next one is number 1");
        }

        @Test
        void aTestReachesEveryStatementOfAUnitOfWork() throws SQLException {
            int cuts = 0;
            for (int n = 1; n == 1 || cutting.hasCut(); n++) {
                cutting.cutBefore(n);
                try (Connection connection = cutting.getConnection()) {
                    connection.setAutoCommit(false);
                    insert(connection, 1);
                    insert(connection, 2);
                    insert(connection, 3);
                    connection.commit();
                } catch (SQLException e) {
                    assertThat(e.getMessage()).isEqualTo("the test cut this connection before the statement");
                    assertThat(rows()).isEmpty();
                    cuts++;
                }
            }

            assertThat(cuts).isEqualTo(3);
            assertThat(rows()).isEqualTo("1,2,3");
        }

        @Test
        void aPoolOnTopThrowsTheCutConnectionAway() throws SQLException {
            DataSource pool = database.pooled(cutting, 1);
            cutting.cutBefore(1);
            try (Connection connection = pool.getConnection()) {
                assertCut(() -> insert(connection, 1));
            }

            Sql.execute(pool, "insert into t values (2)");
            assertThat(rows()).isEqualTo("2");
        }

        @Test
        void whatItHandsOutHoldsTogether() throws SQLException {
            try (Connection connection = cutting.getConnection();
                    Connection other = cutting.getConnection();
                    Statement statement = connection.createStatement()) {
                assertThat(statement.getConnection()).isSameAs(connection);
                assertThat(connection.equals(connection)).isTrue();
                assertThat(connection.equals(other)).isFalse();
                assertThat(connection.hashCode()).isEqualTo(connection.hashCode());
                assertThat(connection.isValid(1)).isTrue();
            }
            assertThat(cutting.unwrap(CuttingDataSource.class)).isSameAs(cutting);
            assertThat(cutting.statements()).isZero();
        }

        /** The driver's own exceptions come through as they are. */
        @Test
        void failuresOfTheServerStayWhatTheyAre() throws SQLException {
            try (Connection connection = cutting.getConnection()) {
                insert(connection, 1);
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> insert(connection, 1))
                        .satisfies(e -> assertThat(e.getSQLState()).isNotEqualTo("08006"));
            }
            assertThat(cutting.statements()).isEqualTo(2);
        }

        private String rows() throws SQLException {
            return Sql.ask(database.dataSource(), "select id from t order by id");
        }

        private static void insert(Connection connection, int id) throws SQLException {
            Sql.execute(connection, "insert into t values (" + id + ")");
        }

        private static void assertCut(ThrowingCallable call) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(call)
                    .withMessageStartingWith("the test cut this connection")
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("08006"));
        }
    }
}
