package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.server.browser.Chromium;
import dev.oncemore.server.browser.Legibility;
import dev.oncemore.testkit.race.Together;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Somebody who sends documents walks through their pages in each language, on a desk and on a phone, in a real Chromium. Without a
 * Chromium on the PATH it is skipped; continuous integration has one.
 */
class LanguageWalkTest {
    private static final String MISTAKES = """
            number,date,partner,description,quantity,unit_price,tax_rate
            001,2026-01-31,Kontor,Tee,2,150,8
            002,31/01,,Papier,-1,abc,101
            3,2026-01-31,Kontor,Stift,3,-20,0.1
            """;
    private static final Pattern KEY = Pattern.compile(
            "\\b(desk|companies|sheet|said|column|state|ask|read|help|billing|history|menu|frame|login)\\.[a-z]+");
    /** Words that every English sentence of ours has, and that German and Japanese do not. */
    private static final Pattern ENGLISH = Pattern.compile(
            "\\b(the|and|is|are|of|this|with|not|you|your|row|rows|sheet|sent|send|created|file|such|please|which)\\b",
            Pattern.CASE_INSENSITIVE);
    /** What a person reads, without what the browser, the file, the accounting system or a program says. */
    private static final String OURS = """
            (() => { const copy = document.body.cloneNode(true);
              copy.querySelectorAll('[lang=en], code, kbd, time, script, option, input, a[href*=template], [data-theirs]')
                .forEach(part => part.remove());
              return copy.textContent + ' ' + [...document.querySelectorAll('main option')].map(o => o.text).join(' ') + ' '
                + [...document.querySelectorAll('[aria-label], [title]')]
                  .map(e => (e.getAttribute('aria-label') || '') + ' ' + (e.title.includes('UTC') ? '' : e.title)).join(' '); })()
            """;

    @TempDir
    private Path folder;

    private Sandbox sandbox;
    private Server server;

