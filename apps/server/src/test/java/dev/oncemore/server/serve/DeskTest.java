package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Faults;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What somebody at the desk does, by the API, with a real sandbox behind it. */
class DeskTest {
    private static final String HEADINGS = "number,date,partner,description,quantity,unit_price,tax_rate\n";

    private final JsonMapper json = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    private Sandbox sandbox;
    private Server server;
    private Visitor visitor;

    @BeforeEach
    void start() {
        sandbox = Sandbox.start(SandboxSettings.standard());
        open();
    }

    private void open() {
        ServerSettings settings =
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false);
        server = Server.start(settings.desk(DeskSettings.at(sandbox.address())), Map.of());
        visitor = new Visitor(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
        sandbox.close();
    }

    private JsonNode api(String method, String path, String body, int status) throws Exception {
        HttpResponse<String> answer = visitor.api(method, path, TOKEN, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return json.readTree(answer.body());
    }

    private HttpResponse<String> upload(String csv, Map<String, String> fields, String key) throws Exception {
        Upload upload = Upload.of(csv);
        fields.forEach(upload::field);
        return upload.send(visitor, "/api/sheets", request -> {
            request.header("Authorization", "Bearer " + TOKEN);
            return key.isEmpty() ? request : request.header("Idempotency-Key", key);
        });
    }

    private String send(String csv) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("company", "comp1");
        fields.put("type", "invoice");
        fields.put("confirm", "true");
        HttpResponse<String> answer = upload(csv, fields, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return json.readTree(answer.body()).path("id").asString();
    }

    private JsonNode settled(String id) throws Exception {
        return Settled.await(() -> api("GET", "/api/sheets/" + id, "", 200));
    }

    private JsonNode row(String id, int number) throws Exception {
        return api("GET", "/api/sheets/" + id + "/rows?limit=1&after=" + (number - 1), "", 200)
                .path("rows")
                .path(0);
    }

    @Test
    void aSheetIsSent_andAgain_andNothingIsCreatedTwice() throws Exception {
        String csv = HEADINGS + "001,2026-01-31,Foods,tea,2,150,8\n001,2026-01-31,Foods,rice,1,900,8\n"
                + "002,2026-01-31,Trading,paper,10,480,10\n";
        String first = send(csv);
        assertThat(settled(first).path("Created").asInt()).isEqualTo(3);
        String id = row(first, 2).path("documentId").asString();
        assertThat(row(first, 3).path("documentId").asString()).isEqualTo(id);
        assertThat(row(first, 2).path("key").asString()).isEqualTo("comp1:invoice:001");

        String second = send(csv);
        assertThat(settled(second).path("Duplicate").asInt()).isEqualTo(3);
        assertThat(row(second, 2).path("documentId").asString()).isEqualTo(id);
        assertThat(sandbox.created()).containsEntry("invoice", 2L);

        JsonNode found = api("GET", "/api/documents/comp1/invoice/001", "", 200);
        assertThat(found.path("created").asBoolean()).isTrue();
        assertThat(found.path("id").asString()).isEqualTo(id);
        assertThat(found.path("who").asString()).isEqualTo("automation");
        assertThat(api("GET", "/api/documents/comp1/delivery/001", "", 200)
                        .path("answer")
                        .asString())
                .isEqualTo("no: never seen");
    }

    @Test
    void aNumberThatExistsWithOtherContentIsAnError() throws Exception {
        settled(send(HEADINGS + "001,2026-01-31,Foods,tea,2,150,8\n"));
        String other = send(HEADINGS + "001,2026-01-31,Foods,tea,3,150,8\n");
        assertThat(settled(other).path("Error").asInt()).isEqualTo(1);
        assertThat(row(other, 2).path("message").asString()).contains("exists already with other content (id ");
        assertThat(row(other, 2).path("documentId").asString())
                .as("that is another document's")
                .isEmpty();
        assertThat(sandbox.created()).containsEntry("invoice", 1L);
    }

    @Test
    void whatIsWrongIsNamed_corrected_andSentAgain_whileTheRestIsSent() throws Exception {
        String id = send(HEADINGS + "001,2026-01-31,Foods,tea,2,150,8\n001,31 Jan,Foods,rice,1,900,8\n"
                + "002,2026-01-31,Trading,paper,10,480,10\n");
        JsonNode states = settled(id);
        assertThat(states.path("Created").asInt()).isEqualTo(1);
        assertThat(states.path("Error").asInt())
                .as("a document is sent as a whole")
                .isEqualTo(2);
        assertThat(row(id, 3).path("message").asString())
                .contains("row 3, date: '31 Jan', expected a date such as 2026-01-31");
        assertThat(row(id, 2).path("message").asString()).isEqualTo("row 3 of the same document is wrong");
        assertThat(api("POST", "/api/sheets/" + id + "/rows/3/resend", "", 400)
                        .path("detail")
                        .asString())
                .contains("it cannot be sent");
        assertThat(api("PUT", "/api/sheets/" + id + "/rows/4", "{\"date\":\"2026-01-01\"}", 409)
                        .path("detail")
                        .asString())
                .contains("row 4 is Created");
        assertThat(api("PUT", "/api/sheets/" + id + "/rows/3", "{\"number\":\"002\"}", 409)
                        .path("detail")
                        .asString())
                .contains("row 4, which was sent already");

        api("PUT", "/api/sheets/" + id + "/rows/3", "{\"date\":\"2026-01-31\"}", 200);
        assertThat(row(id, 2).path("message").asString()).contains("corrected");
        api("POST", "/api/sheets/" + id + "/rows/3/resend", "", 202);
        assertThat(settled(id).path("Created").asInt()).isEqualTo(3);
        api("POST", "/api/sheets/" + id + "/rows/3/resend", "", 409);
        assertThat(sandbox.created()).containsEntry("invoice", 2L);
        assertThat(api("GET", "/api/audit", "", 200).toString()).contains("sheet row changed", "31 Jan");
    }

    @Test
    void aReplyThatGotLostIsLookedUp() throws Exception {
        sandbox.close();
        server.close();
        sandbox = Sandbox.start(SandboxSettings.standard().faults(Faults.parse("cut-after=100%")));
        open();
        String id = send(HEADINGS + "001,2026-01-31,Foods,tea,2,150,8\n");
        Settled.until(
                () -> api("GET", "/api/sheets/" + id, "", 200),
                sheet -> sheet.path("states").path("Unknown").asInt() == 1);
        assertThat(api("GET", "/api/documents/comp1/invoice/001", "", 200)
                        .path("created")
                        .asBoolean())
                .isFalse();
        visitor.send(new Visitor(sandbox.address()).request("/_faults").POST(BodyPublishers.ofString("{}")));
        assertThat(settled(id).path("Created").asInt()).isEqualTo(1);
        assertThat(sandbox.created()).containsEntry("invoice", 1L);
    }

    @Test
    void nothingIsSentBeforeItIsConfirmed_andAFileThatCannotBeReadLeavesNothing() throws Exception {
        Map<String, String> fields = Map.of("company", "comp1", "type", "delivery");
        assertThat(upload("number\n1\n", fields, "").statusCode()).isEqualTo(400);
        assertThat(upload(HEADINGS, Map.of("company", "a b", "type", "delivery"), "")
                        .body())
                .contains("the company is 'a b'");
        assertThat(upload(HEADINGS, Map.of("company", "comp1", "type", "memo"), "")
                        .body())
                .contains("the types are invoice and delivery");
        HttpResponse<String> large = upload("x".repeat(11_000_000), fields, "");
        assertThat(large.statusCode()).as(large.body()).isEqualTo(413);
        assertThat(large.body()).contains("10 MB");
        String csv = HEADINGS + "001,2026-01-31,Foods,tea,2,150,8\n";
        HttpResponse<String> first = upload(csv, fields, "key-1");
        HttpResponse<String> again = upload(csv, fields, "key-1");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(again.body()).as("an upload with a key happens once").isEqualTo(first.body());
        JsonNode sheet = json.readTree(first.body());
        assertThat(sheet.path("file").asString()).isEqualTo("b.csv");
        assertThat(sheet.path("confirmed").asBoolean()).isFalse();
        for (Map.Entry<String, String> slip :
                Map.of("confirm", "maybe", "confrim", "true").entrySet()) {
            Map<String, String> more = new LinkedHashMap<>(fields);
            more.put(slip.getKey(), slip.getValue());
            assertThat(upload(HEADINGS + "009,2026-01-31,Foods,tea,2,150,8\n", more, "")
                            .body())
                    .contains(
                            slip.getKey().equals("confirm")
                                    ? "'confirm' is 'maybe', but must be true"
                                    : "there is no field 'confrim' here; did you mean 'confirm'?");
        }
        assertThat(sandbox.created()).containsEntry("requests", 0L);
        String id = sheet.path("id").asString();
        api("POST", "/api/sheets/" + id + "/confirm", "", 200);
        assertThat(settled(id).path("Created").asInt()).isEqualTo(1);
        api("POST", "/api/sheets/" + id + "/confirm", "", 409);
        assertThat(sandbox.created()).containsEntry("delivery", 1L);
    }
}
