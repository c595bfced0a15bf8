package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.InMemoryEndpoints;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.time.Chance;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What applications do on the store, seen and steered from the console: schedules, sagas, webhooks, the job log. */
class WorkTest {
    private static final RetryPolicy ONCE =
            RetryPolicy.named("once").maxAttempts(1).build();

    private final JsonMapper json = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    private Server server;
    private Visitor visitor;
    private Tasks application;

    @BeforeEach
    void start() throws Exception {
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false),
                Map.of());
        visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        application = Tasks.on(
                server.backend().tasks(),
                TaskSettings.standard()
                        .queue(Webhooks.QUEUE, QueueSettings.standard())
                        .queue("a b+c", QueueSettings.standard()));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode api(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = visitor.api(method, path, TOKEN, body);
        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
        return json.readTree(answer.body());
    }

    private HttpResponse<String> act(String path, Map<String, String> fields) throws Exception {
        Map<String, String> form = new HashMap<>(fields);
        form.put("_csrf", visitor.csrf());
        form.putIfAbsent("why", "because of the test");
        HttpResponse<String> answer = visitor.post(path, form);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        return answer;
    }

    private String page(String path) throws Exception {
        HttpResponse<String> answer = visitor.page(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void aScheduleIsSeen_paused_run_andResumed() throws Exception {
        assertThat(page("/schedules")).contains("1 schedule", "every 1 h").doesNotContain("monthly");
        List<String> fired = new ArrayList<>();
        Schedules schedules = Schedules.on(application)
                .cron("monthly billing", "0 3 1 * *", ZoneId.of("Asia/Tokyo"), firing -> fired.add(firing.key()));
        try {
            assertThat(page("/schedules"))
                    .contains("2 schedules", "0 3 1 * * Asia/Tokyo", "▶ planned", "/schedules/monthly%20billing");
            assertThat(page("/schedules/monthly%20billing"))
                    .contains("fires next in", "03:00:00 Asia/Tokyo", "Run now", "Pause", "None yet");
            assertThat(api("GET", "/api/schedules", "")
                            .path("schedules")
                            .path(0)
                            .path("next")
                            .size())
                    .isEqualTo(5);

            act("/schedules/monthly%20billing/pause", Map.of());
            assertThat(page("/schedules")).contains("‖ paused by admin: because of the test", "1 paused");
            JsonNode run = api("POST", "/api/schedules/monthly%20billing/run", "{\"why\":\"a test\"}");
            application.manualWorker().runAll();
            assertThat(fired).containsExactly(run.path("task").asString());
            act("/schedules/monthly%20billing/resume", Map.of());
            assertThat(visitor.api("POST", "/api/schedules/monthly%20billing/resume", TOKEN, "{\"why\":\"x\"}")
                            .statusCode())
                    .isEqualTo(409);
            assertThat(api("GET", "/api/schedules/monthly%20billing", "")
                            .path("paused")
                            .asBoolean())
                    .isFalse();
            assertThat(page("/log?kind=schedule:")).contains("✓ done", "schedule:monthly billing");
            assertThat(page("/audit")).contains("schedule paused", "schedule run", "schedule resumed");
        } finally {
            schedules.close();
        }
        assertThat(visitor.page("/schedules/nosuch").statusCode()).isEqualTo(404);
        act("/schedules/monthly%20billing/forget", Map.of());
        assertThat(page("/schedules")).doesNotContain("monthly");
    }

    @Test
    void aStuckSagaIsDrawn_itsStepSkipped_andItEndsCompensated() throws Exception {
        assertThat(page("/sagas")).contains("No sagas");
        Saga<String> checkout = Checkout.stuck(ONCE);
        Sagas sagas = Sagas.on(application, server.backend().records()).handle(checkout);
        sagas.start(checkout, "order/17", "order");
        application.manualWorker().runAll();

        assertThat(page("/records"))
                .as("what a saga does not know of its steps is no record for a person")
                .contains("Was this done?");
        assertThat(page("/sagas")).contains("1 saga is stuck and needs you", "stock → payment → shipping");
        assertThat(page("/sagas/checkout")).contains("order/17", "✗ dead", "refunds are closed");
        assertThat(page("/sagas/checkout/order%2F17"))
                .contains("checkout order/17 is stuck", "Skip payment", "? nobody knows", "turn back");
        assertThat(api("GET", "/api/sagas", "")
                        .path("sagas")
                        .path(0)
                        .path("stuck")
                        .asInt())
                .isEqualTo(1);
        assertThat(visitor.api(
                                "POST",
                                "/api/sagas/checkout/order%2F17/skip",
                                TOKEN,
                                "{\"step\":\"nosuch\",\"why\":\"x\"}")
                        .statusCode())
                .isEqualTo(400);

        act("/sagas/checkout/order%2F17/skip", Map.of("step", "payment", "why", "paid back in cash"));
        application.manualWorker().runAll();
        assertThat(page("/sagas/checkout/order%2F17")).contains("is compensated", "paid back in cash");
        assertThat(api("GET", "/api/sagas/checkout/order%2F17", "")
                        .path("status")
                        .asString())
                .isEqualTo("compensated");
        assertThat(visitor.api("POST", "/api/sagas/checkout/order%2F17/resume", TOKEN, "{\"why\":\"x\"}")
                        .statusCode())
                .isEqualTo(409);
        assertThat(page("/audit")).contains("saga step skipped");
        assertThat(visitor.page("/sagas/checkout/nosuch").statusCode()).isEqualTo(404);
    }

    @Test
    void sagasHavePages_andTheLastOneSaysSo() throws Exception {
        Sagas sagas = Sagas.on(application, server.backend().records());
        for (String name : List.of("a", "b", "c")) {
            Saga<String> saga = Saga.of(name, String.class)
                    .step("step", (order, run) -> order)
                    .build();
            sagas.handle(saga);
            for (int i = 0; i < 2; i++) {
                sagas.start(saga, "order-" + i, "order");
            }
        }
        JsonNode first = api("GET", "/api/sagas?limit=2", "");
        assertThat(first.path("sagas").size()).isEqualTo(2);
        assertThat(first.path("next").asString()).isEqualTo("b");
        JsonNode rest = api("GET", "/api/sagas?limit=2&after=b", "");
        assertThat(rest.path("sagas").path(0).path("name").asString()).isEqualTo("c");
        assertThat(rest.has("next")).isFalse();

        JsonNode one = api("GET", "/api/sagas/a?limit=1", "");
        assertThat(one.path("next").asString()).isEqualTo("order-0");
        JsonNode last = api("GET", "/api/sagas/a?limit=1&after=order-0", "");
        assertThat(last.path("started").path(0).path("key").asString()).isEqualTo("order-1");
        assertThat(last.has("next")).as("there are no more").isFalse();
    }

    @Test
    void aWebhookThatWasGivenUpIsReplayed() throws Exception {
        assertThat(page("/webhooks")).contains("No webhooks");
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        endpoints.save(Endpoint.of(
                "shop-7", URI.create("http://127.0.0.1:9/hook"), WebhookSecret.random(Chance.unforeseeable())));
        // Loopback is no public address: refused before anything is sent.
        Webhooks webhooks = Webhooks.builder(application, endpoints)
                .guard(AddressGuard.publicOnly())
                .policy(ONCE)
                .build();
        String id = webhooks.send(new WebhookMessage("shop-7", "order-paid-1017", "{}"))
                .id();
        assertThat(page("/webhooks")).contains("Under way", "… ready", ">shop-7</td>");
        application.manualWorker().runAll();

        assertThat(page("/webhooks")).contains("1 webhook was given up", "shop-7", "order-paid-1017", "Replay");
        assertThat(api("GET", "/api/webhooks", "")
                        .path("dead")
                        .path(0)
                        .path("endpoint")
                        .asString())
                .isEqualTo("shop-7");
        act("/dead/" + id + "/redrive", Map.of());
        assertThat(page("/webhooks")).contains("Under way").doesNotContain("1 webhook was given up");
    }

    @Test
    void anEndpointIsSeen_andAllThatWasGivenUpForItIsReplayed() throws Exception {
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        for (String name : List.of("shop-7", "shop-8")) {
            endpoints.save(Endpoint.of(
                    name, URI.create("http://127.0.0.1:9/hook"), WebhookSecret.random(Chance.unforeseeable())));
        }
        Webhooks webhooks = Webhooks.builder(application, endpoints)
                .guard(AddressGuard.publicOnly())
                .policy(ONCE)
                .build();
        // Longer than what is read of it.
        webhooks.send(new WebhookMessage("shop-7", "long", "{\"x\":\"" + "y".repeat(5_000) + "\"}"));
        webhooks.send(new WebhookMessage("shop-7", "short", "{}"));
        webhooks.send(new WebhookMessage("shop-8", "other", "{}"));
        application.manualWorker().runAll();
        webhooks.send(new WebhookMessage("shop-8", "later", "{}"));

        // Another application, whose codecs write JSON: there a message is kept as a string of Base64.
        Tasks other = Tasks.on(
                server.backend().tasks(),
                TaskSettings.standard()
                        .codecs(JacksonCodecs.standard())
                        .queue(Webhooks.QUEUE, QueueSettings.standard()));
        Webhooks.builder(other, endpoints)
                .build()
                .send(new WebhookMessage("shop-9", "long", "{\"x\":\"" + "y".repeat(5_000) + "\"}"));

        JsonNode listed = api("GET", "/api/webhooks", "");
        assertThat(listed.path("deadCount").asInt()).isEqualTo(3);
        assertThat(listed.path("endpoints")).hasSize(3);
        assertThat(listed.path("endpoints").path(2).path("endpoint").asString()).isEqualTo("shop-9");
        JsonNode first = listed.path("endpoints").path(0);
        assertThat(first.path("endpoint").asString()).isEqualTo("shop-7");
        assertThat(first.path("dead").asInt()).isEqualTo(2);
        assertThat(first.path("lastFailure").asString()).contains("must be https");
        assertThat(listed.path("endpoints").path(1).path("underWay").asInt()).isEqualTo(1);
        assertThat(page("/webhooks")).contains("Endpoints", "Replay all", "Send 2 again");

        act("/webhooks/replay", Map.of("endpoint", "shop-7"));
        assertThat(api("GET", "/api/webhooks", "").path("deadCount").asInt()).isEqualTo(1);
        assertThat(api("POST", "/api/webhooks/replay", "{\"endpoint\":\"shop-8\",\"why\":\"it is back\"}")
                        .path("redriven")
                        .asInt())
                .isEqualTo(1);
        assertThat(visitor.api("POST", "/api/webhooks/replay", TOKEN, "{\"endpoint\":\"shop-8\",\"why\":\"x\"}")
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void moreWebhooksThanAPageShowsAreCounted() throws Exception {
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        endpoints.save(Endpoint.of(
                "shop-7", URI.create("http://127.0.0.1:9/hook"), WebhookSecret.random(Chance.unforeseeable())));
        Webhooks webhooks = Webhooks.builder(application, endpoints)
                .guard(AddressGuard.publicOnly())
                .policy(ONCE)
                .build();
        for (int i = 0; i < 51; i++) {
            webhooks.send(new WebhookMessage("shop-7", "m-" + i, "{}"));
        }
        application.manualWorker().runAll();
        assertThat(page("/webhooks")).contains("51 webhooks were given up", "All given up");
    }

    @Test
    void aQueueWithASpaceAndAPlusIsTheOneThatIsPaused() throws Exception {
        application.handle("mail", String.class, (text, task) -> Verdict.done());
        application.enqueue("mail", "x", TaskOptions.standard().queue("a b+c"));
        String list = page("/queues");
        assertThat(list).contains("/queues/a%20b%2Bc/pause");
        act("/queues/a%20b%2Bc/pause", Map.of());
        assertThat(api("GET", "/api/queues", "").path("queues"))
                .filteredOn(queue -> !queue.path("queue").asString().equals("oncemore-server"))
                .singleElement()
                .satisfies(queue -> {
                    assertThat(queue.path("queue").asString()).isEqualTo("a b+c");
                    assertThat(queue.path("paused").asBoolean()).isTrue();
                });
        assertThat(page("/queues/a%20b%2Bc"))
                .contains(
                        "a b+c is paused", "‖ paused by admin: because of the test", "Resume a b+c", "mail", "… ready");
        act("/queues/a%20b%2Bc/resume", Map.of());
        assertThat(page("/queues/a%20b%2Bc")).contains("Next in a b+c", "Pause a b+c");
        application.manualWorker().runAll();
        assertThat(page("/log")).contains("✓ done", "a b+c");
    }

    @Test
    void theJobLogHasPages() throws Exception {
        assertThat(page("/log")).contains("No finished tasks");
        application.handle("mail", String.class, (text, task) -> Verdict.done());
        for (int i = 0; i < 5; i++) {
            application.enqueue("mail", "x");
        }
        application.manualWorker().runAll();
        List<String> seen = new ArrayList<>();
        String after = "";
        do {
            JsonNode lines = api("GET", "/api/log?limit=2&after=" + after, "");
            lines.path("lines").forEach(line -> seen.add(line.path("task").asString()));
            after = lines.path("next").asString("");
        } while (!after.isEmpty());
        assertThat(seen).hasSize(5).doesNotHaveDuplicates();
        assertThat(api("GET", "/api/log?kind=other", "").path("lines").size()).isZero();
    }
}
