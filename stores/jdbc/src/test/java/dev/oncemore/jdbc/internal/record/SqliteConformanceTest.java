package dev.oncemore.jdbc.internal.record;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;

/** Everything that every store of records must do, on SQLite. */
class SqliteConformanceTest extends StoreConformance {
    /** The first replay after new keys is looked up, and then read; those that follow it are only read. */
    SqliteConformanceTest() {
        super(2, 2);
    }

    @Override
    FreshDatabase fresh() {
        return Sqlite.freshDatabase();
    }
}
