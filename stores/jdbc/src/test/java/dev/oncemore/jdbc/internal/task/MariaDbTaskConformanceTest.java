package dev.oncemore.jdbc.internal.task;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;

/** Everything that every store of tasks must do, on MariaDB. */
class MariaDbTaskConformanceTest extends ServerTaskConformance {
    @Override
    FreshDatabase fresh() {
        return MariaDbServer.shared().freshDatabase();
    }
}
