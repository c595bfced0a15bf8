package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A company that was never used is made on purpose, and what was probably meant is named. */
class CompaniesTest {
    private static final String PLAN =
            "{\"partner\":\"Foods\",\"description\":\"Rent\",\"quantity\":1," + "\"unit_price\":10,\"tax_rate\":10%s}";

    @TempDir
    private Path folder;

    private Sandbox sandbox;
    private Server server;
    private DeskClient desk;

    @BeforeEach
    void start() throws Exception {
        sandbox = Sandbox.start(SandboxSettings.standard());
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false)
                        .desk(DeskSettings.at(sandbox.address())),
                Map.of());
        desk = new DeskClient(server.address());
        // The first one needs no word: it cannot be mistaken for another.
        desk.settled(desk.send(DeskClient.sheetOf("INV-00", 3)));
    }

    @AfterEach
    void stop() {
        server.close();
        sandbox.close();
    }

    @Test
    void programsAreToldWhatTheyMayHaveMeant() throws Exception {
        String sheet = DeskClient.sheetOf("N-", 1);
        assertThat(text(desk.upload(sheet, Map.of("company", "COMP1"), 409)))
                .contains("the company 'COMP1' is new here; did you mean comp1?", "new_company=true");
        assertThat(text(desk.upload(sheet, Map.of("company", "ｃｏｍｐ１"), 409))).contains("did you mean comp1?");
        assertThat(text(desk.upload(sheet, Map.of("company", "cmop1"), 409))).contains("did you mean comp1?");
        assertThat(text(desk.upload(sheet, Map.of("company", "acme"), 409)))
                .contains("the company 'acme' is new here;", "known are comp1");
        assertThat(text(desk.upload(sheet, Map.of("company", "acme", "new_company", "perhaps"), 400)))
                .contains("'new_company' is 'perhaps', but must be true or false");
        assertThat(text(desk.upload(sheet, Map.of("company", "日本", "new_company", "true"), 400)))
                .contains("the company is '日本', but");
        assertThat(sandbox.created()).containsEntry("invoice", 3L);

        desk.upload(sheet, Map.of("company", "COMP1", "new_company", "true"), 201);
        desk.upload(sheet, Map.of("company", "COMP1"), 201);
    }

    private static String text(JsonNode problem) {
        return problem.path("detail").asString();
    }

    @Test
    void aPlanIsMadeForAKnownCompany() throws Exception {
        assertThat(text(desk.api("PUT", "/api/billing/plans/comp2/c-1", PLAN.formatted(""), 409)))
                .contains("did you mean comp1?");
        desk.api("PUT", "/api/billing/plans/comp2/c-1", PLAN.formatted(",\"new_company\":true"), 200);
        desk.api("PUT", "/api/billing/plans/comp2/c-2", PLAN.formatted(""), 200);
    }

    @Test
    void aDocumentThatWasNeverSeenIsComparedWithOthers() throws Exception {
        assertThat(near("comp1/invoice/inv-001")).containsExactly("comp1/invoice/INV-001");
        assertThat(near("comp1/invoice/INV-1")).containsExactly("comp1/invoice/INV-001");
        assertThat(near("comp1/invoice/ＩＮＶ０１")).containsExactly("comp1/invoice/INV-001");
        assertThat(near("comp1/invoice/IVN-001")).containsExactly("comp1/invoice/INV-001");
        assertThat(near("comp1/invoice/INV-004"))
                .containsExactlyInAnyOrder("comp1/invoice/INV-001", "comp1/invoice/INV-002", "comp1/invoice/INV-003");
        assertThat(near("COMP1/invoice/INV-001")).containsExactly("comp1/invoice/INV-001");
        assertThat(near("comp1/delivery/INV-001")).containsExactly("comp1/invoice/INV-001");
        assertThat(near("acme/invoice/INV-001")).isEmpty();
        assertThat(near("comp1/invoice/INV-001")).as("it was created").isEmpty();
        assertThat(near("comp1/invoice/" + "9".repeat(60))).isEmpty();
    }

    private List<String> near(String path) throws Exception {
        return desk.get("/api/documents/" + path.replace("ＩＮＶ０１", "%EF%BC%A9%EF%BC%AE%EF%BC%B6%EF%BC%90%EF%BC%91"))
                .path("near")
                .valueStream()
                .map(near -> near.path("company").asString() + "/"
                        + near.path("type").asString() + "/"
                        + near.path("number").asString())
                .toList();
    }

    @Test
    void staffChooseOrSayThatItIsNew() throws Exception {
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        String csrf = visitor.csrf();
        assertThat(visitor.page("/desk").body())
                .contains("<option selected>comp1</option>", "a new company …")
                .doesNotContain("name=\"callback\"");
        assertThat(visitor.page("/desk?company=comp1&type=invoice&number=INV-01")
                        .body())
                .contains("was never sent from here", "Did you mean:", "number=INV-001");

        String doubted = upload(visitor, csrf, Map.of("company", "+", "other_company", "COMP1"), 409);
        assertThat(doubted)
                .contains("“COMP1” has not been used here before. Did you mean comp1?")
                .contains("name=\"meant\" value=\"comp1\"", "COMP1 is a new company", "value=\"COMP1\"");
        assertThat(upload(visitor, csrf, Map.of("company", "+", "other_company", ""), 400))
                .contains("Company is missing.");
        upload(visitor, csrf, Map.of("company", "+", "other_company", "COMP1", "meant", "comp1"), 302);
        assertThat(visitor.page("/desk").body()).doesNotContain("<option>COMP1</option>");
        upload(visitor, csrf, Map.of("company", "+", "other_company", "COMP1", "new_company", "true"), 302);
        assertThat(visitor.page("/desk").body()).contains("<option>COMP1</option>");
        upload(visitor, csrf, Map.of("company", "+", "other_company", "acme"), 302);

        Map<String, String> plan = Map.of(
                "_csrf",
                csrf,
                "company",
                "+",
                "other_company",
                "acm",
                "customer",
                "c-1",
                "type",
                "invoice",
                "partner",
                "Foods",
                "description",
                "Rent",
                "quantity",
                "1",
                "unit_price",
                "10",
                "tax_rate",
                "10");
        HttpResponse<String> refused = visitor.post("/desk/billing/plans", plan);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Did you mean acme?", "value=\"Foods\"", "value=\"c-1\"");
    }

    private static String upload(Visitor visitor, String csrf, Map<String, String> fields, int status)
            throws Exception {
        Upload upload =
                Upload.of(DeskClient.sheetOf("P-", 1)).field("_csrf", csrf).field("type", "invoice");
        fields.forEach(upload::field);
        HttpResponse<String> answer =
                upload.send(visitor, "/desk/sheets", request -> request.header("Accept", "text/html"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }
}
