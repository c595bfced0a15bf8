package dev.oncemore.jdbc;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import org.junit.jupiter.api.Nested;

class DatabaseTest {
    @Nested
    class OnPostgres extends DatabaseConformance {
        @Override
        FreshDatabase open() {
            return PostgresServer.shared().freshDatabase();
        }

        @Override
        String name() {
            return "postgresql";
        }
    }

    @Nested
    class OnMariaDb extends DatabaseConformance {
        @Override
        FreshDatabase open() {
            return MariaDbServer.shared().freshDatabase();
        }

        @Override
        String name() {
            return "mariadb";
        }
    }

    @Nested
    class OnSqlite extends DatabaseConformance {
        @Override
        FreshDatabase open() {
            return Sqlite.freshDatabase();
        }

        @Override
        String name() {
            return "sqlite";
        }
    }
}
