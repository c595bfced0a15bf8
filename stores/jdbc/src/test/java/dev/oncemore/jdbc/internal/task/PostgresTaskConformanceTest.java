package dev.oncemore.jdbc.internal.task;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;

/** Everything that every store of tasks must do, on PostgreSQL. */
class PostgresTaskConformanceTest extends ServerTaskConformance {
    @Override
    FreshDatabase fresh() {
        return PostgresServer.shared().freshDatabase();
    }
}
