package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.config.YamlFile;
import dev.oncemore.connector.ConnectorFile;
import dev.oncemore.connector.ConnectorSpec;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Faults;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What happens to a sheet after it was confirmed, by the API, with a real sandbox behind it. */
class SendingTest {
    @TempDir
    private Path folder;

    private Sandbox sandbox;
    private Server server;
    private DeskClient desk;

    private void start(SandboxSettings settings) {
        sandbox = Sandbox.start(settings);
        open(DeskSettings.at(sandbox.address()));
    }

    private void open(DeskSettings settings) {
        server = Server.start(
                new ServerSettings(
                                "127.0.0.1",
                                0,
                                StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                DeskClient.TOKEN,
                                false)
                        .desk(settings),
                Map.of());
        desk = new DeskClient(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
        sandbox.close();
    }

    private static SandboxSettings perMinute(int limit) {
        SandboxSettings standard = SandboxSettings.standard();
        return new SandboxSettings(0, Faults.NONE, 1, Optional.of(limit), standard.lockOut(), standard.hang());
    }

    private void faults(String json) throws Exception {
        Visitor visitor = new Visitor(sandbox.address());
        visitor.send(visitor.request("/_faults").POST(BodyPublishers.ofString(json)));
    }

    /** Sends documents to a system that wants to be left alone, and waits until it has said so. */
    private String sendHeld(String prefix, int documents) throws Exception {
        start(SandboxSettings.standard().faults(Faults.parse("403=100%")));
        String sheet = desk.send(DeskClient.sheetOf(prefix, documents));
        Settled.until(
                () -> desk.get(sheet + "/log?event=row_held"),
                log -> !log.path("lines").isEmpty());
        return sheet;
    }

    /** Starts both, with these faults and a connector as {@link #likeFreee} makes it. */
    private void openLikeFreee(String faults, String name, UnaryOperator<String> change) throws Exception {
        sandbox = Sandbox.start(SandboxSettings.standard().faults(Faults.parse(faults)));
        open(likeFreee(name, change));
    }

    private List<String> events(String path) throws Exception {
        return desk.get(path)
                .path("lines")
                .valueStream()
                .map(line -> line.path("event").asString())
                .toList();
    }

    @Test
    void theLimitIsKept_theRestWaits_andCanBePausedAndWithdrawn() throws Exception {
        start(perMinute(3));
        String sheet = desk.send(DeskClient.sheetOf("L-", 40));
        JsonNode waiting = Settled.until(
                () -> desk.get(sheet),
                // What is left is asked for first: it may be older than the states, never newer.
                found -> found.path("underWay").asInt() == 37
                        && found.path("remaining").asString().contains("waiting"));
        assertThat(waiting.path("states").path("Created").asInt()).isEqualTo(3);
        assertThat(waiting.path("remaining").asString()).contains("37 rows", "waiting: ");
        long requests = (Long) sandbox.created().get("requests");
        assertThat(requests)
                .as("who is on its way when the limit is reached is told so, nobody else asks")
                .isLessThan(20);

        desk.api("POST", sheet + "/pause", "", 200);
        assertThat(desk.get(sheet).path("remaining").asString()).contains("paused by automation");
        desk.api("POST", sheet + "/pause", "", 409);
        int rows = desk.api("POST", sheet + "/cancel", "", 200).path("rows").asInt();
        JsonNode states = desk.get(sheet).path("states");
        assertThat(states.path("Pending").asInt()).as("nothing is left Pending").isZero();
        assertThat(states.path("Error").asInt()).isEqualTo(rows);
        assertThat(desk.row(sheet, 41).path("message").asString())
                .isEqualTo("withdrawn by automation before it was sent; nothing was created");
        assertThat(events(sheet + "/rows/41/history")).containsExactly("row_cancelled");
        assertThat(sandbox.created()).containsEntry("invoice", 3L);
    }

    @Test
    void aLockOutHoldsTheWholeConnector_andWhatWasPausedGoesOn() throws Exception {
        String sheet = sendHeld("K-", 60);
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        Settled.until(
                () -> desk.get("/api/queues"),
                found -> found.path("queues")
                        .valueStream()
                        .anyMatch(queue -> queue.path("paused").asBoolean()));
        assertThat(visitor.page("/breakers").body()).contains("1 queue is paused", "desk-sandbox", "HTTP 403");
        assertThat((Long) sandbox.created().get("requests"))
                .as("only who was on its way met it")
                .isLessThanOrEqualTo(16);
        desk.api("POST", sheet + "/pause", "", 200);
        faults("{}");
        assertThat(desk.get(sheet).path("paused").asBoolean()).isTrue();
        desk.api("POST", sheet + "/resume", "", 200);
        desk.api("POST", sheet + "/resume", "", 409);
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(60);
        assertThat(sandbox.created()).containsEntry("invoice", 60L).containsEntry("duplicates", List.of());
        assertThat(desk.get(sheet + "/log?limit=1000&event=row_retry").path("lines"))
                .as("to be locked out is no attempt")
                .isEmpty();
    }

    /** As the shipped one, with something else in it, and pointed at the sandbox. */
    private DeskSettings likeFreee(String name, UnaryOperator<String> change) throws Exception {
        try (InputStream file = ConnectorFile.class.getResourceAsStream("freee.yml")) {
            String text = change.apply(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                    .replace("connector: freee", "connector: " + name)
                    .replace("https://api.freee.co.jp/iv", sandbox.address().toString())
                    .replaceAll("(?s)\\nauth:\\n.*?\\nconcurrency:", "\nauth: none\nconcurrency:")
                    .replaceAll("    limit: 30\\n", "");
            return new DeskSettings(
                    List.of(ConnectorFile.read(YamlFile.parse(name + ".yml", text), Map.of())), Map.of("comp1", "7"));
        }
    }

    @Test
    void aSelectionIsSentAgain_andTheHistoryTellsEachStep() throws Exception {
        openLikeFreee("403=100%", "strict", text -> text.replace("403: {is: lockedOut, hold: 10m}", "403: refused"));
        String sheet = desk.send(DeskClient.HEADINGS + "001,2026-01-31,Foods,tea,2,150,8\n002,soon,Foods,tea,2,150,8\n"
                + "003,2026-01-31,Foods,tea,2,150,8\n004,later,Foods,tea,1,1,8\n");
        assertThat(desk.settled(sheet).path("Error").asInt()).isEqualTo(4);
        JsonNode refused = desk.get(sheet + "/rows/4/history").path("lines").path(0);
        assertThat(refused.path("event").asString()).isEqualTo("row_processed_error");
        assertThat(refused.path("httpStatus").asInt()).isEqualTo(403);
        assertThat(refused.path("idempotencyKey").asString()).isEqualTo("comp1:invoice:003");
        assertThat(refused.path("who").asString()).isEqualTo("automation");
        faults("{}");

        desk.api("PUT", sheet + "/rows/3", "{\"date\":\"2026-01-31\"}", 200);
        desk.api("PUT", sheet + "/rows/4", "{\"description\":\"rice\"}", 200);
        JsonNode resent = desk.api("POST", sheet + "/resend", "{\"rows\":[2,3,5]}", 202);
        assertThat(resent.path("rows").asInt()).isEqualTo(2);
        assertThat(resent.path("skipped").path("5").asString()).contains("'later'");
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(2);
        resent = desk.api("POST", sheet + "/resend", "{}", 202);
        assertThat(resent.path("documents").asInt()).isEqualTo(1);
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(3);
        resent = desk.api("POST", sheet + "/resend", "{\"rows\":[2]}", 202);
        assertThat(resent.path("skipped").path("2").asString()).contains("Created already");
        assertThat(events(sheet + "/rows/4/history"))
                .containsExactly("row_processed_error", "row_edited", "row_resent", "row_processed_success");
        assertThat(events(sheet + "/rows/3/history"))
                .as("the desk refused it first")
                .containsExactly("row_processed_error", "row_edited", "row_resent", "row_processed_success");
        assertThat(desk.get(sheet + "/rows/3/history")
                        .path("lines")
                        .path(1)
                        .path("change")
                        .asString())
                .isEqualTo("date was 'soon', is '2026-01-31'");
        assertThat(desk.get(sheet + "/log?text=INVOICE:002").path("lines").size())
                .as("refused, edited, resent, created")
                .isEqualTo(4);
        assertThat(events(sheet + "/log?event=row_processed_success")).hasSize(3);
        assertThat(desk.get(sheet + "/log?limit=2").path("next").asString()).isNotEmpty();
        desk.api("GET", sheet + "/log?event=nonsense", "", 400);
        desk.api("POST", sheet + "/resend", "{\"rows\":3}", 400);
        assertThat(sandbox.created()).containsEntry("invoice", 3L);
    }

    @Test
    void aTaskThatIsCancelledByItsIdLeavesNoRowPending() throws Exception {
        String sheet = sendHeld("C-", 1);
        String task = server.backend()
                .database()
                .first("SELECT task_id FROM oncemore_row_task", row -> row.getString(1))
                .orElseThrow();
        Settled.until(
                () -> desk.row(sheet, 2), row -> row.path("state").asString().equals("Pending"));
        desk.api("POST", "/api/tasks/" + task + "/cancel", "{\"why\":\"test\"}", 200);
        assertThat(desk.row(sheet, 2).path("state").asString()).isEqualTo("Error");
        assertThat(desk.row(sheet, 2).path("message").asString()).contains("its task was cancelled by automation");
        faults("{}");
        desk.api("POST", sheet + "/resend", "{}", 202);
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(1);
    }

    @Test
    void aSheetGoesWhereItIsSentTo_andSomeTakeNoSuchDocuments() throws Exception {
        sandbox = Sandbox.start(SandboxSettings.standard());
        String other = """
                connector: other
                address: %s
                auth: none
                key: {header: Idempotency-Key, lengthMax: 32}
                documents:
                  invoice:
                    create:
                      path: /nowhere
                      body: {number: '${number}'}
                      id: id
                """.formatted(sandbox.address());
        open(new DeskSettings(
                List.of(
                        DeskSettings.sandbox(sandbox.address()),
                        ConnectorFile.read(YamlFile.parse("other.yml", other), Map.of())),
                Map.of("comp1", "7")));
        assertThat(desk.get("/api/connectors").path("connectors").toString()).isEqualTo("[\"sandbox\",\"other\"]");
        JsonNode sheet = desk.upload(DeskClient.sheetOf("A-", 1), Map.of("connector", "other"), 201);
        assertThat(sheet.path("connector").asString()).isEqualTo("other");
        String path = "/api/sheets/" + sheet.path("id").asString();
        assertThat(desk.settled(path).path("Error").asInt()).isEqualTo(1);
        assertThat(desk.row(path, 2).path("message").asString()).startsWith("HTTP 404");
        assertThat(desk.upload(DeskClient.sheetOf("B-", 1), Map.of("connector", "none"), 400)
                        .toString())
                .contains("use one of sandbox, other");
        assertThat(desk.upload(DeskClient.sheetOf("B-", 1), Map.of("connector", "other", "type", "delivery"), 400)
                        .toString())
                .contains("does not support documents of type delivery");
        String usual = desk.send(DeskClient.sheetOf("A-", 1));
        assertThat(desk.settled(usual).path("Created").asInt()).isEqualTo(1);
    }

    @Test
    void whatWasSentToTheUsualOneStaysThere_evenIfAnotherIsTheUsualOneLater() throws Exception {
        String sheet = sendHeld("S-", 5);
        server.close();
        faults("{}");
        DeskSettings other = likeFreee("other", text -> text.replace("path: /invoices\n", "path: /nowhere\n"));
        open(new DeskSettings(
                List.of(other.connectors().get(0), DeskSettings.sandbox(sandbox.address())), Map.of("comp1", "7")));
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(5);
        assertThat(desk.get(sheet).path("connector").asString()).isEqualTo("sandbox");
        assertThat(sandbox.created()).containsEntry("invoice", 5L);
    }

    @Test
    void sendingAgainLooksUpFirst_evenIfItWasRefused() throws Exception {
        openLikeFreee(
                "500-after=100%", "liar", text -> text.replace("429: throttled", "429: throttled\n  500: refused"));
        String sheet = desk.send(DeskClient.sheetOf("R-", 1));
        assertThat(desk.settled(sheet).path("Error").asInt()).isEqualTo(1);
        faults("{}");
        desk.api("POST", sheet + "/resend", "{}", 202);
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(1);
        assertThat(sandbox.created()).containsEntry("invoice", 1L).containsEntry("duplicates", List.of());
    }

    @Test
    void whatCannotBeSentAnyMoreIsNotLeftPending() throws Exception {
        String sheet = sendHeld("G-", 30);
        server.close();
        faults("{}");
        List<ConnectorSpec> systems = List.of(DeskSettings.sandbox(sandbox.address()));
        open(new DeskSettings(systems, Map.of("other", "8")));
        JsonNode states = desk.settled(sheet);
        assertThat(states.path("Error").asInt())
                .as("also those that were tried: to be locked out creates nothing")
                .isEqualTo(30);
        assertThat(desk.row(sheet, 31).path("message").asString()).contains("the company comp1 has no id");
        server.close();
        open(new DeskSettings(systems, Map.of("comp1", "7")));
        desk.api("POST", sheet + "/resend", "{}", 202);
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(30);
        assertThat(sandbox.created()).containsEntry("invoice", 30L).containsEntry("duplicates", List.of());
    }

    @Test
    void whatIsBeingSentIsNotWithdrawn() throws Exception {
        SandboxSettings standard = SandboxSettings.standard();
        // So fast that rows do not tell that they are being sent.
        start(new SandboxSettings(0, Faults.NONE, 1, Optional.of(10_000), standard.lockOut(), Duration.ofSeconds(3)));
        desk.settled(desk.send(DeskClient.sheetOf("F-", 2)));
        faults("{\"hang\":1}");
        long before = (Long) sandbox.created().get("requests");
        String sheet = desk.send(DeskClient.sheetOf("T-", 3));
        Settled.until(() -> desk.get(sheet), found -> (Long) sandbox.created().get("requests") == before + 3);
        int rows = desk.api("POST", sheet + "/cancel", "", 200).path("rows").asInt();
        assertThat(rows).as("all were on their way").isZero();
        assertThat(desk.get(sheet).path("states").path("Error").asInt()).isZero();
        faults("{}");
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(3);
        assertThat(sandbox.created()).containsEntry("invoice", 5L).containsEntry("duplicates", List.of());
    }

    @Test
    void notWithin7DaysIsToldApartFromNeverSeen() throws Exception {
        start(SandboxSettings.standard());
        desk.settled(desk.send(DeskClient.sheetOf("N-", 1)));
        assertThat(desk.get("/api/documents/comp1/invoice/N-1").path("answer").asString())
                .isEqualTo("yes");
        // What a purge does with records whose time is over.
        server.backend().database().update("DELETE FROM oncemore_record");
        JsonNode answer = desk.get("/api/documents/comp1/invoice/N-1");
        assertThat(answer.path("created").asBoolean()).isFalse();
        assertThat(answer.path("answer").asString()).isEqualTo("not within 7 days");
        assertThat(answer.path("id").asString()).isEqualTo("1");
        assertThat(answer.path("who").asString()).isEqualTo("automation");
        assertThat(desk.get("/api/documents/comp1/invoice/N-2").path("answer").asString())
                .isEqualTo("no: never seen");
    }

    @Test
    void whereNothingCanBeLookedUpTheRowStaysUnknownForAPerson() throws Exception {
        openLikeFreee("500-after=100%", "blind", text -> text.replaceAll("(?s)    find:.*?(?=  delivery:|$)", ""));
        String sheet = desk.send(DeskClient.sheetOf("U-", 1));
        assertThat(desk.settled(sheet).path("Unknown").asInt()).isEqualTo(1);
        assertThat(desk.row(sheet, 2).path("message").asString()).contains("cannot be asked for it");
        assertThat(events(sheet + "/rows/2/history")).containsExactly("row_unknown");
        faults("{}");
        desk.api("POST", sheet + "/rows/2/resend", "", 202);
        assertThat(desk.settled(sheet).path("Unknown").asInt()).isEqualTo(1);
        assertThat(sandbox.created()).as("nobody guesses").containsEntry("invoice", 1L);
    }

    @Test
    void pagesShowAndDoTheSame() throws Exception {
        start(perMinute(2));
        String sheet = desk.send(DeskClient.sheetOf("P-", 20));
        Settled.until(
                () -> desk.get(sheet),
                found -> found.path("remaining").asString().contains("waiting"));
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        String csrf = visitor.csrf();
        String page = sheet.replace("/api/", "/desk/");
        assertThat(visitor.page(page).body()).contains("Pause", "Withdraw", "<b>sandbox</b>");
        assertThat(visitor.post(page + "/pause", Map.of("_csrf", csrf)).statusCode())
                .isEqualTo(302);
        assertThat(visitor.page(page).body()).contains("Resume", "admin has paused it");
        assertThat(visitor.post(page + "/cancel", Map.of("_csrf", csrf)).statusCode())
                .isEqualTo(302);
        assertThat(visitor.page(page).body()).contains("Resend all errors", "Choose row 21");
        assertThat(visitor.post(page + "/resume", Map.of("_csrf", csrf)).statusCode())
                .isEqualTo(302);
        assertThat(visitor.post(page + "/resend", Map.of("_csrf", csrf, "row", "21"))
                        .statusCode())
                .isEqualTo(302);
        assertThat(visitor.post(page + "/resend", Map.of("_csrf", csrf, "all", "true"))
                        .statusCode())
                .isEqualTo(302);
        assertThat(visitor.post(page + "/resend", Map.of("_csrf", csrf)).statusCode())
                .isEqualTo(400);
        assertThat(visitor.page(page + "/rows/21").body())
                .contains("– Withdrawn", "↻ Sent again", "comp1:invoice:P-20");
        assertThat(visitor.page(page + "/log?event=row_cancelled&text=P-20").body())
                .contains("– Withdrawn", "comp1:invoice:P-20")
                .doesNotContain("comp1:invoice:P-19");
    }
}
