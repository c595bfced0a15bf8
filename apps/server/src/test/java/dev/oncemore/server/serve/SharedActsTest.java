package dev.oncemore.server.serve;

import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;

class SharedActsTest {
    @Nested
    class OnSqlite extends SharedActsContract {
        @Override
        StoreUrl store(Path folder) {
            return StoreUrl.parse("sqlite:" + folder.resolve("s.db"));
        }

        @Override
        Map<String, String> environment() {
            return Map.of();
        }

        @Override
        long commits() {
            return connections().statements();
        }
    }

    /** A database of its own on a server. */
    abstract static class OnServer extends SharedActsContract {
        private FreshDatabase database;

        abstract FreshDatabase fresh() throws Exception;

        @Override
        StoreUrl store(Path folder) throws Exception {
            database = fresh();
            return StoreUrl.parse(database.url());
        }

        @Override
        Map<String, String> environment() {
            return Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password());
        }

        @Override
        long commits() {
            return connections().commits();
        }

        @AfterEach
        void drop() throws Exception {
            if (database != null) {
                database.close();
            }
        }
    }

    @Nested
    class OnPostgres extends OnServer {
        @Override
        FreshDatabase fresh() throws Exception {
            return PostgresServer.shared().freshDatabase();
        }
    }

    @Nested
    class OnMariaDb extends OnServer {
        @Override
        FreshDatabase fresh() throws Exception {
            Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
            return MariaDbServer.shared().freshDatabase();
        }
    }
}
