package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Large acts of staff wait for a lock that the test holds: more of them than a machine has processors and the pool has connections.
 * The health check and the pages of others are answered meanwhile.
 */
class BusyStoreTest {
    private static final int ACTS = Math.max(24, 4 * Runtime.getRuntime().availableProcessors());
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final HttpClient client = HttpClient.newHttpClient();
    /** How often a sheet was read, which each withdrawal does before it acts. */
    private final AtomicInteger reads = new AtomicInteger();

    private HttpResponse<String> get(Server server, String path) throws Exception {
        return client.send(request(server, path).build(), BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> post(Server server, String path) {
        return client.sendAsync(
                request(server, path).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(Server server, String path) {
        return HttpRequest.newBuilder(server.address().resolve(path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + TOKEN);
    }

    /** What holds up all withdrawals until it is closed. */
    private interface Hold {
        AutoCloseable on(Server server) throws Exception;
    }

    private void othersAreAnswered(String store, Map<String, String> environment, Hold lock) throws Exception {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false);
        List<CompletableFuture<HttpResponse<String>>> acts = new ArrayList<>();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.startQuiet(
                        settings.desk(DeskSettings.at(sandbox.address())),
                        environment,
                        target -> new WatchedStatements(target, this::countReads))) {
            DeskClient desk = new DeskClient(server.address());
            String sheet = desk.send(DeskClient.sheetOf("A-", 20));
            desk.api(
                    "PUT",
                    "/api/billing/plans/comp1/c-1",
                    "{\"partner\":\"P\",\"description\":\"S\",\"quantity\":1,\"unit_price\":5,\"tax_rate\":10}",
                    200);
            AutoCloseable held = lock.on(server);
            try {
                reads.set(0);
                for (int i = 0; i < ACTS; i++) {
                    acts.add(post(server, sheet + "/cancel"));
                    acts.add(post(server, "/api/billing/periods/2026-01/run"));
                }
                Together.await("all withdrawals are under way", () -> reads.get() >= ACTS);
                for (String path : List.of("/api/health/live", "/api/health/ready", "/desk", "/queues", sheet)) {
                    HttpResponse<String> answer = get(server, path);
                    assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(200);
                }
                assertThat(acts).as("withdrawals wait").anyMatch(act -> !act.isDone());
            } finally {
                held.close();
            }
            for (CompletableFuture<HttpResponse<String>> act : acts) {
                assertThat(act.get().statusCode()).as(act.get().body()).isIn(200, 503);
            }
        }
    }

    @Test
    void sqlite(@TempDir Path folder) throws Exception {
        othersAreAnswered("sqlite:" + folder.resolve("s.db"), Map.of(), server -> {
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            CompletableFuture<Boolean> writer = CompletableFuture.supplyAsync(
                    () -> server.backend().database().transact(connection -> {
                        held.countDown();
                        Together.await(end);
                        return true;
                    }));
            Together.await(held);
            return () -> {
                end.countDown();
                Together.result(writer);
            };
        });
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
            othersAreAnswered(
                    database.url(),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()),
                    any -> {
                        Connection user = database.dataSource().getConnection();
                        user.setAutoCommit(false);
                        try (Statement statement = user.createStatement()) {
                            statement.executeUpdate("UPDATE oncemore_sheet_row SET message = 'held'");
                        }
                        return () -> {
                            user.rollback();
                            user.close();
                        };
                    });
        }
    }

    private void countReads(String sql) {
        if (sql.contains("FROM oncemore_sheet LEFT JOIN")) {
            reads.incrementAndGet();
        }
    }
}
