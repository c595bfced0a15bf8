package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.connector.TokenVault.Chain;
import dev.oncemore.connector.TokenVault.Kept;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.WallClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens are kept for each first one by itself, and an older version never takes the place of a newer one. */
class TokenVaultTest {
    private static final Chain OLD = new Chain("mine", Seal.hash("old"));
    private static final Chain NEW = new Chain("mine", Seal.hash("new"));

    @Test
    void sqlite(@TempDir Path folder) {
        try (Backend backend = Backend.open(
                StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of(), List.of(TokenVault.SCHEMA))) {
            eachChainIsKeptByItself(backend);
        }
    }

    @Test
    void postgres() {
        onServer(PostgresServer.shared());
    }

    @Test
    void mariaDb() {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        onServer(MariaDbServer.shared());
    }

    private static void onServer(DatabaseServer databases) {
        try (FreshDatabase database = databases.freshDatabase();
                Backend backend = Backend.open(
                        StoreUrl.parse(database.url()),
                        Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()),
                        List.of(TokenVault.SCHEMA))) {
            eachChainIsKeptByItself(backend);
        }
    }

    private static void eachChainIsKeptByItself(Backend backend) {
        TokenVault vault = new TokenVault(backend.database(), backend.records(), WallClock.system());
        assertThat(vault.read(OLD)).isEmpty();
        vault.put(OLD, new Kept(1, "old 1"));
        vault.put(NEW, new Kept(1, "new 1"));
        vault.put(OLD, new Kept(2, "old 2"));
        vault.put(OLD, new Kept(2, "somebody was slower"));
        vault.put(NEW, new Kept(1, "somebody was slower"));
        assertThat(vault.read(OLD)).contains(new Kept(2, "old 2"));
        assertThat(vault.read(NEW)).contains(new Kept(1, "new 1"));
    }
}
