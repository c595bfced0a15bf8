package dev.oncemore.server.serve;

import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One test, on SQLite, PostgreSQL and MariaDB. */
abstract class OnEveryStore {
    /** Checks a server on a store without anything in it, which this environment opens. */
    abstract void check(String store, Map<String, String> environment) throws Exception;

    @Test
    void sqlite(@TempDir Path folder) throws Exception {
        check("sqlite:" + folder.resolve("s.db"), Map.of());
    }

    @Test
    void postgres() throws Exception {
        on(PostgresServer.shared());
    }

    @Test
    void mariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        on(MariaDbServer.shared());
    }

    private void on(DatabaseServer server) throws Exception {
        try (FreshDatabase database = server.freshDatabase()) {
            check(
                    database.url(),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()));
        }
    }
}
