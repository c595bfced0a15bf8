package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.query.RecordQueries;
import dev.oncemore.once.record.JoiningStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** The tables of one test: the store's, and one for effects. */
final class StoreTables {
    final StoreDatabase database;
    final DataSource pool;
    final String prefix;

    StoreTables(StoreDatabase database, String prefix) {
        this.database = database;
        this.prefix = prefix;
        pool = database.pool;
        JdbcStores.builder(pool).tablePrefix(prefix).build().schema().apply();
        execute("create table " + prefix + "effect (id varchar(100))");
    }

    JoiningStore<Connection> store() {
        return store(pool);
    }

    JoiningStore<Connection> store(DataSource dataSource) {
        return builder(dataSource).build().records();
    }

    RecordQueries queries() {
        return builder(pool).build().recordQueries();
    }

    /** Stores that forget at once, because tests do not wait for a day. */
    JdbcStores.Builder builder(DataSource dataSource) {
        return JdbcStores.builder(dataSource).tablePrefix(prefix).tombstone(Duration.ZERO);
    }

    boolean isPostgres() {
        try (Connection connection = pool.getConnection()) {
            return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    Connection begin() throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    void insertEffect(Connection transaction, String value) throws SQLException {
        try (PreparedStatement statement =
                transaction.prepareStatement("insert into " + prefix + "effect values (?)")) {
            statement.setString(1, value);
            statement.executeUpdate();
        }
    }

    int countEffects() {
        return (int) number("select count(*) from " + prefix + "effect");
    }

    void execute(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    long number(String sql) {
        try (Connection connection = pool.getConnection()) {
            return number(connection, sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** The first column of the first row; 0 for null. */
    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
