package dev.oncemore.jdbc.internal.record;

import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.testkit.once.JoiningStoreConformance;
import java.sql.Connection;
import java.sql.SQLException;

/** The conformance of joined transactions, over JDBC. */
abstract class JdbcTransactions extends JoiningStoreConformance<Connection> {
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
