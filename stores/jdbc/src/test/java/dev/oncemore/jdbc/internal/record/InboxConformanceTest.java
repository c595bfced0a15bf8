package dev.oncemore.jdbc.internal.record;

import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.testkit.task.InboxConformance;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The inbox, on every database. */
class InboxConformanceTest {

    @Nested
    class OnPostgres extends JdbcInbox {
        private static StoreDatabase database;

        @BeforeAll
        static void open() {
            database = new StoreDatabase(PostgresServer.shared().freshDatabase());
        }

        @AfterAll
        static void close() {
            database.close();
        }

        @Override
        StoreDatabase database() {
            return database;
        }
    }

    @Nested
    class OnMariaDb extends JdbcInbox {
        private static StoreDatabase database;

        @BeforeAll
        static void open() {
            database = new StoreDatabase(MariaDbServer.shared().freshDatabase());
        }

        @AfterAll
        static void close() {
            database.close();
        }

        @Override
        StoreDatabase database() {
            return database;
        }
    }

    @Nested
    class OnSqlite extends JdbcInbox {
        private static StoreDatabase database;

        @BeforeAll
        static void open() {
            database = new StoreDatabase(Sqlite.freshDatabase());
        }

        @AfterAll
        static void close() {
            database.close();
        }

        @Override
        StoreDatabase database() {
            return database;
        }
    }

    abstract static class JdbcInbox extends InboxConformance<Connection> {
        private StoreTables tables;

        abstract StoreDatabase database();

        @Override
        protected JoiningStore<Connection> openStore() {
            tables = database().tables();
            return tables.store();
        }

        @Override
        protected Connection begin() throws SQLException {
            return tables.begin();
        }

        @Override
        protected List<Integer> levels() {
            return List.of(
                    Connection.TRANSACTION_READ_COMMITTED,
                    Connection.TRANSACTION_REPEATABLE_READ,
                    Connection.TRANSACTION_SERIALIZABLE);
        }

        @Override
        protected Connection beginAt(int level) throws SQLException {
            Connection connection = begin();
            if (connection.getMetaData().supportsTransactionIsolationLevel(level)) {
                connection.setTransactionIsolation(level);
            }
            StoreTables.number(connection, "select count(*) from " + tables.prefix + "schema_history");
            return connection;
        }

        @Override
        protected void commit(Connection transaction) throws SQLException {
            transaction.commit();
            transaction.close();
        }

        @Override
        protected void rollback(Connection transaction) throws SQLException {
            transaction.rollback();
            transaction.close();
        }

        @Override
        protected void insertEffect(Connection transaction, String value) throws SQLException {
            tables.insertEffect(transaction, value);
        }

        @Override
        protected int countEffects() {
            return tables.countEffects();
        }
    }
}
