package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * A password was checked, and an admin replaces it before the session is written: the session is invalid. On SQLite the two
 * take turns; {@code AccessStoresTest} has the order there.
 */
class LoginDuringResetTest {
    private static final String OLD = "the old password";

    private final AtomicBoolean isHolding = new AtomicBoolean();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

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
                Server server = Server.startQuiet(
                        new ServerSettings("127.0.0.1", 0, StoreUrl.parse(database.url()), TOKEN, false),
                        Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()),
                        target -> new WatchedStatements(target, this::hold))) {
            save(server, OLD);
            Visitor thief = new Visitor(server.address());
            isHolding.set(true);
            CompletableFuture<HttpResponse<String>> login = CompletableFuture.supplyAsync(() -> {
                try {
                    return thief.logIn("ann", OLD);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            try {
                Together.await(held);
                save(server, "the new password");
            } finally {
                end.countDown();
            }
            Together.result(login);
            assertThat(thief.page("/account").statusCode()).isEqualTo(302);
            assertThat(thief.logIn("ann", OLD).statusCode()).isEqualTo(401);
            assertThat(new Visitor(server.address())
                            .logIn("ann", "the new password")
                            .statusCode())
                    .isEqualTo(302);
        }
    }

    private static void save(Server server, String password) throws Exception {
        Visitor admin = new Visitor(server.address());
        assertThat(admin.send(admin.request("/access/accounts")
                                .header("Authorization", "Bearer " + TOKEN)
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(BodyPublishers.ofString(
                                        "name=ann&role=viewer&password=" + password.replace(' ', '+'))))
                        .statusCode())
                .isEqualTo(302);
    }

    /** The first session that is written waits for the end of the reset. */
    private void hold(String sql) {
        if (sql.startsWith("INSERT INTO oncemore_session") && isHolding.getAndSet(false)) {
            held.countDown();
            Together.await(end);
        }
    }
}