    @BeforeEach
    void start() throws Exception {
        sandbox = Sandbox.start(SandboxSettings.standard());
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false)
                        .desk(DeskSettings.at(sandbox.address())),
                Map.of());
        Visitor admin = new Visitor(server.address());
        admin.logIn("admin", server.firstPassword().orElseThrow());
        String csrf = admin.csrf();
        assertThat(admin.post(
                                "/access/accounts",
                                Map.of("_csrf", csrf, "name", "mika", "password", "a long password", "role", "staff"))
                        .statusCode())
                .isEqualTo(302);
        assertThat(admin.post(
                                "/desk/billing/plans",
                                Map.of(
                                        "_csrf",
                                        csrf,
                                        "company",
                                        "comp1",
                                        "customer",
                                        "c-17",
                                        "type",
                                        "invoice",
                                        "partner",
                                        "Kontor",
                                        "description",
                                        "Miete",
                                        "quantity",
                                        "1",
                                        "unit_price",
                                        "980.50",
                                        "tax_rate",
                                        "10"))
                        .statusCode())
                .isEqualTo(302);
    }

    @AfterEach
    void stop() {
        server.close();
        sandbox.close();
    }

    @ParameterizedTest
    @CsvSource({"en, 1280", "en, 360", "ja, 1280", "ja, 360", "de, 1280", "de, 360"})
    void staffWalkTheirPagesInEachLanguage(String language, int width) throws Exception {
        Optional<Path> program = Chromium.installed();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        try (Chromium browser = Chromium.start(program.get(), folder.resolve("profile"))) {
            browser.speak(language);
            browser.view(width, 800, width == 360);
            walk(browser, language, width);
        }
    }

    @Test
    void anAdministratorMendsCompaniesInEachLanguage() throws Exception {
        Optional<Path> program = Chromium.installed();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        new DeskClient(server.address())
                .upload(
                        DeskClient.sheetOf("X-", 2),
                        Map.of("company", "compp2", "new_company", "true", "confirm", "false"),
                        201);
        try (Chromium browser = Chromium.start(program.get(), folder.resolve("profile"))) {
            browser.open(server.address());
            browser.fill("input[name=name]", "admin");
            browser.fill("input[name=password]", server.firstPassword().orElseThrow());
            browser.follow("main button");
            for (String language : List.of("en", "ja", "de")) {
                browser.speak(language);
                for (int width : new int[] {1280, 360}) {
                    browser.view(width, 800, width == 360);
                    browser.open(server.address().resolve("/desk/companies"));
                    check(browser, language, width, "companies");
                }
            }
            assertThat(browser.evaluate("document.querySelectorAll('form[action$=remove]').length"))
                    .as("only one can be removed")
                    .isEqualTo("1");
        }
    }

    private void walk(Chromium browser, String language, int width) throws Exception {
        browser.open(server.address());
        check(browser, language, width, "login");
        browser.fill("input[name=name]", "mika");
        browser.fill("input[name=password]", "a long password");
        browser.follow("main button");
        assertThat(browser.evaluate("location.pathname"))
                .as("staff land on the desk")
                .isEqualTo("/desk");
        assertThat(browser.evaluate("[...document.querySelectorAll('#menu-wide a')].map(a => a.pathname).join(' ')"))
                .isEqualTo("/desk /desk/billing /desk/help");
        check(browser, language, width, "desk");
        aRefusedFileKeepsTheForm(browser, language, width);

        choose(browser, MISTAKES, "mai-" + language + width + ".csv");
        aNewCompanyIsMadeOnPurpose(browser, language, width);
        check(browser, language, width, "sheet");
        browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true); 'open'");
        check(browser, language, width, "sheet-open");
        browser.evaluate("document.querySelectorAll('#questions fieldset')"
                + ".forEach(f => f.querySelector('input').checked = true); 'answered'");
        browser.follow("#questions button");
        check(browser, language, width, "sheet-answered");
        browser.follow("form[action$=confirm] button");
        String sheet = URI.create(browser.evaluate("location.href")).getPath();
        Visitor visitor = new Visitor(server.address());
        Settled.await(() -> JsonMapper.builder()
                .build()
                .readTree(visitor.api("GET", sheet.replace("/desk/", "/api/"), TOKEN, "")
                        .body()));
        for (String path : List.of(
                sheet,
                sheet + "?state=Created",
                sheet + "/log",
                sheet + "/rows/2",
                "/desk",
                "/desk?company=Comp1&type=invoice&number=001",
                "/desk?company=Comp1&type=invoice&number=01",
                "/desk?show=archived",
                "/desk/billing",
                "/desk/help",
                "/account",
                "/desk/sheets/nosuch")) {
            browser.open(server.address().resolve(path));
            check(browser, language, width, path);
        }
    }

    private void aRefusedFileKeepsTheForm(Chromium browser, String language, int width) throws Exception {
        choose(browser, "a,b\n", "leer.csv");
        browser.evaluate("document.querySelector('form[enctype] button').click()");
        Together.await("the reason is told", () -> {
            try {
                return browser.evaluate("String(document.getElementById('wrong').hidden)")
                        .equals("false");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(browser.evaluate("document.querySelector('input[type=file]').files[0].name"))
                .as("the file is still chosen")
                .isEqualTo("leer.csv");
        assertThat(browser.evaluate("document.getElementById('wrong').textContent.trim()"))
                .isNotEmpty();
        check(browser, language, width, "refused");
    }

    /** One that is like another is asked about, and made by a click. */
    private void aNewCompanyIsMadeOnPurpose(Chromium browser, String language, int width) throws Exception {
        String upload = "form[enctype] ";
        assertThat(browser.evaluate("getComputedStyle(document.querySelector('.other')).display"))
                .isEqualTo("none");
        browser.fill(upload + "select[name=company]", "+");
        assertThat(browser.evaluate("getComputedStyle(document.querySelector('.other')).display"))
                .isEqualTo("block");
        browser.fill(upload + "input[name=other_company]", "Comp1");
        browser.evaluate("document.querySelector('form[enctype] > button').click()");
        Together.await("the near match is named", () -> {
            try {
                return browser.evaluate("String(document.querySelector('button[name=meant]')?.value)")
                        .equals("comp1");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        check(browser, language, width, "a near company");
        browser.follow("button[name=new_company]");
        assertThat(browser.text()).contains("Comp1");
    }

    private static void choose(Chromium browser, String csv, String name) throws Exception {
        browser.evaluate("{ const chosen = new DataTransfer(); chosen.items.add(new File(["
                + JsonMapper.builder().build().writeValueAsString(csv) + "], '" + name
                + "')); document.querySelector('input[type=file]').files = chosen.files; 'chosen' }");
    }

    private void check(Chromium browser, String language, int width, String page) throws Exception {
        String where = page + " in " + language + " at " + width;
        assertThat(browser.evaluate("document.documentElement.lang")).as(where).isEqualTo(language);
        assertThat(Integer.parseInt(browser.evaluate("document.documentElement.scrollWidth")))
                .as("the width of " + where)
                .isLessThanOrEqualTo(width);
        String ours = browser.evaluate(OURS);
        assertThat(KEY.matcher(ours).results().map(found -> found.group()).toList())
                .as("keys on " + where)
                .isEmpty();
        if (!language.equals("en")) {
            assertThat(ENGLISH.matcher(ours)
                            .results()
                            .map(found -> ours.substring(
                                    Math.max(0, found.start() - 30), Math.min(ours.length(), found.end() + 30)))
                            .toList())
                    .as("English on " + where)
                    .isEmpty();
        }
        assertThat(Legibility.faults(browser)).as(where).isEmpty();
        assertThat(ConsoleWalkTest.stumbles(browser)).as(where).isEmpty();
    }

    @Test
    void aPersonChoosesAnotherLanguageThanTheirBrowser() throws Exception {
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("mika", "a long password");
        assertThat(visitor.page("/desk").body()).contains("<html lang=\"en\">", "Send documents");
        assertThat(visitor.post("/language", Map.of("language", "de", "next", "/desk/help"))
                        .headers()
                        .firstValue("Location"))
                .contains("/desk/help");
        assertThat(visitor.page("/desk").body()).contains("<html lang=\"de\">", "Belege senden");
        assertThat(visitor.post("/language", Map.of("language", "xx", "next", "//elsewhere"))
                        .headers()
                        .firstValue("Location"))
                .as("nowhere else")
                .contains("/");
        assertThat(visitor.page("/desk").body()).contains("Belege senden");
    }

    @Test
    void aSheetIsArchivedAndShownAgain() throws Exception {
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("mika", "a long password");
        archiveAndShowAgain(visitor);
    }

    /** On whatever store. */
    static void archiveAndShowAgain(Visitor visitor) throws Exception {
        String desk = visitor.page("/desk").body();
        String csrf = desk.replaceAll("(?s).*?name=\"_csrf\" value=\"([0-9a-f]+)\".*", "$1");
        Upload.of(MISTAKES)
                .field("_csrf", csrf)
                .field("company", "comp1")
                .field("type", "invoice")
                .send(visitor, "/desk/sheets", request -> request.header("Accept", "text/html"));
        String sheet = visitor.page("/desk").body().replaceAll("(?s).*?href=\"(/desk/sheets/[^\"]+)\".*", "$1");
        assertThat(visitor.page("/desk").body()).contains("! needs you", "1\u00a0needs\u00a0you");
        assertThat(visitor.post(sheet + "/archive", Map.of("_csrf", csrf)).statusCode())
                .isEqualTo(302);
        assertThat(visitor.page("/desk").body()).contains("No sheets yet", "Show 1 archived sheet");
        assertThat(visitor.page("/desk?show=archived").body()).contains(sheet, "Put back");
        assertThat(visitor.page(sheet).statusCode()).as("it is still there").isEqualTo(200);
        assertThat(visitor.post(sheet + "/unarchive", Map.of("_csrf", csrf)).statusCode())
                .isEqualTo(302);
        assertThat(visitor.page("/desk").body()).contains(sheet);
    }
}
