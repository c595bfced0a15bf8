package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What holds for every database server. */
@NeedsServers
abstract class DatabaseServerContract {

    abstract DatabaseServer shared();

    abstract DatabaseServer start(Map<String, String> settings);

    /** The value of a setting. */
    abstract String setting(DataSource source, String name) throws SQLException;

    abstract Path dataFolder(DataSource source) throws SQLException;

    @Test
    void theSharedOneIsStartedOnce() {
        assertThat(shared()).isSameAs(shared());
        assertThat(shared().isRunning()).isTrue();
    }

    @Test
    void theSharedOneEndsWithTheJvmAndNotBefore() {
        assertThatIllegalStateException()
                .isThrownBy(() -> shared().kill())
                .withMessageContaining("cannot be killed, because other tests use it: start() your own");
        assertThatIllegalStateException().isThrownBy(() -> shared().restart());
        assertThatIllegalStateException().isThrownBy(() -> shared().close());
        assertThat(shared().isRunning()).isTrue();
    }

    @Test
    void freshDatabasesKnowNothingOfEachOther() throws SQLException {
        try (FreshDatabase one = shared().freshDatabase();
                FreshDatabase other = shared().freshDatabase()) {
            Sql.execute(one.dataSource(), "create table t (id int primary key)");
            Sql.execute(other.dataSource(), "create table t (id int primary key)");
            Sql.execute(one.dataSource(), "insert into t values (1)");

            assertThat(one.url()).isNotEqualTo(other.url());
            assertThat(Sql.ask(other.dataSource(), "select count(*) from t")).isEqualTo("0");
        }
    }

    @Test
    void aClosedDatabaseIsGone_evenWhileATransactionIsOpen() throws SQLException {
        FreshDatabase database = shared().freshDatabase();
        Sql.execute(database.pooled(2), "create table t (id int primary key)");
        Connection forgotten = database.dataSource().getConnection();
        forgotten.setAutoCommit(false);
        Sql.execute(forgotten, "insert into t values (1)");

        database.close();
        database.close();

        assertThatThrownBy(() -> database.dataSource().getConnection()).isInstanceOf(SQLException.class);
        assertThatIllegalStateException().isThrownBy(() -> database.pooled(2));
        assertThatThrownBy(forgotten::commit).isInstanceOf(SQLException.class);
    }

    @Test
    void afterAKillWhatWasCommittedIsThere_andNothingElse() throws SQLException {
        try (DatabaseServer server = start(Map.of())) {
            FreshDatabase database = server.freshDatabase();
            Sql.execute(database.dataSource(), "create table t (id int primary key)");
            try (Connection open = database.dataSource().getConnection()) {
                open.setAutoCommit(false);
                Sql.execute(open, "insert into t values (1)");
                open.commit();
                Sql.execute(open, "insert into t values (2)");

                server.kill();
                assertThat(server.isRunning()).isFalse();
                assertThatThrownBy(open::commit).isInstanceOf(SQLException.class);
            } catch (SQLException e) {
                // A driver may complain when it closes a connection that broke.
            }
            assertThatThrownBy(() -> database.dataSource().getConnection()).isInstanceOf(SQLException.class);

            server.restart();
            assertThat(server.isRunning()).isTrue();
            assertThat(Sql.ask(database.dataSource(), "select id from t")).isEqualTo("1");
            assertThat(server.freshDatabase().name()).isNotEqualTo(database.name());
        }
    }

    @Test
    void oneThatRunsIsStoppedAndStartedByARestart() throws SQLException {
        try (DatabaseServer server = start(Map.of())) {
            FreshDatabase database = server.freshDatabase();
            Sql.execute(database.dataSource(), "create table t (id int primary key)");

            server.restart();

            assertThat(Sql.ask(database.dataSource(), "select count(*) from t")).isEqualTo("0");
        }
    }

    @Test
    void closingDeletesTheData_alsoOfOneThatWasKilled() throws SQLException {
        DatabaseServer server = start(Map.of());
        FreshDatabase database = server.freshDatabase();
        Path folder = dataFolder(database.dataSource());
        assertThat(folder).isDirectory();

        server.kill();
        assertThat(folder).isDirectory();
        database.close();
        server.close();
        server.close();

        assertThat(folder).doesNotExist();
        assertThatIllegalStateException().isThrownBy(server::restart).withMessageContaining("is closed");
    }
}
