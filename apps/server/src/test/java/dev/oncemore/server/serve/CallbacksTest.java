package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.config.ConfigException;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.WebhookVerifier;
import dev.oncemore.operations.callback.CallbackSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.time.Chance;
import io.javalin.Javalin;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A receiver learns the end of a task or a sheet, signed, over real sockets, also if the server was away at the end. */
class CallbacksTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final WebhookSecret SECRET = WebhookSecret.random(Chance.unforeseeable());

    @TempDir
    private Path folder;

    private record Received(String id, JsonNode body) {
        String type() {
            return body.path("type").asString();
        }
    }

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<String> attempts = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile int answer = 204;
    private Javalin receiver;

    @BeforeEach
    void receive() {
        receiver = Javalin.create(config -> config.routes.post("/done", context -> {
                    attempts.add(String.valueOf(context.header("webhook-id")));
                    assertThat(WebhookVerifier.of(SECRET).verify(context::header, context.bodyAsBytes()))
                            .isEqualTo(WebhookVerifier.Result.GENUINE);
                    context.status(failures.getAndDecrement() > 0 ? 503 : answer);
                    if (context.statusCode() < 300) {
                        received.add(new Received(
                                String.valueOf(context.header("webhook-id")), JSON.readTree(context.body())));
                    }
                }))
                .start("127.0.0.1", 0);
    }

    @AfterEach
    void stop() {
        receiver.stop();
    }

    private String url() {
        return "http://127.0.0.1:" + receiver.port() + "/done";
    }

    private ServerSettings settings() {
        return new ServerSettings(
                "127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), DeskClient.TOKEN, false);
    }

    private Server start() {
        return Server.start(
                settings()
                        .callbacks(new CallbackSettings(
                                List.of(SECRET),
                                AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress))),
                Map.of());
    }

    private String enqueue(Server server) throws Exception {
        return new DeskClient(server.address())
                .api("POST", "/api/tasks", "{\"kind\":\"mail\",\"payload\":\"x\",\"callback\":\"" + url() + "\"}", 201)
                .path("id")
                .asString();
    }

    private static void work(Server server, Verdict verdict) {
        Tasks.on(server.backend().tasks())
                .handle("mail", String.class, (text, task) -> verdict)
                .manualWorker()
                .runAll();
    }

    private List<Received> until(int count) throws Exception {
        return Settled.until(() -> List.copyOf(received), all -> all.size() >= count);
    }

    @Test
    void theEndOfATaskIsToldOnce_withOneId_alsoAfterAFailedAttempt() throws Exception {
        failures.set(1);
        try (Server one = start();
                Server other = start()) {
            String id = enqueue(one);
            work(other, Verdict.done("sent"));
            Received told = until(1).get(0);
            assertThat(told.type()).isEqualTo("task.done");
            assertThat(told.body().path("data").path("id").asString()).isEqualTo(id);
            assertThat(attempts).hasSize(2).containsOnly(told.id());
            one.upkeep().callbacks().look();
            other.upkeep().callbacks().look();
            assertThat(received).hasSize(1);
        }
    }

    @Test
    void anEndWhileTheServerWasAwayIsToldAfterItsStart() throws Exception {
        try (Server server = start()) {
            enqueue(server);
        }
        // Without callbacks there is nobody to tell: as if the server had died right after the end.
        try (Server quiet = Server.start(settings(), Map.of())) {
            work(quiet, Verdict.dead("no such mailbox"));
        }
        try (Server again = start()) {
            assertThat(until(1).get(0).type()).isEqualTo("task.dead");
            String id = received.get(0).body().path("data").path("id").asString();
            new DeskClient(again.address())
                    .api("POST", "/api/dead/" + id + "/redrive", "{\"why\":\"address corrected\"}", 200);
            work(again, Verdict.done("sent"));
            List<Received> both = until(2);
            assertThat(both.get(1).type()).isEqualTo("task.done");
            assertThat(both.get(1).id()).isNotEqualTo(both.get(0).id());
        }
    }

    @Test
    void aReceiverThatIsGoneGetsNoFurtherEnd() throws Exception {
        answer = 410;
        try (Server server = start()) {
            String id = enqueue(server);
            work(server, Verdict.dead("no such mailbox"));
            Settled.until(
                    () -> server.backend()
                            .database()
                            .first("SELECT off_because FROM oncemore_callback", row -> row.getString(1))
                            .orElseThrow(),
                    because -> because.contains("410"));
            answer = 204;
            new DeskClient(server.address())
                    .api("POST", "/api/dead/" + id + "/redrive", "{\"why\":\"address corrected\"}", 200);
            work(server, Verdict.done("sent"));
            server.backend().database().update("UPDATE oncemore_callback SET look_at = 0");
            server.upkeep().callbacks().look();
            assertThat(server.backend().database().first("SELECT ends FROM oncemore_callback", row -> row.getInt(1)))
                    .contains(1);
        }
    }

    @Test
    void aSheetIsToldWhenItHasSettled_andAgainAfterACorrection() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard().port(0));
                Server server = Server.start(
                        settings()
                                .desk(DeskSettings.at(sandbox.address()))
                                .callbacks(new CallbackSettings(
                                        List.of(SECRET),
                                        AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress))),
                        Map.of())) {
            DeskClient desk = new DeskClient(server.address());
            String csv = DeskClient.sheetOf("c", 2) + "c3,no date,Foods,tea,1,150,8\n";
            String sheet = "/api/sheets/"
                    + desk.upload(csv, Map.of("callback", url()), 201)
                            .path("id")
                            .asString();
            Received told = until(1).get(0);
            assertThat(told.type()).isEqualTo("sheet.settled");
            assertThat(told.body().path("data").path("states").path("Created").asInt())
                    .isEqualTo(2);
            assertThat(told.body().path("data").path("states").path("Error").asInt())
                    .isEqualTo(1);
            desk.api("PUT", sheet + "/rows/4", "{\"date\":\"2026-01-31\"}", 200);
            desk.api("POST", sheet + "/rows/4/resend", "", 202);
            Settled.until(
                    () -> List.copyOf(received),
                    all -> all.stream()
                            .anyMatch(one -> one.body()
                                            .path("data")
                                            .path("states")
                                            .path("Created")
                                            .asInt()
                                    == 3));
            assertThat(received).extracting(Received::id).doesNotHaveDuplicates();
        }
    }

    @Test
    void whatCannotBeCalledBackIsNotEnqueued() throws Exception {
        String body = "{\"kind\":\"mail\",\"payload\":\"x\",\"callback\":\"" + url() + "\"}";
        try (Server server = Server.start(settings(), Map.of())) {
            HttpResponse<String> off = new Visitor(server.address()).api("POST", "/api/tasks", DeskClient.TOKEN, body);
            assertThat(off.statusCode()).isEqualTo(409);
            assertThat(off.body()).contains("ONCEMORE_CALLBACK_SECRET");
        }
        ServeSettings usual = new ServeSettings(new HashMap<>(), Map.of("ONCEMORE_CALLBACK_SECRET", SECRET.reveal()));
        try (Server server = Server.start(settings().callbacks(usual.server().callbacks()), Map.of())) {
            HttpResponse<String> refused =
                    new Visitor(server.address()).api("POST", "/api/tasks", DeskClient.TOKEN, body);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
            assertThat(refused.body()).contains("--callback-networks");
            assertThat(new DeskClient(server.address()).get("/api/queues").path("queues"))
                    .as("nothing was enqueued")
                    .noneMatch(queue -> queue.path("queue").asString().equals("default"));
        }
        assertThatThrownBy(
                        () -> new ServeSettings(new HashMap<>(Map.of("callback-networks", "home")), Map.of()).server())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("callback-networks");
    }

    @Test
    void theUploadPageHasAFieldForIt_onlyWhereCallbacksAreConfigured() throws Exception {
        for (boolean isOn : new boolean[] {true, false}) {
            try (Server server = isOn ? start() : Server.start(settings(), Map.of())) {
                Visitor visitor = new Visitor(server.address());
                String page = visitor.send(visitor.request("/desk")
                                .header("Accept", "text/html")
                                .header("Authorization", "Bearer " + DeskClient.TOKEN))
                        .body();
                assertThat(page).contains("name=\"file\"");
                assertThat(page.contains("name=\"callback\"")).isEqualTo(isOn);
                assertThat(page.contains("Notify this web address")).isEqualTo(isOn);
            }
        }
    }
}
