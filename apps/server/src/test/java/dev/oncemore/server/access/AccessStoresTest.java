package dev.oncemore.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.Database;
import dev.oncemore.once.Once;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.Tasks;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.WallClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens between two statements of a login, on each database. */
class AccessStoresTest {
    private static final String OLD = "the old password";

    private final InstantSource clock = WallClock.system();
    private final Secrets secrets = new Secrets();

    @Test
    void sqlite(@TempDir Path folder) {
        try (Backend backend = Backend.open(
                StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of(), List.of(Authenticator.SCHEMA))) {
            check(backend);
        }
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

    private void on(DatabaseServer databases) throws Exception {
        try (FreshDatabase database = databases.freshDatabase();
                Backend backend = Backend.open(
                        StoreUrl.parse(database.url()),
                        Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()),
                        List.of(Authenticator.SCHEMA))) {
            check(backend);
        }
    }

    private void check(Backend backend) {
        Acts acts = new Acts(
                backend.database(),
                Tasks.on(backend.tasks()),
                Once.on(backend.records()),
                new AuditTrail(backend.database(), Ids.random(Chance.system()), clock));
        Accounts accounts = new Accounts(backend.database(), secrets, clock);
        Sessions sessions = new Sessions(backend.database(), secrets, clock);
        KnownBrowsers browsers = new KnownBrowsers(backend.database(), secrets, clock);
        Tokens tokens = new Tokens(backend.database(), secrets, clock);
        aLoginUnderWayDoesNotOutliveTheReset(backend.database(), acts, accounts, sessions, browsers);
        blanksMakeNoSecondAccount(backend);
        aTokenMadeWhileItsMakerIsRemovedIsWorthNothing(acts, accounts, tokens);
        sessionsOfOneAccountAreBounded(backend, accounts, sessions);
    }

    private static void aLoginUnderWayDoesNotOutliveTheReset(
            Database database, Acts acts, Accounts accounts, Sessions sessions, KnownBrowsers browsers) {
        accounts.add("ann", Role.ADMIN, OLD);
        Accounts.Verified underWay = accounts.check("ann", OLD).orElseThrow();
        acts.run(accounts.save("ann", Role.ADMIN, "the new password", "boss"));
        assertThat(sessions.find(sessions.open(database, underWay).secret()))
                .as("opened after the reset, with the old password")
                .isEmpty();
        assertThat(browsers.find(browsers.remember(database, underWay), "ann")).isEmpty();
        assertThat(Accounts.password(database, underWay, "the hash of a third password"))
                .as("nor can it change the new one")
                .isEmpty();
        Accounts.Verified now = accounts.check("ann", "the new password").orElseThrow();
        assertThat(sessions.find(sessions.open(database, now).secret())).isPresent();
    }

    /** Also where nobody checks names first: no table of ours ignores blanks at the end. */
    private static void blanksMakeNoSecondAccount(Backend backend) {
        for (String name : List.of("ann ", "ANN", "ánn")) {
            assertThat(backend.database()
                            .first("SELECT id FROM oncemore_account WHERE name = ?", row -> row.getString(1), name))
                    .as("'" + name + "'")
                    .isEmpty();
        }
    }

    private static void aTokenMadeWhileItsMakerIsRemovedIsWorthNothing(Acts acts, Accounts accounts, Tokens tokens) {
        accounts.add("boss", Role.ADMIN, OLD);
        Accounts.Verified boss = accounts.check("boss", OLD).orElseThrow();
        Principal maker = Principal.account(boss.id(), "boss", Role.ADMIN);
        acts.run(accounts.remove("boss", "ann"));
        assertThat(tokens.find(acts.run(tokens.add("late", Role.VIEWER, Duration.ofDays(1), maker))))
                .isEmpty();
    }

    private static void sessionsOfOneAccountAreBounded(Backend backend, Accounts accounts, Sessions sessions) {
        Accounts.Verified ann = accounts.check("ann", "the new password").orElseThrow();
        for (int i = 0; i < 30; i++) {
            sessions.open(backend.database(), ann);
        }
        assertThat(backend.database()
                        .first("SELECT COUNT(*) FROM oncemore_session", row -> row.getInt(1))
                        .orElseThrow())
                .isLessThanOrEqualTo(20);
    }
}
