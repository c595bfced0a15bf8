package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.config.ConfigException;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.WebhookVerifier;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.alert.AlertSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.time.Chance;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A person is told once, by one of the servers, even if the channel fails at first. */
class AlertsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String TOKEN = DeskClient.TOKEN;
    private static final WebhookSecret SECRET = WebhookSecret.random(Chance.unforeseeable());

    @TempDir
    private Path folder;

    private final List<JsonNode> webhook = new CopyOnWriteArrayList<>();
    private final List<JsonNode> pagerDuty = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private Javalin receiver;

    @BeforeEach
    void receive() {
        receiver = Javalin.create(config -> {
                    // Read whole, or the server may close the connection on which the next request is sent.
                    config.routes.before(Context::body);
                    config.routes.post("/hook", context -> {
                        if (failures.getAndDecrement() > 0) {
                            context.status(503);
                            return;
                        }
                        assertThat(WebhookVerifier.of(SECRET).verify(context::header, context.bodyAsBytes()))
                                .isEqualTo(WebhookVerifier.Result.GENUINE);
                        webhook.add(JSON.readTree(context.body()));
                    });
                    config.routes.post("/pd", context -> pagerDuty.add(JSON.readTree(context.body())));
                })
                .start("127.0.0.1", 0);
    }

    @AfterEach
    void stop() {
        receiver.stop();
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + receiver.port() + path);
    }

    private Server start() {
        return Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false)
                        .alerts(new AlertSettings(
                                null,
                                "0123456789abcdef0123456789abcdef",
                                at("/pd"),
                                at("/hook"),
                                List.of(SECRET),
                                Duration.ofHours(1))),
                Map.of());
    }

    private static void die(Server server, String kind, int letters, String cause) {
        Tasks tasks =
                Tasks.on(server.backend().tasks()).handle(kind, String.class, (text, task) -> Verdict.dead(cause));
        for (int i = 0; i < letters; i++) {
            tasks.enqueue(kind, "x");
        }
        tasks.manualWorker().runAll();
    }

    private static List<JsonNode> until(List<JsonNode> received, Predicate<List<JsonNode>> isThere) throws Exception {
        return Settled.until(() -> List.copyOf(received), isThere);
    }

    @Test
    void deadLettersOfACauseAreOneAlert_whoeverLooks_andAfterARestart() throws Exception {
        try (Server one = start();
                Server other = start()) {
            die(one, "mail", 3, "no such mailbox");
            die(one, "saga:checkout", 2, "the hotel does not answer");
            die(one, "schedule:billing", 1, "company x has no id");
            one.upkeep().watch().look();
            other.upkeep().watch().look();
            one.upkeep().watch().look();
            until(webhook, received -> received.size() == 4);
            until(pagerDuty, received -> received.size() == 4);
        }
        assertThat(webhook)
                .extracting(alert -> alert.path("name").asString())
                .containsExactlyInAnyOrder("dead_letter", "saga_stuck", "saga_stuck", "billing_failed");
        assertThat(webhook)
                .filteredOn(alert -> alert.path("name").asString().equals("dead_letter"))
                .singleElement()
                .satisfies(alert -> assertThat(alert.path("summary").asString())
                        .contains("3 tasks were given up", "default/mail", "no such mailbox"));
        assertThat(pagerDuty)
                .allSatisfy(alert ->
                        assertThat(alert.path("routing_key").asString()).hasSize(32));
        try (Server again = start()) {
            again.upkeep().watch().look();
            die(again, "mail", 1, "no such mailbox");
            again.upkeep().watch().look();
            assertThat(again.backend()
                            .database()
                            .query(
                                    "SELECT times FROM oncemore_alert WHERE name = 'dead_letter'",
                                    row -> row.getLong(1)))
                    .as("in the quiet time")
                    .containsExactly(1L);
            Database database = again.backend().database();
            database.update(
                    "UPDATE oncemore_alert SET at = at - ? WHERE name = 'dead_letter'",
                    Duration.ofHours(2).toMillis());
            die(again, "mail", 1, "no such mailbox");
            again.upkeep().watch().look();
            again.upkeep().watch().look();
            until(webhook, received -> received.size() == 5);
            assertThat(database.query(
                            "SELECT times FROM oncemore_alert WHERE name = 'dead_letter'", row -> row.getLong(1)))
                    .containsExactly(2L);
        }
    }

    @Test
    void aTestGoesToEachChannel_isRetried_andShowsNoSecret() throws Exception {
        failures.set(1);
        try (Server server = start()) {
            Visitor visitor = new Visitor(server.address());
            assertThat(visitor.api("POST", "/api/alerts/test", TOKEN, "{\"why\":\"a drill\"}")
                            .statusCode())
                    .isEqualTo(202);
            until(pagerDuty, received -> received.size() == 1);
            until(webhook, received -> received.size() == 1);
            assertThat(failures.get()).isLessThan(0);
            String listed = visitor.api("GET", "/api/alerts", TOKEN, "").body();
            assertThat(listed)
                    .contains("pagerduty at 127.0.0.1", "webhook at 127.0.0.1")
                    .doesNotContain("0123456789abcdef", "whsec_");
            assertThat(visitor.api("GET", "/api/audit", TOKEN, "").body()).contains("alerts tested", "a drill");
            String page = visitor.send(visitor.request("/alerts")
                            .header("Authorization", "Bearer " + TOKEN)
                            .header("Accept", "text/html"))
                    .body();
            assertThat(page)
                    .contains("No alert was sent yet", "Send a test", "webhook at 127.0.0.1")
                    .doesNotContain("0123456789abcdef");
        }
    }

    @Test
    void settingsAreChecked_andSecretsAreNotQuoted() {
        String secret = SECRET.reveal();
        AlertSettings set = new ServeSettings(
                        Map.of("alert-webhook", "https://example.com/a", "alert-quiet", "10min"),
                        Map.of(
                                "ONCEMORE_ALERT_SLACK",
                                "https://hooks.slack.com/services/T0/B0/x",
                                "ONCEMORE_ALERT_WEBHOOK_SECRET",
                                secret))
                .server()
                .alerts();
        assertThat(set.toString()).contains("slack at hooks.slack.com").doesNotContain("T0/B0", secret);
        assertThat(set.quiet()).isEqualTo(Duration.ofMinutes(10));
        assertWrong(Map.of(), Map.of("ONCEMORE_ALERT_SLACK", "hooks slack"), "ONCEMORE_ALERT_SLACK", "hooks slack");
        assertWrong(Map.of(), Map.of("ONCEMORE_ALERT_PAGERDUTY", "short"), "ONCEMORE_ALERT_PAGERDUTY", "'short'");
        assertWrong(Map.of("alert-quiet", "1s"), Map.of(), "alert-quiet", "whsec");
        assertWrong(Map.of("alert-webhook", "ftp://x"), Map.of(), "alert-webhook", "whsec");
        assertThatThrownBy(() -> new ServeSettings(Map.of(), Map.of("ONCEMORE_ALERT_WEBHOOK_SECRET", secret)).server())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no webhook");
    }

    private static void assertWrong(
            Map<String, String> flags, Map<String, String> environment, String name, String secret) {
        assertThatThrownBy(() -> new ServeSettings(new HashMap<>(flags), environment).server())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(name)
                .hasMessageNotContaining(secret);
    }
}
