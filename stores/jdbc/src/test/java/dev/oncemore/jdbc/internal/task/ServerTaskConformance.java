package dev.oncemore.jdbc.internal.task;

import java.sql.Connection;
import org.junit.jupiter.api.Nested;

/** Everything that every store of tasks must do, and more where writers meet: on a server. */
abstract class ServerTaskConformance extends TaskConformance {
    @Nested
    class Stress extends LaneStress {
        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class Locks extends LockedTasks {
        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class AtReadCommitted extends IsolationLevel {
        AtReadCommitted() {
            super(Connection.TRANSACTION_READ_COMMITTED);
        }

        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class AtRepeatableRead extends IsolationLevel {
        AtRepeatableRead() {
            super(Connection.TRANSACTION_REPEATABLE_READ);
        }

        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class AtSerializable extends IsolationLevel {
        AtSerializable() {
            super(Connection.TRANSACTION_SERIALIZABLE);
        }

        @Override
        TaskDatabase database() {
            return database;
        }
    }
}
