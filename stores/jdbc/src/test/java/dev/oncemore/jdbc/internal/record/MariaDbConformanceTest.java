package dev.oncemore.jdbc.internal.record;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;

/** Everything that every store of records must do, on MariaDB. */
class MariaDbConformanceTest extends StoreConformance {
    MariaDbConformanceTest() {
        super(2, 1);
    }

    @Override
    FreshDatabase fresh() {
        return MariaDbServer.shared().freshDatabase();
    }
}
