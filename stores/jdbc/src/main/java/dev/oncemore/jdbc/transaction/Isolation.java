package dev.oncemore.jdbc.transaction;

import java.sql.Connection;

/** The isolation level of a transaction. SQLite's are always serializable. */
public enum Isolation {
    /** Each statement sees what was committed before it. */
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    /** All statements see the same state; on PostgreSQL a conflicting write fails, and the transaction is repeated. */
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    /** As if transactions ran one after the other; conflicts fail, and the transaction is repeated. */
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    private final int level;

    Isolation(int level) {
        this.level = level;
    }

    /** The number that JDBC has for it. */
    int level() {
        return level;
    }
}
