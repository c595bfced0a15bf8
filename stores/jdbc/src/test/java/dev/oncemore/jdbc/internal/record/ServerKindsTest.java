package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that look like a supported one but cannot keep the promises, and those that accept no writes. */
class ServerKindsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CockroachDB CCL v25.2.1 (x86_64-pc-linux-gnu, built 2025/06/02, go1.23.7)",
                "PostgreSQL 11.2-YB-2.21.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6",
                "PostgreSQL 15.12-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang, 64-bit",
                "PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.77467",
                "PostgreSQL 12.12 (Greenplum Database 7.1.0 build commit:e7c2b1f) on x86_64-pc-linux-gnu",
                "PostgreSQL 12.3, compiled by Visual C++ build 1914, 64-bit, QuestDB",
                "PostgreSQL 13.14.0-RisingWave-2.3.0 (unknown)"
            })
    void aLookAlikeOfPostgresIsRefused_byItsOwnName(String version) {
        try (FreshDatabase fresh = PostgresServer.shared().freshDatabase()) {
            DataSource posing = new PosingServer(fresh.dataSource(), "SELECT version()", "SELECT '" + version + "'");

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JdbcStores.of(posing))
                    .withMessageContaining("only speaks PostgreSQL's protocol: " + version);
            assertThatIllegalArgumentException().isThrownBy(() -> Database.of(posing));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PostgreSQL 18.1 (Debian 18.1-1.pgdg13+2) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit",
                "PostgreSQL 17.4 - Percona Server for PostgreSQL 17.4.1 on x86_64-pc-linux-gnu, compiled by gcc",
                "PostgreSQL 16.6 (EnterpriseDB Advanced Server 16.6.0) on x86_64-pc-linux-gnu",
                "PostgreSQL 19beta1 on aarch64-apple-darwin24.0.0",
                "PostgreSQL 17.2, compiled by Visual C++ build 1942, 64-bit",
                "PostgreSQL 14.6"
            })
    void rebuildsOfPostgresAreWelcome(String version) {
        try (FreshDatabase fresh = PostgresServer.shared().freshDatabase()) {
            DataSource posing = new PosingServer(fresh.dataSource(), "SELECT version()", "SELECT '" + version + "'");

            assertThat(JdbcStores.of(posing).records().warnings()).isEmpty();
        }
    }

    @Test
    void aNodeOfAGaleraClusterIsRefused_whateverIsAccepted() {
        try (FreshDatabase fresh = MariaDbServer.shared().freshDatabase()) {
            DataSource posing = new PosingServer(
                    fresh.dataSource(), "SHOW VARIABLES", "SELECT 'wsrep_on', 'ON' UNION SELECT 'tx_read_only', 'OFF'");

            assertThatIllegalStateException()
                    .isThrownBy(JdbcStores.builder(posing).allowUnsafeSettings().build()::records)
                    .withMessageContaining("Galera")
                    .withMessageContaining("loses committed transactions");
            assertThatIllegalStateException()
                    .isThrownBy(JdbcStores.builder(posing).allowUnsafeSettings().build()::tasks);
        }
    }

    @Test
    void aServerWithoutGaleraIsWelcome_thoughItHasTheSetting() throws Exception {
        try (FreshDatabase fresh = MariaDbServer.shared().freshDatabase();
                Connection connection = fresh.dataSource().getConnection()) {
            assertThat(StoreTables.number(connection, "SELECT @@global.wsrep_on"))
                    .isZero();
            assertThat(JdbcStores.of(fresh.dataSource()).records().warnings()).isEmpty();
        }
    }

    @Test
    void sessionsWhoseTransactionsAreReadOnlyAreRefused_onMariaDb() {
        try (FreshDatabase fresh = MariaDbServer.shared().freshDatabase()) {
            DataSource readOnly = OpenedBy.dataSource(
                    () -> prepared(fresh.dataSource().getConnection(), "SET SESSION TRANSACTION READ ONLY"));

            assertThatIllegalStateException()
                    .isThrownBy(() -> JdbcStores.of(readOnly).records())
                    .withMessageContaining("transactions are read-only here");
        }
    }

    @Test
    void queryOnlyConnectionsAreRefused_onSqlite() {
        try (FreshDatabase fresh = Sqlite.freshDatabase()) {
            DataSource readOnly =
                    OpenedBy.dataSource(() -> prepared(fresh.dataSource().getConnection(), "PRAGMA query_only = 1"));

            assertThatIllegalStateException()
                    .isThrownBy(() -> JdbcStores.of(readOnly).records())
                    .withMessageContaining("query_only");
        }
    }

    @Test
    void aPoolOfReadOnlyConnectionsIsRefused_alsoWhereTheServerWouldNotMind() {
        try (FreshDatabase fresh = PostgresServer.shared().freshDatabase()) {
            DataSource readOnly = OpenedBy.dataSource(() -> {
                Connection connection = fresh.dataSource().getConnection();
                connection.setReadOnly(true);
                return connection;
            });

            assertThatIllegalStateException()
                    .isThrownBy(() -> JdbcStores.of(readOnly).records())
                    .withMessageContaining("read-only");
        }
    }

    @Test
    void aReadOnlyTransactionIsNamedAsSuch_onPostgres() throws Exception {
        try (StoreDatabase database = new StoreDatabase(PostgresServer.shared().freshDatabase())) {
            assertNamed(database.tables(), "SET TRANSACTION READ ONLY");
        }
    }

    @Test
    void aReadOnlyTransactionIsNamedAsSuch_onMariaDb() throws Exception {
        try (StoreDatabase database = new StoreDatabase(MariaDbServer.shared().freshDatabase())) {
            assertNamed(database.tables(), "START TRANSACTION READ ONLY");
        }
    }

    @Test
    void aReadOnlyTransactionIsNamedAsSuch_onSqlite() throws Exception {
        try (StoreDatabase database = new StoreDatabase(Sqlite.freshDatabase())) {
            assertNamed(database.tables(), "PRAGMA query_only = 1");
        }
    }

    private static void assertNamed(StoreTables tables, String statement) throws Exception {
        var operation = Requests.operation(Once.on(tables.store()));
        try (Connection connection = tables.database.fresh.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            prepared(connection, statement);

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() ->
                            operation.within(connection).key(Requests.key("a")).run(Payload.none(), () -> "never"))
                    .withMessageStartingWith("this transaction is read-only, but records and tasks are written");
            connection.rollback();
        }
    }

    private static Connection prepared(Connection connection, String sql) throws java.sql.SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return connection;
    }
}
