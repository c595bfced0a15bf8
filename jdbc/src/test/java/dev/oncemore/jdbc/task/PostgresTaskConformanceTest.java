package dev.oncemore.jdbc.task;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import org.junit.jupiter.api.Nested;

/** Everything that every store of tasks must do, on PostgreSQL. */
class PostgresTaskConformanceTest extends TaskConformance {
    @Override
    FreshDatabase fresh() {
        return PostgresServer.shared().freshDatabase();
    }

    @Nested
    class Stress extends LaneStress {
        @Override
        TaskDatabase database() {
            return database;
        }
    }
}
