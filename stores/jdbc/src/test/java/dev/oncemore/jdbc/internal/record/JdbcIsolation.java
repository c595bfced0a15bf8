package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.transaction.SqlClassifier;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.once.RecordIsolationConformance;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;

/** Joined transactions at every level of isolation, over JDBC. */
abstract class JdbcIsolation extends RecordIsolationConformance<Connection> {
    private static final Map<String, Integer> LEVELS = Map.of(
            "READ COMMITTED", Connection.TRANSACTION_READ_COMMITTED,
            "REPEATABLE READ", Connection.TRANSACTION_REPEATABLE_READ,
            "SERIALIZABLE", Connection.TRANSACTION_SERIALIZABLE);
    private static final String IMMEDIATE = "IMMEDIATE";
    private static final String DEFERRED = "DEFERRED";

    private StoreTables tables;

    abstract StoreDatabase database();

    @Override
    protected JoiningStore<Connection> openStore() {
        tables = database().tables();
        return tables.store();
    }

    @Override
    protected List<String> levels() throws SQLException {
        try (Connection connection = database().pool.getConnection()) {
            return connection.isWrapperFor(SQLiteConnection.class)
                    ? List.of(DEFERRED, IMMEDIATE)
                    : LEVELS.keySet().stream().sorted().toList();
        }
    }

    @Override
    protected Connection begin(String level) throws SQLException {
        Connection connection = database().pool.getConnection();
        Integer isolation = LEVELS.get(level);
        if (isolation != null) {
            connection.setTransactionIsolation(isolation);
        } else {
            connection
                    .unwrap(SQLiteConnection.class)
                    .setCurrentTransactionMode(SQLiteConfig.TransactionMode.valueOf(level));
        }
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    protected void fixSnapshot(Connection transaction) throws SQLException {
        StoreTables.number(transaction, "select count(*) from " + tables.prefix + "schema_history");
    }

    @Override
    protected boolean excludesWriters(String level) {
        return level.equals(IMMEDIATE);
    }

    @Override
    protected void commit(Connection transaction) throws SQLException {
        transaction.commit();
        giveBack(transaction);
    }

    @Override
    protected void rollback(Connection transaction) throws SQLException {
        transaction.rollback();
        giveBack(transaction);
    }

    private static void giveBack(Connection transaction) throws SQLException {
        if (transaction.isWrapperFor(SQLiteConnection.class)) {
            transaction.unwrap(SQLiteConnection.class).setCurrentTransactionMode(SQLiteConfig.TransactionMode.DEFERRED);
        }
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

    @Override
    protected boolean isConflict(Exception failure) {
        FailureKind kind = SqlClassifier.standard().classify(failure).kind();
        return kind == FailureKind.TRANSIENT;
    }
}
