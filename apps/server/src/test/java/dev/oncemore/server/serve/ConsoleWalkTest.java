package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.browser.Chromium;
import dev.oncemore.server.browser.Legibility;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A newcomer's way through the console, in a real Chromium. The pictures it takes are those of the guide: run it with
 * {@code -Dpictures=docs/pictures} to renew them. Without a Chromium on the PATH it is skipped; continuous integration has one.
 */
class ConsoleWalkTest {
    @TempDir
    private Path folder;

    private final Path pictures = Path.of(System.getProperty("pictures", "target/pictures"));

    private static String axe() throws Exception {
        try (InputStream script = ConsoleWalkTest.class.getResourceAsStream(
                "/META-INF/resources/webjars/axe-core/" + System.getProperty("axe.version") + "/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What somebody who sees badly, or hears the page, would stumble over, by the rules of WCAG 2 AA. */
    static String stumbles(Chromium browser) throws Exception {
        browser.evaluate(axe());
        return browser.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}).then(found =>"
                + " found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(', '))"
                + ".join('; '))");
    }

    @Test
    void aPersonLogsIn_seesWhatDied_mendsItAndRedrivesIt() throws Exception {
        Optional<Path> program = Chromium.installed();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        ServerSettings settings =
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), null, false);
        try (Server server = Server.start(settings, Map.of());
                Chromium browser = Chromium.start(program.get(), folder.resolve("profile"))) {
            Tasks application = application(server);
            walk(server.address(), server.firstPassword().orElseThrow(), browser, application);
        }
    }

    private static Tasks application(Server server) {
        Tasks tasks = Tasks.on(server.backend().tasks()).handle("welcome-mail", String.class, (text, task) -> {
            return text.contains("example.con") ? Verdict.dead("unknown host: example.con") : Verdict.done("sent");
        });
        for (int i = 1; i <= 3; i++) {
            tasks.enqueue("welcome-mail", "{\"to\":\"user" + i + "@example.con\"}");
        }
        tasks.manualWorker().runAll();
        Outcome<String> ignored = Once.on(
                        server.backend().records(), OnceSettings.standard().whenUnknown(WhenUnknown.PARK))
                .operation("payment:create", String.class)
                .build()
                .key("acme", "inv-001")
                .run("100", claim -> {
                    throw new HttpTimeoutException("no answer within 2 s");
                });
        return tasks;
    }

    private void walk(URI address, String password, Chromium browser, Tasks application) throws Exception {
        browser.view(1100, 760, false);
        browser.open(address);
        assertThat(browser.text()).contains("Log in");
        assertThat(stumbles(browser)).isEmpty();
        browser.fill("input[name=name]", "admin");
        browser.fill("input[name=password]", password);
        browser.follow("main button");
        assertThat(browser.text()).contains("3 dead letters need you", "unknown host: example.con");
        browser.picture(pictures.resolve("first-login.png"));

        browser.follow("nav a[href=\"/dead\"]");
        browser.press("j");
        assertThat(browser.evaluate("document.querySelectorAll(\"tr.here\").length"))
                .isEqualTo("1");

        browser.follow("table.rows tbody a");
        browser.fill("textarea[name=payload]", "{\"to\":\"user@example.com\"}");
        browser.fill("form[action$=edit] input[name=why]", "a typing error");
        browser.follow("form[action$=edit] button");
        assertThat(browser.text()).contains("Payload saved");

        browser.fill("form[action$=redrive] input[name=why]", "address corrected");
        browser.follow("form[action$=redrive] button");
        assertThat(browser.text()).contains("Redriven");
        application.manualWorker().runAll();
        browser.open(URI.create(browser.evaluate("location.href")));
        assertThat(browser.text()).contains("welcome-mail is done");

        browser.open(address.resolve("/records?scope=acme/payment:create&key=inv-001"));
        assertThat(browser.text()).contains("Nobody knows");
        browser.picture(pictures.resolve("record.png"));
        everyPageCanBeRead(address, browser);
    }

    private void everyPageCanBeRead(URI address, Chromium browser) throws Exception {
        for (String path : List.of("/", "/desk", "/dead", "/queues", "/records", "/access", "/audit")) {
            for (boolean dark : List.of(false, true)) {
                browser.view(360, 740, dark);
                browser.open(address.resolve(path));
                assertThat(Legibility.faults(browser)).as(path).isEmpty();
                assertThat(stumbles(browser))
                        .as(path + (dark ? " in the dark" : ""))
                        .isEmpty();
                assertThat(Integer.parseInt(browser.evaluate("document.documentElement.scrollWidth")))
                        .as("the width of " + path)
                        .isLessThanOrEqualTo(360);
            }
        }
        browser.picture(pictures.resolve("audit-small-dark.png"));
    }
}
