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

    private String unsent(String company) throws Exception {
        return desk.upload(
                        DeskClient.sheetOf("X-", 2),
                        Map.of("company", company, "new_company", "true", "confirm", "false"),
                        201)
                .path("id")
                .asString();
    }

    private List<String> known() throws Exception {
        return desk.get("/api/companies")
                .path("companies")
                .valueStream()
                .map(company -> company.path("name").asString() + " "
                        + company.path("used").asBoolean() + " "
                        + company.path("unsentSheets").asInt())
                .toList();
    }

    @Test
    void oneMadeByMistakeIsRenamed_withItsSheetsThatWereNotSent() throws Exception {
        String sheet = "/api/sheets/" + unsent("compp2");
        assertThat(known()).containsExactly("comp1 true 0", "compp2 false 1");
        desk.api("PUT", "/api/companies/compp2", "{\"name\":\"comp2\"}", 200);
        assertThat(known()).containsExactly("comp1 true 0", "comp2 false 1");
        assertThat(desk.get(sheet).path("company").asString()).isEqualTo("comp2");
        desk.api("POST", sheet + "/confirm", "", 200);
        assertThat(desk.settled(sheet).path("Created").asInt()).isEqualTo(2);
        assertThat(desk.row(sheet, 2).path("key").asString()).isEqualTo("comp2:invoice:X-1");

        assertThat(text(desk.api("PUT", "/api/companies/comp2", "{\"name\":\"comp3\"}", 409)))
                .isEqualTo("documents of the company comp2 were sent; it stays as it is");
        unsent("comp4");
        assertThat(text(desk.api("PUT", "/api/companies/comp4", "{\"name\":\"comp1\"}", 409)))
                .contains("the company comp1 exists already");
        assertThat(text(desk.api("PUT", "/api/companies/comp4", "{\"name\":\"comp4\"}", 200)))
                .as("its own name is free")
                .isEmpty();
        desk.api("PUT", "/api/companies/comp4", "{\"name\":\"日本\"}", 400);
        desk.api("PUT", "/api/companies/nosuch", "{\"name\":\"comp5\"}", 404);
        assertThat(known()).containsExactly("comp1 true 0", "comp2 true 0", "comp4 false 1");
    }

    @Test
    void oneMadeByMistakeIsRemoved_withItsSheetsThatWereNotSent() throws Exception {
        String sheet = "/api/sheets/" + unsent("compp2");
        desk.api("DELETE", "/api/companies/compp2", "", 200);
        assertThat(known()).containsExactly("comp1 true 0");
        desk.api("GET", sheet, "", 404);
        desk.api("POST", sheet + "/confirm", "", 404);
        assertThat(text(desk.api("DELETE", "/api/companies/comp1", "", 409))).contains("were sent");
        desk.api("DELETE", "/api/companies/compp2", "", 404);

        desk.api("PUT", "/api/billing/plans/comp2/c-1", PLAN.formatted(",\"new_company\":true"), 200);
        assertThat(text(desk.api("DELETE", "/api/companies/comp2", "", 409)))
                .isEqualTo("the company comp2 has billing plans; remove them first");
        desk.api("DELETE", "/api/billing/plans/comp2/c-1", "", 200);
        desk.api("DELETE", "/api/companies/comp2", "", 200);
        assertThat(known()).containsExactly("comp1 true 0");
    }

    @Test
    void anAdministratorMendsCompaniesOnTheirPage_inEachLanguage_andStaffDoNot() throws Exception {
        unsent("compp2");
        Visitor admin = new Visitor(server.address());
        admin.logIn("admin", server.firstPassword().orElseThrow());
        String csrf = admin.csrf();
        admin.post(
                "/access/accounts",
                Map.of("_csrf", csrf, "name", "mika", "password", "a long password", "role", "staff"));
        assertThat(admin.page("/desk/companies").body())
                .contains("compp2", "1 sheet not sent", "value=\"compp2\"")
                .doesNotContain("name=\"company\" value=\"comp1\"");
        assertThat(admin.post("/desk/companies/rename", Map.of("_csrf", csrf, "company", "compp2", "name", "comp1"))
                        .body())
                .contains("comp1 exists already. Upload the files for it again, and remove compp2.");
        assertThat(admin.post("/desk/companies/rename", Map.of("_csrf", csrf, "company", "compp2", "name", "comp2"))
                        .headers()
                        .firstValue("Location"))
                .hasValue("/desk/companies?done=renamed");
        for (Map.Entry<String, String> page :
                Map.of("de", "nichts gesendet", "ja", "送信なし").entrySet()) {
            admin.post("/language", Map.of("language", page.getKey(), "next", "/desk/companies"));
            assertThat(admin.page("/desk/companies").body()).contains(page.getValue());
        }
        Visitor mika = new Visitor(server.address());
        mika.logIn("mika", "a long password");
        assertThat(mika.page("/desk/companies").statusCode()).isEqualTo(403);
        String token = mika.page("/desk").body().replaceAll("(?s).*?name=\"_csrf\" value=\"([0-9a-f]+)\".*", "$1");
        assertThat(mika.post("/desk/companies/remove", Map.of("_csrf", token, "company", "comp2"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(admin.post("/desk/companies/remove", Map.of("_csrf", csrf, "company", "comp2"))
                        .headers()
                        .firstValue("Location"))
                .hasValue("/desk/companies?done=removed");
        assertThat(admin.page("/audit").body())
                .contains("company renamed", "to comp2, with 1 sheet not sent", "company removed", "company added");
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
