package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.config.YamlFile;
import dev.oncemore.connector.ConnectorFile;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.operations.store.StoreUrl;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Answers that the sandbox does not give: those of systems that refuse a number they have, or serve a key already. */
class AnswersOfOthersTest {
    private static final String CONNECTOR = """
            connector: other
            address: http://127.0.0.1:PORT
            auth: none
            MORE
            documents:
              invoice:
                create:
                  path: /invoices
                  body: {number: '${number}'}
                  id: id
                find:
                  path: /invoices?number=${number}
                  list: invoices
                  number: number
                  id: id
            """;

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger lookedUp = new AtomicInteger();

    @TempDir
    private Path folder;

    /** Under which id it has what is looked up, as JSON. */
    private String idThere = "\"42\"";

    private Javalin other;
    private Server server;
    private DeskClient desk;

    /**
     * Starts a desk that sends to a system of these ways.
     *
     * @param creating what it does with a document, the first and the second time
     * @param isThere whether it has the document when it is looked up
     */
    private void start(String more, List<Consumer<Context>> creating, boolean isThere) {
        open(CONNECTOR.replace("MORE", more), creating, isThere);
    }

    private void open(String connector, List<Consumer<Context>> creating, boolean isThere) {
        other = Javalin.create(config -> {
                    // Read whole, or the server may close the connection on which the next request is sent.
                    config.routes.before(Context::body);
                    config.routes.post(
                            "/invoices",
                            context -> creating.get(Math.min(asked.getAndIncrement(), creating.size() - 1))
                                    .accept(context));
                    config.routes.get("/invoices", context -> {
                        lookedUp.incrementAndGet();
                        context.result(
                                isThere
                                        ? "{\"invoices\":[{\"id\":" + idThere + ",\"number\":\""
                                                + context.queryParam("number") + "\"}]}"
                                        : "{\"invoices\":[]}");
                    });
                })
                .start("127.0.0.1", 0);
        String file = connector.replace("PORT", Integer.toString(other.port()));
        server = Server.start(
                new ServerSettings(
                                "127.0.0.1",
                                0,
                                StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                DeskClient.TOKEN,
                                false)
                        .desk(new DeskSettings(
                                List.of(ConnectorFile.read(YamlFile.parse("other.yml", file), Map.of())),
                                Map.of("comp1", "7"))),
                Map.of());
        desk = new DeskClient(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
        other.stop();
    }

    private JsonNode sent() throws Exception {
        String sheet = desk.send(DeskClient.sheetOf("A-", 1));
        desk.settled(sheet);
        return desk.row(sheet, 2);
    }

    private static Consumer<Context> status(int status) {
        return context -> context.status(status);
    }

    @Test
    void whatIsRefusedAfterAnEarlierAttemptIsLookedUp_sinceThatMayHaveCreatedIt() throws Exception {
        start("statuses: {500: failed}", List.of(status(500), status(422)), true);
        JsonNode row = sent();
        assertThat(row.path("state").asString()).isEqualTo("Created");
        assertThat(row.path("documentId").asString()).isEqualTo("42");
        assertThat(asked).hasValue(2);
        assertThat(lookedUp).hasValue(1);
    }

    @Test
    void whatIsRefusedAndNotThereIsAnError() throws Exception {
        start("statuses: {500: failed}", List.of(status(500), status(422)), false);
        JsonNode row = sent();
        assertThat(row.path("state").asString()).isEqualTo("Error");
        assertThat(row.path("message").asString()).isEqualTo("HTTP 422");
        assertThat(lookedUp).hasValue(1);
    }

    @Test
    void whatIsRefusedAtOnceNeedsNoLookUp() throws Exception {
        start("", List.of(status(422)), true);
        assertThat(sent().path("state").asString()).isEqualTo("Error");
        assertThat(lookedUp).hasValue(0);
    }

    @Test
    void where409MeansThatTheKeyIsBeingServed_theDocumentIsLookedUp() throws Exception {
        start("key: {header: Idempotency-Key}", List.of(status(409)), true);
        JsonNode row = sent();
        assertThat(row.path("state").asString()).isEqualTo("Created");
        assertThat(row.path("documentId").asString()).isEqualTo("42");
        assertThat(asked).as("it is not sent again").hasValue(1);
    }

    @Test
    void withoutAKey409IsARefusal() throws Exception {
        start("", List.of(status(409)), true);
        JsonNode row = sent();
        assertThat(row.path("state").asString()).isEqualTo("Error");
        assertThat(row.path("message").asString()).isEqualTo("HTTP 409");
        assertThat(asked).hasValue(1);
        assertThat(lookedUp).hasValue(0);
    }

    @Test
    void aRowWhoseTaskIsCancelledAfterItWasSent_andCannotBeAskedFor_isLeftToAPerson() throws Exception {
        String blind = CONNECTOR.replace("MORE", "statuses: {500: failed}").replaceAll("(?s)    find:.*", "");
        Consumer<Context> muchLater = context -> context.status(500).header("Retry-After", "600");
        open(blind, List.of(muchLater), false);
        String sheet = desk.send(DeskClient.sheetOf("A-", 1));
        String task = server.backend()
                .database()
                .first("SELECT task_id FROM oncemore_row_task", row -> row.getString(1))
                .orElseThrow();
        Settled.until(
                () -> desk.get("/api/tasks/" + task),
                found -> asked.get() == 1 && found.path("state").asString().equals("waiting"));
        desk.api("POST", "/api/tasks/" + task + "/cancel", "{\"why\":\"test\"}", 200);
        assertThat(desk.row(sheet, 2).path("state").asString()).isEqualTo("Unknown");
        assertThat(desk.row(sheet, 2).path("message").asString())
                .contains("nobody knows whether it was created; this accounting system cannot be asked for it")
                .doesNotContain("asks for its number first");
    }

    /** Ids that a record cannot keep: something was created, so that it must not be reported as an error. */
    private static Stream<String> oddIds() {
        return Stream.of(
                "\"" + "9".repeat(256) + "\"", "\"a\\nb\"", "\"a\\u0000\"", "\"\\ud800\"", "\"   \"", "\"\"", "null");
    }

    private static Consumer<Context> created(String id) {
        return context -> context.status(201).result("{\"id\":" + id + "}");
    }

    @ParameterizedTest
    @MethodSource("oddIds")
    void whatIsCreatedUnderAnOddIdIsLookedUp(String id) throws Exception {
        start("", List.of(created(id)), true);
        JsonNode row = sent();
        assertThat(row.path("state").asString()).isEqualTo("Created");
        assertThat(row.path("documentId").asString()).isEqualTo("42");
        assertThat(asked).as("it is not sent again").hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("oddIds")
    void whatIsFoundUnderAnOddIdIsUnknown_andNotSentAgain(String id) throws Exception {
        idThere = id;
        start("", List.of(created(id)), true);
        String sheet = desk.send(DeskClient.sheetOf("A-", 1));
        JsonNode row = Settled.until(() -> desk.row(sheet, 2), found -> {
            String state = found.path("state").asString();
            return Set.of("Error", "Created").contains(state)
                    || found.path("message").asString().contains("looked up");
        });
        assertThat(row.path("state").asString()).isEqualTo("Unknown");
        assertThat(row.path("message").asString()).contains("the document that was looked up has");
        assertThat(asked).hasValue(1);
    }

    @Test
    void a401IsNotTriedAgain() throws Exception {
        start("", List.of(status(401)), false);
        JsonNode row = sent();
        assertThat(row.path("state").asString()).isEqualTo("Error");
        assertThat(row.path("message").asString()).startsWith("HTTP 401; it requires authentication");
        assertThat(asked).hasValue(1);
    }

    @Test
    void fiveRetriesTellTheirCount_thenTheRowIsAnError_andTheMetersNameTheSystem() throws Exception {
        List<Map<String, String>> headers = new CopyOnWriteArrayList<>();
        Consumer<Context> failing = context -> {
            headers.add(context.headerMap());
            context.status(500);
        };
        start("statuses: {500: failed}", List.of(failing), false);
        JsonNode row = sent();
        assertThat(row.path("state").asString()).isEqualTo("Error");
        assertThat(row.path("message").asString()).isEqualTo("gave up after 6 attempts, nothing was created: HTTP 500");
        assertThat(headers)
                .extracting(sent -> sent.getOrDefault(RetryHeaders.RETRY_COUNT, "none"))
                .containsExactly("none", "1", "2", "3", "4", "5");
        assertThat(headers.subList(1, 6))
                .extracting(sent -> sent.get(RetryHeaders.ORIGINAL_REQUEST_AT))
                .doesNotContainNull()
                .as("one first request")
                .satisfies(times -> assertThat(Set.copyOf(times)).hasSize(1));
        assertThat(headers)
                .extracting(sent -> sent.get(RetryHeaders.RETRY_OWNER))
                .as("the system behind leaves the retries to us")
                .containsOnly(RetryHeaders.CALLER);
        String metrics = new Visitor(server.address())
                .api("GET", "/metrics", DeskClient.TOKEN, "")
                .body();
        assertThat(metrics.lines().filter(line -> line.contains("dependency=\"other\"")))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("dependency_attempts_total{")
                        .contains("operation=\"create-invoice\"")
                        .endsWith(" 6.0"))
                .anySatisfy(line -> assertThat(line).startsWith("dependency_latency_seconds_count{"));
    }
}
