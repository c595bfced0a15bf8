package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.browser.Chromium;
import dev.oncemore.testkit.race.Together;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the pages say and offer is true the moment the state changes. The server sends nothing by itself: states change when the test
 * says so.
 */
class SendingControlsTest {
    private static final String POLLS = "data-poll=\"yes\"";
    private static final String PAUSE = "/pause\"";
    private static final String RESUME = "/resume\"";
    private static final String WITHDRAW = "/cancel\"";
    private static final String RESEND = "id=\"resend\"";
    private static final String CONFIRM = "/confirm\"";

    private Server server;
    private DeskClient desk;
    private Visitor visitor;

    @BeforeEach
    void start(@TempDir Path folder) {
        server = Server.startQuiet(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false)
                        .desk(DeskSettings.at(URI.create("http://127.0.0.1:1"))),
                Map.of(),
                source -> source);
        desk = new DeskClient(server.address());
        visitor = new Visitor(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String page(String path) throws Exception {
        return visitor.send(
                        visitor.request(path).header("Accept", "text/html").header("Authorization", "Bearer " + TOKEN))
                .body();
    }

    private void rows(String state, String where) {
        server.backend().database().update("UPDATE oncemore_sheet_row SET state = '" + state + "' WHERE " + where);
    }

    private String unsent(String csv) throws Exception {
        return desk.upload(csv, Map.of("confirm", "false"), 201).path("id").asString();
    }

    @Test
    void onlyWhatCanBeDoneNowIsOffered() throws Exception {
        String id = unsent(DeskClient.sheetOf("A-", 3));
        String api = "/api/sheets/" + id;
        String sheet = "/desk/sheets/" + id;
        assertThat(page(sheet))
                .contains("Ready to send: 3 invoices", CONFIRM)
                .doesNotContain(POLLS, PAUSE, RESUME, WITHDRAW, RESEND);

        desk.api("POST", api + "/confirm", "", 200);
        assertThat(page(sheet + "?done=sent"))
                .contains("Sending. You can close this page.", "3 rows are under way", POLLS)
                .contains("<progress value=\"0\" max=\"3\"", "Withdraw 3 not sent yet", PAUSE, WITHDRAW)
                .doesNotContain(CONFIRM, RESUME, RESEND);

        rows("SENDING", "row_no = 2");
        assertThat(page(sheet)).contains("3 rows are under way", "Withdraw 2 not sent yet", POLLS, PAUSE);
        rows("CREATED", "row_no = 2");
        assertThat(page(sheet))
                .contains("2 rows are under way", "<progress value=\"1\" max=\"3\"", "1 created", POLLS)
                .doesNotContain(RESEND);

        desk.api("POST", api + "/pause", "", 200);
        assertThat(page(sheet))
                .contains("<h1>Paused: 2 rows are not sent yet</h1>", "has paused it", RESUME, WITHDRAW)
                .doesNotContain(PAUSE);
        desk.api("POST", api + "/resume", "", 200);
        assertThat(page(sheet)).contains(PAUSE).doesNotContain("has paused it", RESUME);

        desk.api("POST", api + "/cancel", "", 200);
        assertThat(page(sheet))
                .contains("2 rows need you", "1 created · 2 need you", RESEND)
                .doesNotContain(POLLS, PAUSE, RESUME, WITHDRAW, "<progress");
        desk.api("POST", api + "/resend", "{}", 202);
        assertThat(page(sheet))
                .contains("2 rows are under way", POLLS, PAUSE, WITHDRAW)
                .doesNotContain(RESEND);
        rows("CREATED", "row_no > 2");
        assertThat(page(sheet))
                .contains("No errors", "3 created")
                .doesNotContain(POLLS, PAUSE, RESUME, WITHDRAW, RESEND, CONFIRM, "<progress");
    }

    @Test
    void theListAndTheTilesCount() throws Exception {
        StringBuilder csv = new StringBuilder(DeskClient.sheetOf("A-", 4_996));
        for (int i = 1; i <= 4; i++) {
            csv.append("W-" + i + ",soon,Foods,tea,1,150,8\n");
        }
        String id = unsent(csv.toString());
        assertThat(page("/desk"))
                .contains("! needs you", "4\u00a0need\u00a0you")
                .doesNotContain("created ·");
        desk.api("POST", "/api/sheets/" + id + "/confirm", "", 200);
        assertThat(page("/desk")).contains("0\u00a0created · 4,996\u00a0under\u00a0way · 4\u00a0need\u00a0you");
        rows("CREATED", "state = 'PENDING'");
        assertThat(page("/desk"))
                .contains("4,996\u00a0created · 4\u00a0need\u00a0you", "! needs you")
                .doesNotContain("under\u00a0way");
        assertThat(page("/desk/sheets/" + id))
                .contains("4 rows need you", "4,996 created · 4 need you")
                .containsPattern("(?s)state=Created\"><b>4,996</b>.{0,60}✓.{0,20}Created")
                .containsPattern("(?s)state=Error\"><b>4</b>.{0,60}✗.{0,20}Error");
        assertThat(page("/desk/help"))
                .as("the number beside the menu")
                .containsPattern("(?s)href=\"/desk\".{0,200}>4<");

        server.backend().database().update("UPDATE oncemore_sheet_row SET state = 'CREATED', message = ''");
        assertThat(page("/desk"))
                .contains("5,000\u00a0created", "✓ done")
                .doesNotContain("need\u00a0you", "! needs you");
    }

    @Test
    void anOpenPageFollows_andTakesItsBannerAway(@TempDir Path folder) throws Exception {
        Optional<Path> program = Chromium.installed();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        String password = server.authenticator().firstStart().orElseThrow();
        String id = unsent(DeskClient.sheetOf("A-", 3));
        try (Chromium browser = Chromium.start(program.get(), folder.resolve("profile"))) {
            browser.view(1100, 760, false);
            browser.open(server.address().resolve("/desk/sheets/" + id));
            browser.fill("input[name=name]", "admin");
            browser.fill("input[name=password]", password);
            browser.follow("main button");
            browser.open(server.address().resolve("/desk/sheets/" + id));
            browser.follow("form[action$=confirm] button");
            assertThat(browser.text())
                    .contains("Sending. You can close this page.", "3 rows are under way", "Pause", "Withdraw 3");
            rows("CREATED", "row_no = 2");
            await(browser, "2 rows are under way", true);
            assertThat(browser.text()).contains("Withdraw 2");
            rows("CREATED", "row_no > 2");
            await(browser, "No errors", true);
            await(browser, "Sending. You can close this page.", false);
            assertThat(browser.text()).doesNotContain("Pause", "Withdraw", "under way");
        }
    }

    private static void await(Chromium browser, String text, boolean isThere) {
        Together.await(text, () -> {
            try {
                return browser.text().contains(text) == isThere;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }
}
