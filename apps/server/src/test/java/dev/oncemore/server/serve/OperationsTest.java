package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.Key;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.testkit.race.Together;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a person on call does, by the API and by the pages, next to an application that shares the store. */
class OperationsTest {
    private final JsonMapper json = JsonMapper.builder().build();
    private final List<String> sent = new ArrayList<>();

    @TempDir
    private Path folder;

    private Server server;
    private Visitor visitor;
    private Tasks application;
    private ManualWorker worker;

    private void open() {
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false),
                Map.of());
        visitor = new Visitor(server.address());
    }

    @BeforeEach
    void start() throws Exception {
        open();
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        application = Tasks.on(server.backend().tasks()).handle("mail", String.class, (text, task) -> {
            if (text.contains("broken")) {
                return Verdict.dead("no such address: " + text);
            }
            sent.add(text);
            return Verdict.done("sent");
        });
        worker = application.manualWorker();
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
        Map<String, String> form = new java.util.HashMap<>(fields);
        form.put("_csrf", visitor.csrf());
        form.putIfAbsent("why", "because of the test");
        return visitor.post(path, form);
    }

    private String die(String payload) {
        String id = application.enqueue("mail", payload).id();
        worker.runAll();
        return id;
    }

    @Test
    void aProgramInAnyLanguageEnqueuesWork_onceForEachKey() throws Exception {
        String task = "{\"kind\":\"mail\",\"payload\":\"ann@example.com\",\"delay\":\"0s\",\"priority\":5}";
        var request = visitor.request("/api/tasks")
                .header("Authorization", "Bearer " + TOKEN)
                .header("Idempotency-Key", "order-1")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(task));
        HttpResponse<String> first = visitor.send(request);
        HttpResponse<String> again = visitor.send(request);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        worker.runAll();
        assertThat(sent).containsExactly("ann@example.com");
        assertThat(api("GET", "/api/audit", "").toString()).contains("task enqueued", "mail in default");
        assertThat(visitor.api("POST", "/api/tasks", TOKEN, task.replace(":5", ":\"high\""))
                        .statusCode())
                .isEqualTo(400);
        assertThat(visitor.api("POST", "/api/tasks", TOKEN, "{\"kind\":\"mail\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(visitor.api("POST", "/api/tasks", TOKEN, task.replace("0s", "soon"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(visitor.api("POST", "/api/tasks", TOKEN, task.replace(":5", ":5000"))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void aDeadLetterIsSeen_fixed_andRedriven() throws Exception {
        String id = die("broken <b>");
        assertThat(visitor.page("/").body()).contains("1 dead letter needs you");
        assertThat(visitor.page("/dead").body())
                .contains("no such address: broken &lt;b&gt;", "/dead/" + id)
                .doesNotContain("broken <b>");
        String page = visitor.page("/dead/" + id).body();
        assertThat(page).contains("Payload of the next attempt", "died");

        long fence = api("GET", "/api/dead/" + id, "").path("fence").asLong();
        HttpResponse<String> edited = act("/dead/" + id + "/edit", Map.of("payload", "mended", "fence", "" + fence));
        assertThat(edited.headers().firstValue("Location")).contains("/dead/" + id + "?done=edited");
        assertThat(act("/dead/" + id + "/edit", Map.of("payload", "later", "fence", "" + fence))
                        .statusCode())
                .as("somebody has changed it since")
                .isEqualTo(409);
        act("/dead/" + id + "/redrive", Map.of());
        worker.runAll();

        assertThat(sent).containsExactly("mended");
        assertThat(visitor.page("/tasks/" + id).body()).contains("mail is done", "redriven", "edited");
        assertThat(visitor.page("/").body()).contains("No problems");
        assertThat(visitor.page("/audit").body()).contains("dead letter redriven", "because of the test");
    }

    @Test
    void manyAreRedrivenAtOnce_afterACount() throws Exception {
        die("broken 1");
        die("broken 2");
        application.handle("other", String.class, (text, task) -> Verdict.dead("else"));
        application.enqueue("other", "x");
        worker.runAll();

        assertThat(api("POST", "/api/dead/redrive", "{\"kind\":\"mail\",\"dryRun\":true}")
                        .path("count")
                        .asInt())
                .isEqualTo(2);
        assertThat(api("GET", "/api/dead/groups", "").path("groups").size()).isGreaterThanOrEqualTo(2);
        JsonNode started = api("POST", "/api/dead/redrive", "{\"kind\":\"mail\",\"why\":\"mended\"}");
        assertThat(started.path("count").asInt()).isEqualTo(2);
        var handle = application.find(started.path("task").asString());
        assertThat(handle.await(java.time.Duration.ofSeconds(30))
                        .orElseThrow()
                        .state()
                        .isEnd())
                .isTrue();
        assertThat(api("GET", "/api/dead?kind=mail", "").path("count").asInt()).isZero();
        assertThat(api("GET", "/api/dead", "").path("count").asInt()).isEqualTo(1);
    }

    @Test
    void aFilterByTimeIsKeptFromPageToPage_andRedrivesNoMore() throws Exception {
        for (int i = 0; i < 51; i++) {
            application.enqueue("mail", "broken " + i);
        }
        worker.runAll();
        String before = "2199-01-31T10:00:00Z";
        String query = "kind=mail&from=2026-01-31T10%3A00%3A00Z&before=2199-01-31T10%3A00%3A00Z";
        String page = visitor.page("/dead?" + query).body();
        assertThat(page)
                .contains("51 dead letters match", "/dead/redrive?" + query.replace("&", "&amp;"))
                .contains("/dead?" + query.replace("&", "&amp;") + "&amp;after=")
                .contains("name=\"before\" value=\"" + before + "\"");
        assertThat(visitor.page("/dead/redrive?" + query).body())
                .contains("<dt>Died before</dt><dd>" + before, "name=\"before\" value=\"" + before + "\"")
                .contains("\"before\":\"" + before + "\",\"perSecond\"");
        // Dates are marked, so that they are not broken at the end of a line.
        assertThat(visitor.page("/dead?before=2999-01-31T10:00:00Z").body().replaceAll("</?span[^>]*>", ""))
                .contains("'before' is '2999-01-31T10:00:00Z', but must be a day or a time", "from 1970 to 2199");
        assertThat(visitor.api("GET", "/api/log?after=2999-01-31T10:00:00Z~x", TOKEN, "")
                        .statusCode())
                .isEqualTo(400);
        act("/dead/redrive", Map.of("before", "2026-01-31T10:00:00Z", "perSecond", "50", "why", "those of last month"));
        assertThat(visitor.page("/audit").body()).contains("all that died before 2026-01-31T10:00:00Z at 50 a second");
        assertThat(api("GET", "/api/dead", "").path("count").asInt())
                .as("none of them died then")
                .isEqualTo(51);
    }

    @Test
    void aRedriveSaysHowManyWereDoneBefore() throws Exception {
        Once once = Once.on(server.backend().records());
        application.handle("charge", String.class, (text, task) -> {
            once.operation("charge", String.class)
                    .build()
                    .key("acme", task.key())
                    .run(text, claim -> "charged")
                    .require();
            return Verdict.dead("the answer was lost");
        });
        for (int i = 0; i < 3; i++) {
            application.enqueue("charge", "100");
        }
        die("broken");
        assertThat(visitor.page("/dead/redrive?kind=charge").body()).contains("Already done: 3 will be skipped");
        assertThat(visitor.page("/dead/redrive?kind=mail").body()).contains("Already done: 0 will be skipped");
        JsonNode counted = api("POST", "/api/dead/redrive", "{\"dryRun\":true}");
        assertThat(counted.path("count").asInt()).isEqualTo(4);
        assertThat(counted.path("alreadyDone").asInt()).isEqualTo(3);
        assertThat(counted.path("alreadyDoneIsAtLeast").asBoolean()).isFalse();

        for (int i = 0; i < 100; i++) {
            once.operation("order:create", String.class)
                    .build()
                    .key("tenant" + i, "o-1")
                    .run("1", claim -> "made")
                    .require();
        }
        assertThat(visitor.page("/dead/redrive?kind=charge").body())
                .as("not every scope was looked at")
                .contains("Already done: at least 3 will be skipped");
        assertThat(visitor.api("POST", "/api/dead/redrive", TOKEN, "{\"dryRun\":\"yes\",\"why\":\"x\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(api("GET", "/api/dead", "").path("count").asInt()).isEqualTo(4);
    }

    @Test
    void whatIsDiscardedCanBeRestored() throws Exception {
        String id = die("broken");
        act("/dead/" + id + "/discard", Map.of());
        assertThat(api("GET", "/api/dead", "").path("count").asInt()).isZero();
        assertThat(api("GET", "/api/dead?discarded=true", "").path("count").asInt())
                .isEqualTo(1);
        assertThat(visitor.page("/dead/" + id).body()).contains("Restore");
        act("/dead/" + id + "/restore", Map.of());
        assertThat(api("GET", "/api/dead", "").path("count").asInt()).isEqualTo(1);
    }

    @Test
    void listsHavePages() throws Exception {
        for (int i = 0; i < 5; i++) {
            die("broken " + i);
        }
        List<String> seen = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = api("GET", "/api/dead?limit=2&after=" + after, "");
            page.path("letters").forEach(letter -> seen.add(letter.path("id").asString()));
            after = page.path("next").asString("");
        } while (!after.isEmpty());
        assertThat(seen).hasSize(5).doesNotHaveDuplicates();
        assertThat(visitor.api("GET", "/api/dead?after=nonsense", TOKEN, "").statusCode())
                .isEqualTo(400);
        assertThat(visitor.api("GET", "/api/dead?limit=0", TOKEN, "").body()).contains("from 1 to 500");
    }

    @Test
    void theAuditTrailHasPages() throws Exception {
        for (int i = 0; i < 3; i++) {
            act("/queues/q" + i + "/pause", Map.of());
        }
        List<String> seen = new ArrayList<>();
        String before = "";
        do {
            JsonNode page = api("GET", "/api/audit?limit=2&before=" + before, "");
            page.path("lines").forEach(line -> seen.add(line.path("subject").asString()));
            before = page.path("next").asString("");
        } while (!before.isEmpty());
        assertThat(seen).containsSubsequence("q2", "q1", "q0").doesNotHaveDuplicates();
    }

    @Test
    void whatAnEndpointDoesNotKnowIsRefused_withWhatWasProbablyMeant() throws Exception {
        die("broken");
        assertThat(visitor.api("GET", "/api/dead?kynd=x", TOKEN, ""))
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(400))
                .satisfies(answer ->
                        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json"))
                .satisfies(answer ->
                        assertThat(answer.body()).contains("there is no parameter 'kynd' here; did you mean 'kind'?"));
        assertThat(visitor.api("GET", "/api/queues?whatever=1", TOKEN, "").body())
                .contains("there is no parameter 'whatever' here; there are: limit, after");
        assertThat(visitor.api("GET", "/api/dead/groups?sort=up", TOKEN, "").body())
                .contains("there are: queue, kind, signature, from, before, discarded, limit");
        assertThat(visitor.api("GET", "/api/dead?discarded=maybe", TOKEN, "").body())
                .contains("'discarded' is 'maybe', but must be true or false");
        for (String nothing : new String[] {"null", "\" \"", "[\"mail\"]"}) {
            assertThat(visitor.api("POST", "/api/dead/redrive", TOKEN, "{\"kind\":" + nothing + ",\"why\":\"x\"}")
                            .body())
                    .as("must not mean all")
                    .contains("must be a text; leave it out for any");
        }
        assertThat(visitor.api("POST", "/api/queues/default/pause", TOKEN, "{\"for\":null,\"why\":\"x\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(visitor.api("GET", "/api/dead?from=2026-01-31&before=2026-01-31T10:00:00Z", TOKEN, "")
                        .statusCode())
                .isEqualTo(200);
        assertThat(visitor.api("POST", "/api/dead/redrive", TOKEN, "{\"kynd\":\"other\",\"why\":\"x\"}")
                        .body())
                .as("else it would redrive all")
                .contains("there is no field 'kynd' here; did you mean 'kind'?");
        assertThat(api("GET", "/api/dead", "").path("count").asInt()).isEqualTo(1);
        assertThat(visitor.api("GET", "/api/retries?span=week", TOKEN, "").body())
                .contains("'span' is 'week', but must be quarter (of an hour), hour or day");
        assertThat(visitor.page("/dead?kynd=x").body())
                .contains("there is no parameter 'kynd' here; did you mean 'kind'?");
        assertThat(visitor.page("/retries?span=week"))
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(400))
                .satisfies(answer -> assertThat(answer.body()).contains("must be quarter"));
        Visitor nobody = new Visitor(server.address());
        assertThat(nobody.send(nobody.request("/api/dead?kynd=x")).statusCode())
                .as("who may not ask is not told what there is")
                .isEqualTo(401);
    }

    @Test
    void aQueueIsPausedAndResumed() throws Exception {
        application.enqueue("mail", "later");
        act("/queues/default/pause", Map.of("for", "30 min"));
        assertThat(visitor.page("/queues").body()).contains("paused by admin", "because of the test");
        worker.runAll();
        assertThat(sent).isEmpty();
        act("/queues/default/resume", Map.of());
        worker.runAll();
        assertThat(sent).containsExactly("later");
        assertThat(visitor.api("POST", "/api/queues/default/pause", TOKEN, "{\"for\":\"soon\",\"why\":\"x\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(visitor.api("POST", "/api/queues/default/pause", TOKEN, "{}").body())
                .contains("state the reason");
    }

    @Test
    void anUnknownOutcomeIsSettledByAPerson() throws Exception {
        Key key = Key.of("acme", "payment:create", "inv-001");
        Once once = Once.on(
                server.backend().records(),
                dev.oncemore.once.OnceSettings.standard().whenUnknown(WhenUnknown.PARK));
        Outcome<String> lost = once.operation("payment:create", String.class)
                .build()
                .key(key)
                .run("100", claim -> {
                    throw new java.net.http.HttpTimeoutException("no answer");
                });
        assertThat(lost).isInstanceOf(Outcome.Unknown.class);
        assertThat(visitor.page("/records?scope=acme/payment:create&key=inv-001")
                        .body())
                .contains("Nobody knows", "It did not happen");
        act(
                "/records/resolve",
                Map.of(
                        "scope", "acme/payment:create",
                        "key", "inv-001",
                        "happened", "true",
                        "resource", "charge ch_7",
                        "response", "paid"));
        assertThat(visitor.page("/records?scope=acme/payment:create&key=inv-001")
                        .body())
                .contains("Yes: done", "charge ch_7");
        assertThat(once.find(key).record().orElseThrow().expiresAt())
                .as("kept for longer than the engine's default of a day")
                .isAfter(Instant.now().plus(Duration.ofDays(89)));
        assertThat(once.operation("payment:create", String.class)
                        .build()
                        .key(key)
                        .run("100", claim -> "again")
                        .require())
                .isEqualTo("paid");
        assertThat(api("GET", "/api/records?scope=acme/payment:create&key=inv-001", "")
                        .path("answer")
                        .asString())
                .isEqualTo("known");
        assertThat(api("GET", "/api/records?scope=acme/payment:create&key=inv-002", "")
                        .path("answer")
                        .asString())
                .isEqualTo("never seen");
        assertThat(visitor.page("/records?scope=acme&key=inv-001"))
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(400))
                .satisfies(answer -> assertThat(answer.body())
                        .contains("is not a scope: write tenant/operation, such as acme/payment:create")
                        .contains("name=\"scope\" value=\"acme\"", "name=\"key\" value=\"inv-001\""));
    }

    @Test
    void whatIsNotThereIsSaidSo() throws Exception {
        assertThat(visitor.page("/dead/nosuch").statusCode()).isEqualTo(404);
        assertThat(visitor.page("/tasks/nosuch").body()).contains("there is no task nosuch");
        assertThat(visitor.page("/nowhere").body()).contains("There is no page /nowhere.");
        assertThat(visitor.api("POST", "/api/dead/nosuch/redrive", TOKEN, "{\"why\":\"x\"}")
                        .statusCode())
                .isEqualTo(409);
        assertThat(visitor.api("POST", "/api/dead/redrive", TOKEN, "[1]").body())
                .contains("must be a JSON object");
    }

    @Test
    void aRequestThatIsSentAgainWithItsKeyIsNotDoneAgain() throws Exception {
        String id = die("broken");
        var request = visitor.request("/api/dead/" + id + "/discard")
                .header("Authorization", "Bearer " + TOKEN)
                .header("Idempotency-Key", "\"discard-1\"")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{\"why\":\"a test\"}"));
        String first = visitor.send(request).body();
        act("/dead/" + id + "/restore", Map.of());
        assertThat(visitor.send(request).body()).as("replayed").isEqualTo(first);
        assertThat(api("GET", "/api/dead", "").path("count").asInt()).isEqualTo(1);
    }

    @Test
    void anAdminMakesATokenAndAnAccount_andTakesThemAway() throws Exception {
        HttpResponse<String> made = act("/access/tokens", Map.of("name", "ci", "role", "viewer", "days", "30"));
        var matcher = Pattern.compile("<pre>(omt_[^<]+)</pre>").matcher(made.body());
        assertThat(matcher.find()).isTrue();
        String token = matcher.group(1);
        assertThat(visitor.api("GET", "/api/queues", token, "").statusCode()).isEqualTo(200);
        assertThat(visitor.page("/access").body()).contains("ci").doesNotContain(token);
        var id = Pattern.compile("name=\"id\" value=\"([0-9a-f]+)\"")
                .matcher(visitor.page("/access").body());
        assertThat(id.find()).isTrue();
        act("/access/tokens/remove", Map.of("id", id.group(1)));
        assertThat(visitor.api("GET", "/api/queues", token, "").statusCode()).isEqualTo(401);

        act("/access/accounts", Map.of("name", "viewer1", "role", "viewer", "password", "long enough 1"));
        Visitor other = new Visitor(server.address());
        assertThat(other.logIn("viewer1", "long enough 1").statusCode()).isEqualTo(302);
        assertThat(other.page("/access").statusCode()).isEqualTo(403);
        act("/access/accounts/remove", Map.of("name", "viewer1"));
        assertThat(other.page("/").headers().firstValue("Location")).contains("/login");
        assertThat(act("/access/accounts/remove", Map.of("name", "admin")).statusCode())
                .isEqualTo(409);
        assertThat(act("/access/accounts", Map.of("name", "x", "role", "viewer", "password", "short"))
                        .body())
                .contains("10 to 200 characters");
    }

    @Test
    void metersOfTheWholeStoreAreThere() throws Exception {
        die("broken");
        server.close();
        // A server looks at the queues when it starts, and from time to time.
        open();
        Pattern dead = Pattern.compile("task_dead_letters\\{[^}]*queue=\"default\"[^}]*} 1");
        Together.await(
                "the dead letter is counted", () -> dead.matcher(meters()).find());
    }

    private String meters() {
        try {
            return visitor.api("GET", "/metrics", TOKEN, "").body();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
