package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.observe.report.ReportSender;
import dev.oncemore.observe.report.ReportWindow;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Is anything wrong, and does retry help? What was counted survives a restart. */
class HealthTest {
    private static final RetryPolicy AT_ONCE = RetryPolicy.named("bank")
            .maxAttempts(3)
            .backoff(Backoff.none())
            .unlimitedBudget()
            .build();

    private final JsonMapper json = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    private Server server;
    private Visitor visitor;
    private String password;

    private void open() throws Exception {
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false),
                Map.of());
        visitor = new Visitor(server.address());
        password = server.firstPassword().orElse(password);
        visitor.logIn("admin", password);
    }

    @BeforeEach
    void start() throws Exception {
        open();
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

    /** So many tasks, each of which fails twice before it is done, and one that dies. */
    private void work(int count) {
        Tasks application = Tasks.on(
                        server.backend().tasks(), TaskSettings.standard().policy(AT_ONCE))
                .handle("mail", String.class, (text, task) -> {
                    if (task.attempt() < 3) {
                        throw new ConnectException("refused");
                    }
                    return Verdict.done();
                })
                .handle("bad", String.class, (text, task) -> Verdict.dead("no such address"));
        for (int i = 0; i < count; i++) {
            application.enqueue("mail", "x");
        }
        application.enqueue("bad", "x");
        application.manualWorker().runAll();
    }

    @Test
    void whatTasksDidIsCounted_andIsStillThereAfterARestart() throws Exception {
        assertThat(visitor.page("/").body()).contains("No problems");
        assertThat(visitor.page("/retries").body()).contains("No calls in the last 1 h");
        work(4);
        server.sampler().sample(server.backend().tasks().now());

        for (int round = 0; round < 2; round++) {
            JsonNode total = api("GET", "/api/retries?span=quarter", "").path("total");
            assertThat(total.path("calls").asInt()).isEqualTo(5);
            assertThat(total.path("rescued").asInt()).isEqualTo(4);
            assertThat(total.path("failed").asInt()).isEqualTo(1);
            assertThat(total.path("retries").asInt()).isEqualTo(8);
            assertThat(total.path("wasted").asInt()).isEqualTo(4);
            assertThat(visitor.page("/retries?span=day").body())
                    .contains("Retries rescued 80.0 % of what failed at first", "queue default", "× 2.60");
            assertThat(visitor.page("/").body())
                    .contains(
                            "1 dead letter needs you",
                            "80.0 %",
                            "160.0 %",
                            "<rect class=\"rescued\"",
                            "4 rescued by a retry");
            server.close();
            open();
        }
    }

    @Test
    void aRetryStormIsTold() throws Exception {
        work(30);
        server.sampler().sample(server.backend().tasks().now());
        assertThat(visitor.page("/").body()).contains("a retry storm hits default");
        assertThat(api("GET", "/api/retries", "").path("storms").path(0).asString())
                .isEqualTo("default");
    }

    @Test
    void anApplicationsReportIsShown_andReplacedByItsNextOne() throws Exception {
        assertThat(visitor.page("/retries").body()).contains("POST /api/reports");
        assertThat(visitor.page("/breakers").body()).contains("No engine reports here");
        try (ReportWindow window = ReportWindow.over(Duration.ofHours(1))) {
            Retry bank = Retry.builder(AT_ONCE).listener(window).build();
            AtomicInteger calls = new AtomicInteger();
            bank.call(() -> {
                if (calls.incrementAndGet() < 3) {
                    throw new ConnectException("refused");
                }
                return "paid";
            });
            String report = window.report().toJson();
            String sent = report.replaceAll("\"p95Ms\":[0-9.]+", "\"p95Ms\":120")
                    .replaceAll("\"p99Ms\":[0-9.]+", "\"p99Ms\":340")
                    .replaceAll(
                            "\"engines\":\\[.*]",
                            "\"source\":\"shop <1>\",\"engines\":[{\"policy\":\"bank\",\"breaker\":\"OPEN\","
                                    + "\"budgetRemaining\":3}]");
            assertThat(sent).contains("120", "340", "OPEN");
            for (int i = 0; i < 2; i++) {
                api("POST", "/api/reports", sent);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThat(visitor.page("/retries").body())
                .contains("shop &lt;1&gt;", "bank", "× 3.00", "100.0 %")
                .doesNotContain("shop <1>");
        assertThat(visitor.page("/retries").body()).contains("120 ms / 340 ms");
        assertThat(visitor.page("/").body()).contains("120 ms", "p99 340 ms, bank of shop &lt;1&gt;");
        assertThat(visitor.page("/breakers").body()).contains("1 breaker is open", "✗ open");
        assertThat(visitor.page("/").body()).contains("1 breaker is open.");
        assertThat(api("GET", "/api/retries", "").path("reports").size()).isEqualTo(1);
        assertThat(api("GET", "/api/breakers", "").path("engines").size()).isEqualTo(1);
        String huge = "{\"source\":\"x\",\"total\":{},\"dependencies\":[],\"engines\":[{\"policy\":\"x\","
                + "\"budgetRemaining\":99999999999999999999}]}";
        assertThat(visitor.api("POST", "/api/reports", TOKEN, huge).statusCode())
                .as("else no page could be shown until it is forgotten")
                .isEqualTo(400);
        assertThat(visitor.api("POST", "/api/reports", TOKEN, "{}").body()).contains("RetryReport.toJson()");
        assertThat(visitor.api(
                                "POST",
                                "/api/reports",
                                TOKEN,
                                "{\"total\":{},\"dependencies\":[{\"dependency\":\"x\",\"calls\":-1}]}")
                        .body())
                .contains("'calls' of 'x' must be a whole number");
        String counts = "\"calls\":1,\"firstFailures\":0,\"rescued\":0,\"retries\":0,\"retriesIntoOverload\":0";
        for (String time : List.of("-1", "1e30", "\"fast\"")) {
            assertThat(visitor.api(
                                    "POST",
                                    "/api/reports",
                                    TOKEN,
                                    "{\"total\":{},\"dependencies\":[{\"dependency\":\"x\"," + counts + ",\"p95Ms\":"
                                            + time + "}]}")
                            .body())
                    .contains("'p95Ms' of 'x' must be a number of milliseconds");
        }
    }

    @Test
    void aSenderKeepsTheReportUpToDate() throws Exception {
        try (ReportWindow window = ReportWindow.over(Duration.ofHours(1));
                ReportSender sender = ReportSender.to(server.address(), TOKEN, "shop", window)) {
            Retry bank = Retry.builder(AT_ONCE).listener(window).build();
            bank.call(() -> "paid");
            assertThat(sender.send().join()).isTrue();
            assertThat(bank.status().hookFailures()).isZero();
        }

        JsonNode kept = api("GET", "/api/retries", "").path("reports").path(0);
        assertThat(kept.path("source").asString()).isEqualTo("shop");
        assertThat(kept.path("report")
                        .path("dependencies")
                        .path(0)
                        .path("p95Ms")
                        .isNumber())
                .isTrue();
        assertThat(api("GET", "/api/breakers", "")
                        .path("engines")
                        .path(0)
                        .path("source")
                        .asString())
                .isEqualTo("shop");
    }

    @Test
    void recordsThatNobodyKnowsOfAreListed_andSettled() throws Exception {
        Once once = Once.on(server.backend().records(), OnceSettings.standard().whenUnknown(WhenUnknown.PARK));
        for (String key : new String[] {"inv-001", "inv-002", "inv-003"}) {
            Outcome<String> ignored = once.operation("payment:create", String.class)
                    .build()
                    .key("acme", key)
                    .run("100", claim -> {
                        throw new HttpTimeoutException("no answer");
                    });
        }
        assertThat(visitor.page("/").body()).contains("3 records wait for a person who knows whether it happened.");
        assertThat(visitor.page("/records").body()).contains("inv-001", "inv-002", "inv-003", "no answer");
        JsonNode page = api("GET", "/api/records/unknown?limit=2", "");
        assertThat(page.path("records").size()).isEqualTo(2);
        JsonNode rest = api(
                "GET",
                "/api/records/unknown?limit=2&afterScope="
                        + page.path("next").path("afterScope").asString() + "&afterKey="
                        + page.path("next").path("afterKey").asString(),
                "");
        assertThat(rest.path("records").path(0).path("key").asString()).isEqualTo("inv-003");
        assertThat(rest.has("next")).isFalse();

        api(
                "POST",
                "/api/records/resolve",
                "{\"scope\":\"acme/payment:create\",\"key\":\"inv-002\",\"happened\":false,\"why\":\"the bank says no\"}");
        assertThat(visitor.page("/records").body()).contains("2 records wait").doesNotContain("inv-002");
        assertThat(visitor.api("GET", "/api/records/unknown?afterKey=x", TOKEN, "")
                        .statusCode())
                .isEqualTo(400);
    }
}
