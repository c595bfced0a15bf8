package dev.oncemore.jdbc.internal.record;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;

/** Everything that every store of records must do, on PostgreSQL. */
class PostgresConformanceTest extends StoreConformance {
    PostgresConformanceTest() {
        super(1, 2);
    }

    @Override
    FreshDatabase fresh() {
        return PostgresServer.shared().freshDatabase();
    }
}
