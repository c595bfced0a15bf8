package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.server.browser.Chromium;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The desk's pages: with forms as browsers send them, and in a real Chromium where there is one. */
class DeskPageTest {
    private static final String CSV = """
            number,date,partner,description,quantity,unit_price,tax_rate
            001,2026-01-31,Foods <b>,tea,2,150,8
            002,soon,Trading,paper,10,480,10
            """;

    private final Path pictures = Path.of(System.getProperty("pictures", "target/pictures"));

    @TempDir
    private Path folder;

    private Sandbox sandbox;
    private Server server;
    private Visitor visitor;

    @BeforeEach
    void start() {
        sandbox = Sandbox.start(SandboxSettings.standard());
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false)
                        .desk(DeskSettings.at(sandbox.address())),
                Map.of());
        visitor = new Visitor(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
        sandbox.close();
    }

    private JsonNode settled(String path) throws Exception {
        return Settled.await(() -> JsonMapper.builder()
                .build()
                .readTree(visitor.api("GET", path.replace("/desk/", "/api/"), TOKEN, "")
                        .body()));
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    @Test
    void aSheetIsLookedAt_confirmed_corrected_andAskedFor() throws Exception {
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        String csrf = visitor.csrf();
        assertThat(visitor.page("/desk").body()).contains("Nothing is sent before you confirm", "No sheets yet");
        HttpResponse<String> refused = Upload.of("a,b\n")
                .field("_csrf", csrf)
                .field("company", "comp7")
                .field("type", "delivery")
                .send(visitor, "/desk/sheets", request -> request.header("Accept", "text/html"));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .as("on the same page, with what was chosen")
                .contains("The sheet has no rows below its headings. Choose another file.")
                .contains("value=\"comp7\"", "<option value=\"delivery\" selected>");
        assertThat(Upload.of(CSV)
                        .field("company", "comp1")
                        .field("type", "invoice")
                        .send(visitor, "/desk/sheets", request -> request.header("Accept", "text/html"))
                        .statusCode())
                .as("a form from elsewhere")
                .isEqualTo(403);
        String taken = location(Upload.of(CSV)
                .field("_csrf", csrf)
                .field("company", "comp1")
                .field("type", "invoice")
                .send(visitor, "/desk/sheets", request -> request.header("Accept", "text/html")));
        String sheet = taken.substring(0, taken.indexOf('?'));
        assertThat(visitor.page(sheet).body())
                .contains(
                        "1 row needs you",
                        "Send 1 invoice, 300 without tax",
                        "Row 3, Date: “soon”. Please write a date such as <span class=\"one\">2026-01-31</span>.",
                        "Foods &lt;b&gt;")
                .doesNotContain("Foods <b>");
        assertThat(sandbox.created()).containsEntry("requests", 0L);

        location(visitor.post(sheet + "/confirm", Map.of("_csrf", csrf)));
        assertThat(settled(sheet).path("Created").asInt()).isEqualTo(1);
        assertThat(location(visitor.post(sheet + "/rows/3", Map.of("_csrf", csrf, "date", "later"))))
                .endsWith("?done=corrected");
        assertThat(location(visitor.post(sheet + "/rows/3", Map.of("_csrf", csrf, "date", "2026-02-01"))))
                .endsWith("?done=resent");
        assertThat(settled(sheet).path("Created").asInt()).isEqualTo(2);
        assertThat(visitor.page(sheet).body()).contains("No errors");
        assertThat(visitor.page("/desk?company=comp1&type=invoice&number=002").body())
                .contains("Yes: invoice 002 was created, with the id 2.", "sent by admin");
        assertThat(visitor.page("/desk?company=comp1&type=delivery&number=002").body())
                .contains("No: delivery slip 002 was never sent from here.");
        assertThat(visitor.page("/desk/template/delivery").body()).contains("DEL-001");
        assertThat(sandbox.created()).containsEntry("invoice", 2L);
    }

    @Test
    void itCanBeWalkedInABrowser() throws Exception {
        Optional<Path> program = Chromium.installed();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        try (Chromium browser = Chromium.start(program.get(), folder.resolve("profile"))) {
            walk(browser, server.address());
        }
    }

    private void walk(Chromium browser, URI address) throws Exception {
        browser.view(1100, 760, false);
        browser.open(address.resolve("/desk"));
        browser.fill("input[name=name]", "admin");
        browser.fill("input[name=password]", server.firstPassword().orElseThrow());
        browser.follow("main button");
        browser.fill("form[enctype] input[name=company]", "comp1");
        browser.picture(pictures.resolve("desk.png"));
        browser.evaluate("{ const chosen = new DataTransfer(); chosen.items.add(new File(["
                + JsonMapper.builder().build().writeValueAsString(CSV)
                + "], 'january.csv')); document.querySelector('input[type=file]').files = chosen.files; 'chosen' }");
        browser.follow("form[enctype] button");
        assertThat(browser.text()).contains("1 row needs you", "Row 3, Date: “soon”");
        assertThat(ConsoleWalkTest.stumbles(browser)).isEmpty();
        browser.evaluate("document.querySelector('td details').open = true; 'open'");
        browser.picture(pictures.resolve("desk-sheet.png"));
        browser.fill("td input[name=date]", "2026-01-31");
        browser.follow("td details button");
        assertThat(browser.text()).contains("Ready to send: 2 invoices, 5,100 without tax");
        browser.follow("form[action$=confirm] button");
        String sheet = URI.create(browser.evaluate("location.href")).getPath();
        assertThat(settled(sheet).path("Created").asInt()).isEqualTo(2);
        browser.view(360, 740, true);
        browser.open(address.resolve(sheet));
        assertThat(browser.text()).contains("No errors");
        assertThat(ConsoleWalkTest.stumbles(browser)).isEmpty();
        assertThat(Integer.parseInt(browser.evaluate("document.documentElement.scrollWidth")))
                .isLessThanOrEqualTo(360);
    }
}
