package dev.oncemore.jdbc.task;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import org.junit.jupiter.api.Nested;

/** Everything that every store of tasks must do, on MariaDB. */
class MariaDbTaskConformanceTest extends TaskConformance {
    @Override
    FreshDatabase fresh() {
        return MariaDbServer.shared().freshDatabase();
    }

    @Nested
    class Stress extends LaneStress {
        @Override
        TaskDatabase database() {
            return database;
        }
    }
}
