package dev.oncemore.jdbc.kill;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import org.junit.jupiter.api.Nested;

/** Owners are killed on every database. */
class KillTest {

    @Nested
    class OnPostgres extends Kills {
        @Override
        FreshDatabase fresh() {
            return PostgresServer.shared().freshDatabase();
        }
    }

    @Nested
    class OnMariaDb extends Kills {
        @Override
        FreshDatabase fresh() {
            return MariaDbServer.shared().freshDatabase();
        }
    }

    @Nested
    class OnSqlite extends Kills {
        @Override
        FreshDatabase fresh() {
            return Sqlite.freshDatabase();
        }
    }
}
