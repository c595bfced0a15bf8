package dev.oncemore.jdbc.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReusedStatementsTest {
    private static final String INSERT = "INSERT INTO t VALUES (?, ?)";
    private static final String READ = "SELECT name FROM t WHERE id = ?";

    private final FreshDatabase database = Sqlite.freshDatabase();
    private Connection physical;
    private ReusedStatements statements;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        physical = database.dataSource().getConnection();
        statements = new ReusedStatements(physical);
        connection = statements.connection();
        try (PreparedStatement create =
                connection.prepareStatement("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")) {
            create.execute();
        }
    }

    @AfterEach
    void close() throws SQLException {
        statements.close();
        physical.close();
        database.close();
    }

    @Test
    void aClosedStatementIsUsedAgain_withoutItsValues() throws Exception {
        PreparedStatement first = connection.prepareStatement(INSERT);
        first.setLong(1, 1);
        first.setString(2, "one");
        first.executeUpdate();
        first.close();

        PreparedStatement second = connection.prepareStatement(INSERT);
        second.setLong(1, 2);
        second.executeUpdate();
        second.close();

        assertThat(second).isSameAs(first);
        assertThat(name(1)).isEqualTo("one");
        assertThat(name(2)).isNull();
    }

    @Test
    void aStatementMayBeClosedTwice() throws Exception {
        PreparedStatement first = connection.prepareStatement(INSERT);
        first.close();
        first.close();

        try (PreparedStatement second = connection.prepareStatement(INSERT)) {
            second.setLong(1, 1);
            second.setString(2, "one");
            second.executeUpdate();
        }
        assertThat(name(1)).isEqualTo("one");
    }

    @Test
    void statementsThatAreOpenAtTheSameTimeAreDifferent() throws Exception {
        try (PreparedStatement one = connection.prepareStatement(READ);
                PreparedStatement other = connection.prepareStatement(READ)) {
            assertThat(one).isNotSameAs(other);
        }
    }

    @Test
    void aStatementThatFailedIsNotUsedAgain() throws Exception {
        PreparedStatement failed = connection.prepareStatement("INSERT INTO t VALUES (1, 'one')");
        failed.executeUpdate();
        assertThatThrownBy(failed::executeUpdate).isInstanceOf(SQLException.class);
        failed.close();

        try (PreparedStatement next = connection.prepareStatement("INSERT INTO t VALUES (1, 'one')")) {
            assertThat(next).isNotSameAs(failed);
        }
    }

    @Test
    void aStatementWithSettingsOfItsUserIsNotUsedAgain() throws Exception {
        PreparedStatement bounded = connection.prepareStatement(READ);
        bounded.setMaxRows(1);
        bounded.close();

        try (PreparedStatement next = connection.prepareStatement(READ)) {
            assertThat(next).isNotSameAs(bounded);
        }
    }

    @Test
    void rowsThatNobodyClosedHoldUpNoCheckpoint() throws Exception {
        PreparedStatement read = connection.prepareStatement("SELECT 1 UNION ALL SELECT 2");
        ResultSet rows = read.executeQuery();
        rows.next();
        read.close();

        assertThat(rows.isClosed()).isTrue();
    }

    @Test
    void aClosedConnectionClosesItsStatementsOnly() throws Exception {
        connection.prepareStatement(READ).close();

        statements.close();

        assertThat(physical.isClosed()).isFalse();
    }

    private String name(long id) throws SQLException {
        try (PreparedStatement read = connection.prepareStatement(READ)) {
            read.setLong(1, id);
            try (ResultSet row = read.executeQuery()) {
                assertThat(row.next()).isTrue();
                return row.getString(1);
            }
        }
    }
}
