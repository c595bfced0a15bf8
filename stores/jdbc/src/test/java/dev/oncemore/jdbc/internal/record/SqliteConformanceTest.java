package dev.oncemore.jdbc.internal.record;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;

/** Everything that every store of records must do, on SQLite. */
class SqliteConformanceTest extends StoreConformance {
    SqliteConformanceTest() {
        super(2, 1);
    }

    @Override
    FreshDatabase fresh() {
        return Sqlite.freshDatabase();
    }
}
