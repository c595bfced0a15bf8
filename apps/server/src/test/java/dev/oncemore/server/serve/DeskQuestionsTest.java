package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Questions about a sheet, by the API and on its page. */
class DeskQuestionsTest {
    private static final String CSV = DeskClient.HEADINGS + "A-1,31/01/2026,Foods,tea,1,\"1,000\",0.1\n";

    private Sandbox sandbox;
    private Server server;
    private DeskClient desk;

    @BeforeEach
    void start(@TempDir Path folder) {
        sandbox = Sandbox.start(SandboxSettings.standard());
        server = Server.start(
                new ServerSettings(
                                "127.0.0.1",
                                0,
                                StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                DeskClient.TOKEN,
                                false)
                        .desk(DeskSettings.at(sandbox.address())),
                Map.of());
        desk = new DeskClient(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
        sandbox.close();
    }

    private String tax() throws Exception {
        Visitor visitor = new Visitor(sandbox.address());
        String found = visitor.send(visitor.request("/invoices?company_id=" + companyId() + "&invoice_number=A-1")
                        .GET())
                .body();
        return found.replaceAll("(?s).*\"tax_rate\":([0-9.]+).*", "$1");
    }

    /** As the desk makes it out of the name. */
    private static long companyId() {
        java.util.zip.CRC32 sum = new java.util.zip.CRC32();
        "comp1".chars().forEach(sum::update);
        return sum.getValue() % (Integer.MAX_VALUE - 1) + 1;
    }

    @Test
    void aConfirmedUploadWithAnOpenQuestionIsRefused_andTheAnswerSendsIt() throws Exception {
        JsonNode refusal = desk.upload(CSV, Map.of(), 409);
        assertThat(refusal.toString()).contains("Does it mean 10 %?", "tax: percent or as-is");
        assertThat(sandbox.created()).containsEntry("requests", 0L);
        JsonNode unknown = desk.upload(CSV, Map.of("answers", "tax=ten"), 400);
        assertThat(unknown.toString()).contains("must be percent or as-is");

        String sheet = "/api/sheets/"
                + desk.upload(CSV, Map.of("answers", "tax=percent"), 201)
                        .path("id")
                        .asString();
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(1);
        assertThat(tax()).isEqualTo("10");
    }

    @Test
    void thePreviewSaysWhatWasUnderstood_andChangesWithTheAnswer() throws Exception {
        String sheet = "/api/sheets/"
                + desk.upload(CSV, Map.of("confirm", "false"), 201).path("id").asString();
        JsonNode reading = desk.get(sheet + "/reading");
        assertThat(reading.path("rows").path(0).path("understood").toString())
                .isEqualTo("[\"\",\"2026-01-31\",\"\",\"\",\"\",\"1,000.00\",\"0.1 %\"]");
        JsonNode question = reading.path("questions").path(0);
        assertThat(question.path("code").asString()).isEqualTo("tax");
        assertThat(question.path("choices").toString()).isEqualTo("[\"percent\",\"as-is\"]");
        assertThat(question.path("answer").isNull() || question.path("answer").isMissingNode())
                .isTrue();
        assertThat(reading.path("documents").path(0).path("amount").asInt()).isEqualTo(1_000);
        desk.api("POST", sheet + "/confirm", "", 409);

        JsonNode answered = desk.api("PUT", sheet + "/answers", "{\"tax\":\"percent\"}", 200);
        assertThat(answered.path("questions").path(0).path("answer").asString()).isEqualTo("percent");
        assertThat(answered.path("rows").path(0).path("understood").path(6).asString())
                .isEqualTo("10 %");
        desk.api("PUT", sheet + "/answers", "{\"hidden\":\"send\"}", 400);
        desk.api("POST", sheet + "/confirm", "", 200);
        desk.settled(sheet);
        assertThat(tax()).isEqualTo("10");
    }

    @Test
    void thePageAsksByRadioButtons_andOffersToSendOnlyAfterTheAnswer() throws Exception {
        String id = desk.upload(CSV, Map.of("confirm", "false"), 201).path("id").asString();
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        String before = visitor.page("/desk/sheets/" + id).body();
        assertThat(before)
                .contains("Please answer before sending", "Does it mean 10 %?", "type=\"radio\"", "→ 2026-01-31")
                .doesNotContain("Confirm and send");
        desk.api("PUT", "/api/sheets/" + id + "/answers", "{\"tax\":\"percent\"}", 200);
        assertThat(visitor.page("/desk/sheets/" + id).body())
                .contains("Confirm and send", "→ 10 %", "A-1: 1,000.00 without tax, 1 line");
    }

    /** Five usual sheets, and one whose second document has an error; returns its id. */
    private String sentWithAnError() throws Exception {
        for (int i = 0; i < 5; i++) {
            desk.settled(desk.send(DeskClient.HEADINGS + "U-" + i + ",2026-01-31,Foods,tea,1,1000,8\n"));
        }
        String sheet =
                desk.send(DeskClient.HEADINGS + "V,2026-01-31,Foods,tea,1,1000,8\nW,2026-01-31,Foods,tea,1,much,8\n");
        desk.settled(sheet);
        return sheet.substring("/api/sheets/".length());
    }

    @Test
    void aCorrectionThatMakesAnUnusualTotal_isSentAfterTheAnswer_byTheApi() throws Exception {
        String sheet = "/api/sheets/" + sentWithAnError();
        desk.api("PUT", sheet + "/rows/3", "{\"unit_price\":\"90000\"}", 200);
        for (String again : new String[] {"/rows/3/resend", "/resend"}) {
            assertThat(desk.api("POST", sheet + again, "{}", 409).toString())
                    .contains("answer first: The total is 91,000.00, but usually about 1,000.00", "(total: yes)");
        }
        assertThat(sandbox.created()).containsEntry("invoice", 6L);
        JsonNode question = desk.get(sheet + "/reading").path("questions").path(0);
        assertThat(question.path("code").asString()).isEqualTo("total");
        desk.api("PUT", sheet + "/answers", "{\"total\":\"yes\"}", 200);
        desk.api("POST", sheet + "/rows/3/resend", "", 202);
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(2);
        assertThat(sandbox.created()).containsEntry("invoice", 7L);
    }

    @Test
    void aCorrectionThatMakesAnUnusualTotal_isSentAfterTheAnswer_onThePage() throws Exception {
        String id = sentWithAnError();
        String page = "/desk/sheets/" + id;
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        String csrf = visitor.csrf();
        String saved = visitor.post(page + "/rows/3", Map.of("_csrf", csrf, "unit_price", "90000"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        assertThat(saved).isEqualTo(page + "?done=asked#questions");
        String asked = visitor.page(page + "?done=asked").body();
        assertThat(asked)
                .contains("Row saved. It is not sent yet", "Please answer before sending")
                .contains("The total is 91,000, but usually about 1,000", "Answer and send");
        visitor.post("/language", Map.of("language", "de", "next", "/desk"));
        assertThat(visitor.page(page).body()).contains("91.000", "1.000", "Antworten und senden");
        visitor.post("/language", Map.of("language", "en", "next", "/desk"));
        assertThat(visitor.post(page + "/resend", Map.of("_csrf", csrf, "all", "true"))
                        .body())
                .contains("Nothing was sent. Please answer the question on the page of the sheet first.");
        assertThat(sandbox.created()).containsEntry("invoice", 6L);

        String seen = asked.replaceAll("(?s).*name=\"seen\" value=\"([0-9a-f]+)\".*", "$1");
        desk.api("PUT", "/api/sheets/" + id + "/rows/3", "{\"unit_price\":\"95000\"}", 200);
        Map<String, String> yes = Map.of("_csrf", csrf, "total", "yes", "seen", seen);
        assertThat(visitor.post(page + "/answers", yes).statusCode())
                .as("somebody made it another total since")
                .isEqualTo(409);
        desk.api("PUT", "/api/sheets/" + id + "/rows/3", "{\"unit_price\":\"90000\"}", 200);
        assertThat(visitor.post(page + "/answers", yes).headers().firstValue("Location"))
                .hasValue(page + "?done=resent");
        assertThat(desk.settled("/api/sheets/" + id).path("Created").asInt()).isEqualTo(2);
        assertThat(visitor.page(page).body()).contains("No errors").doesNotContain("Is this meant?");
    }
}
