package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.access.Role;
import dev.oncemore.testkit.race.Together;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** One person asks for pages that take the store very long: others, and the health check, are answered meanwhile. */
class ReadPlacesTest extends OnEveryStore {
    private static final int TOO_MANY = 8;
    private static final String PASSWORD = "a long password";

    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger heldMost = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    void check(String store, Map<String, String> environment) throws Exception {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false);
        try (Server server =
                Server.startQuiet(settings, environment, target -> new WatchedStatements(target, this::holdAudit))) {
            server.acts().run(server.authenticator().accounts().save("ann", Role.VIEWER, PASSWORD, "a test"));
            Visitor ann = new Visitor(server.address());
            assertThat(ann.logIn("ann", PASSWORD).statusCode()).isEqualTo(302);
            List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
            try {
                for (int i = 0; i < ReadPlaces.OPEN_MAX + TOO_MANY; i++) {
                    asked.add(client.sendAsync(
                            HttpRequest.newBuilder(server.address().resolve("/api/audit"))
                                    .header("Authorization", "Bearer " + TOKEN)
                                    .build(),
                            BodyHandlers.ofString()));
                }
                Together.await("the store is busy, and those beyond the limit are refused", () -> {
                    long refused =
                            asked.stream().filter(CompletableFuture::isDone).count();
                    return refused == TOO_MANY && held.get() == ReadPlaces.MAKING_MAX;
                });
                for (String path : List.of("/api/health/live", "/api/health/ready", "/queues", "/records")) {
                    HttpResponse<String> answer = ann.page(path);
                    assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(200);
                }
            } finally {
                end.countDown();
            }
            List<Integer> statuses = new ArrayList<>();
            for (CompletableFuture<HttpResponse<String>> one : asked) {
                statuses.add(Together.result(one).statusCode());
            }
            assertThat(statuses).filteredOn(status -> status == 429).hasSize(TOO_MANY);
            assertThat(statuses).filteredOn(status -> status == 200).hasSize(ReadPlaces.OPEN_MAX);
            assertThat(heldMost.get()).isEqualTo(ReadPlaces.MAKING_MAX);
            assertThat(ann.api("GET", "/api/audit", TOKEN, "").statusCode())
                    .as("all places are given back")
                    .isEqualTo(200);
        }
    }

    /** A query of the audit trail waits until the test releases it. */
    private void holdAudit(String sql) {
        if (sql.matches("(?s)SELECT .*FROM oncemore_audit.*")) {
            hold();
        }
    }

    private void hold() {
        heldMost.accumulateAndGet(held.incrementAndGet(), Math::max);
        Together.await(end);
        held.decrementAndGet();
    }
}
