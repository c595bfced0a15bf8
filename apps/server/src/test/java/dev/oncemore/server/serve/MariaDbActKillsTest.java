package dev.oncemore.server.serve;

import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;

class MariaDbActKillsTest extends ActKillsContract {
    private FreshDatabase database;

    @Override
    StoreUrl store(Path folder) throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        database = MariaDbServer.shared().freshDatabase();
        return StoreUrl.parse(database.url());
    }

    @Override
    Map<String, String> environment() {
        return Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password());
    }

    @AfterAll
    void drop() throws Exception {
        database.close();
    }
}
