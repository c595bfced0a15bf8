package dev.oncemore.jdbc.task;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;

/** Everything that every store of tasks must do, on SQLite. Its one writer at a time leaves lanes nothing to fight for. */
class SqliteTaskConformanceTest extends TaskConformance {
    @Override
    FreshDatabase fresh() {
        return Sqlite.freshDatabase();
    }
}
