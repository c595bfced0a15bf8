package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.server.PoiWorkbooks;
import dev.oncemore.server.browser.Chromium;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Somebody brings a workbook of their own in a real Chromium: preview, switch, choose columns, confirm, download. */
class SheetWalkTest {
    private final Path pictures = Path.of(System.getProperty("pictures", "target/pictures"));

    @TempDir
    private Path folder;

    private static byte[] book() throws Exception {
        return PoiWorkbooks.make(book -> {
            book.createSheet("表紙").createRow(0).createCell(0).setCellValue("一月");
            XSSFSheet sheet = book.createSheet("一覧");
            String[][] rows = {
                {"一月の請求"},
                {"伝票", "日", "相手", "品名", "数量", "単価", "税率", "備考"},
                {"T-1", "01/02/2026", "東京商事", "茶", "2", "1,200", "10%", "メモ"},
                {"T-2", "15/02/2026", "大阪商事", "米", "1", "3,000", "8%", ""},
            };
            for (int r = 0; r < rows.length; r++) {
                XSSFSheet into = sheet;
                into.createRow(r);
                for (int c = 0; c < rows[r].length; c++) {
                    into.getRow(r).createCell(c).setCellValue(rows[r][c]);
                }
            }
        });
    }

    private static void choose(Chromium browser, String field, String label) throws Exception {
        browser.evaluate(
                ("{ const s = document.querySelector('%s'); s.value = [...s.options].find(o => o.text.includes('%s')).value;"
                                + " s.value }")
                        .formatted(field, label));
    }

    @Test
    void aWorkbookIsReadAsItsOwnerMeansIt() throws Exception {
        Optional<Path> program = Chromium.installed();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.start(
                        new ServerSettings(
                                        "127.0.0.1",
                                        0,
                                        StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                        TOKEN,
                                        false)
                                .desk(DeskSettings.at(sandbox.address())),
                        Map.of());
                Chromium browser = Chromium.start(program.get(), folder.resolve("profile"))) {
            browser.view(1100, 900, false);
            bring(browser, server);
            map(browser);
            browser.follow("form[action$=confirm] button");
            URI sheet = URI.create(browser.evaluate("location.href"));
            Visitor visitor = new Visitor(server.address());
            String api = sheet.getPath().replace("/desk/", "/api/");
            assertThat(Settled.await(() -> JsonMapper.builder()
                                    .build()
                                    .readTree(visitor.api("GET", api, TOKEN, "").body()))
                            .path("Created")
                            .asInt())
                    .isEqualTo(2);
            browser.open(server.address().resolve(sheet.getPath()));
            assertThat(browser.text()).contains("No errors", "all rows");
            byte[] file = downloaded(browser, "a[href$=download]");
            assertThat(PoiWorkbooks.seen(file, "一覧", "H3")).isEqualTo("メモ");
            assertThat(PoiWorkbooks.seen(file, "一覧", "I2")).isEqualTo("status");
            assertThat(PoiWorkbooks.seen(file, "一覧", "I4")).isEqualTo("Created");
            browser.view(360, 740, true);
            browser.open(server.address().resolve("/desk"));
            byte[] template = downloaded(browser, "a[href*=\"invoice?format=xlsx\"]");
            assertThat(PoiWorkbooks.seen(template, "invoice", "A2")).isEqualTo("INV-001");
        }
    }

    private void bring(Chromium browser, Server server) throws Exception {
        browser.open(server.address().resolve("/desk"));
        browser.fill("input[name=name]", "admin");
        browser.fill("input[name=password]", server.firstPassword().orElseThrow());
        browser.follow("main button");
        browser.evaluate("{ const bytes = Uint8Array.from(atob('"
                + Base64.getEncoder().encodeToString(book())
                + "'), c => c.charCodeAt(0)); const chosen = new DataTransfer();"
                + " chosen.items.add(new File([bytes], '一月.xlsx'));"
                + " document.querySelector('input[type=file]').files = chosen.files; 'chosen' }");
        browser.fill("form[enctype] input[name=company]", "comp1");
        browser.follow("form[enctype] button");
        assertThat(browser.text()).contains("Choose the columns");
    }

    private void map(Chromium browser) throws Exception {
        choose(browser, "select[name=sheet]", "一覧");
        browser.fill("input[name=header]", "2");
        browser.follow("#switches button");
        assertThat(browser.text()).contains("A: 伝票", "東京商事", "is Description", "Not every column was found");
        assertThat(ConsoleWalkTest.stumbles(browser)).isEmpty();
        browser.picture(pictures.resolve("desk-columns.png"));
        choose(browser, "#columns select[name=number]", "伝票");
        choose(browser, "#columns select[name=date]", "日");
        choose(browser, "#columns select[name=partner]", "相手");
        browser.follow("#columns button");
        assertThat(browser.text()).contains("Ready to send: 2 invoices, 5,400 without tax", "15/02/2026");
        browser.evaluate("document.querySelector('#reading').open = true; 'open'");
        browser.picture(pictures.resolve("desk-preview.png"));
        // The other order of dates makes one of them wrong, and is taken back.
        choose(browser, "#switches select[name=dates]", "01/31/2026");
        browser.follow("#switches button");
        assertThat(browser.text()).contains("Row 4, Date: “15/02/2026”. Please write a date such as");
        choose(browser, "#switches select[name=dates]", "31/01/2026");
        browser.follow("#switches button");
        assertThat(browser.text()).contains("Ready to send: 2 invoices, 5,400 without tax");
    }

    /** What a click on this link saves, with the session of the browser. */
    private static byte[] downloaded(Chromium browser, String link) throws Exception {
        return Base64.getDecoder()
                .decode(browser.evaluate(("fetch(document.querySelector('%s').href).then(r => r.blob())"
                                + ".then(b => new Promise(done => { const r = new FileReader();"
                                + " r.onload = () => done(r.result.split(',')[1]); r.readAsDataURL(b); }))")
                        .formatted(link)));
    }
}
