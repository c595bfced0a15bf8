package dev.oncemore.desk.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.jdbc.Database;
import dev.oncemore.once.record.Key;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.WallClock;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The count of refusals is part of a key, so it never falls: a key that stood for other content must not be used again. */
class DocumentRefusalsTest {
    private static final Key KEY = new DocumentName("comp1", DocumentType.INVOICE, "A-1").key();

    private static void aHolderThatLostItsClaimDoesNotLowerIt(String store, Map<String, String> environment) {
        try (Backend backend = Backend.open(StoreUrl.parse(store), environment, SendService.SCHEMA)) {
            Database database = backend.database();
            DocumentRefusals refusals = new DocumentRefusals(database, WallClock.system());
            refusals.add(KEY, 0);
            refusals.add(KEY, 1);
            refusals.add(KEY, 2);
            assertThat(count(database)).isEqualTo(3);

            refusals.add(KEY, 0); // read before the others, and written after them
            assertThat(count(database)).isEqualTo(3);
            refusals.add(KEY, 2); // repeated after a crash
            assertThat(count(database)).isEqualTo(3);
        }
    }

    private static int count(Database database) {
        return database.first("SELECT refusals FROM oncemore_document_refusal", row -> row.getInt(1))
                .orElseThrow();
    }

    private static void on(DatabaseServer server) {
        try (FreshDatabase database = server.freshDatabase()) {
            aHolderThatLostItsClaimDoesNotLowerIt(
                    database.url(),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()));
        }
    }

    @Test
    void sqlite(@TempDir Path folder) {
        aHolderThatLostItsClaimDoesNotLowerIt("sqlite:" + folder.resolve("s.db"), Map.of());
    }

    @Test
    void postgres() {
        on(PostgresServer.shared());
    }

    @Test
    void mariaDb() {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        on(MariaDbServer.shared());
    }
}
