package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.ConsoleWalkTest.stumbles;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.InMemoryEndpoints;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jdbc.Database;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.operations.statistics.Latencies;
import dev.oncemore.operations.statistics.Reports;
import dev.oncemore.operations.statistics.Sample;
import dev.oncemore.operations.statistics.Samples;
import dev.oncemore.operations.statistics.Sums;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.server.browser.Chromium;
import dev.oncemore.server.browser.Legibility;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.Chance;
import dev.oncemore.time.WallClock;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A shift of a person on call, in a real Chromium, next to an application that has all sorts of trouble. */
class OnCallWalkTest {
    private static final RetryPolicy AT_ONCE = RetryPolicy.named("at-once")
            .maxAttempts(3)
            .backoff(Backoff.none())
            .unlimitedBudget()
            .build();

    @TempDir
    private Path folder;

    private final Path pictures = Path.of(System.getProperty("pictures", "target/pictures"));

    private Tasks application;
    private Schedules schedules;

    @Test
    void aShift() throws Exception {
        Optional<Path> program = Chromium.installed();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        ServerSettings settings =
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), null, false);
        try (Server server = Server.start(settings, Map.of());
                Chromium browser = Chromium.start(program.get(), folder.resolve("profile"))) {
            trouble(server);
            try {
                walk(server, browser);
            } finally {
                schedules.close();
            }
        }
    }

    private void trouble(Server server) {
        Once once = Once.on(server.backend().records());
        application = Tasks.on(
                        server.backend().tasks(),
                        TaskSettings.standard().policy(AT_ONCE).queue(Webhooks.QUEUE, QueueSettings.standard()))
                .handle("welcome-mail", String.class, (text, task) -> {
                    if (text.contains("user1@example.con")) {
                        once.operation("mail:send", String.class)
                                .build()
                                .key("acme", task.key())
                                .run("1", claim -> "sent")
                                .require();
                    }
                    if (text.startsWith("slow") && task.attempt() < 2) {
                        throw new ConnectException("mail server refused");
                    }
                    return text.contains("example.con")
                            ? Verdict.dead("unknown host: example.con")
                            : Verdict.done("sent");
                });
        for (int i = 1; i <= 40; i++) {
            application.enqueue("welcome-mail", i % 4 == 0 ? "slow " + i : "user" + i + "@example.com");
        }
        for (int i = 1; i <= 3; i++) {
            application.enqueue("welcome-mail", "{\n  \"to\": \"user" + i + "@example.con\"\n}");
        }
        schedules = Schedules.on(application)
                .cron("monthly-billing", "0 3 1 * *", ZoneId.of("Asia/Tokyo"), firing -> {})
                .every("sync-stock", Duration.ofMinutes(5), firing -> {});
        saga(server);
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        endpoints.save(Endpoint.of(
                "shop-7", URI.create("http://127.0.0.1:9/hook"), WebhookSecret.random(Chance.unforeseeable())));
        Webhooks.builder(application, endpoints)
                .policy(AT_ONCE)
                .build()
                .send(new WebhookMessage("shop-7", "order-paid-1017", "{}"));
        Outcome<String> ignored = Once.on(
                        server.backend().records(), OnceSettings.standard().whenUnknown(WhenUnknown.PARK))
                .operation("payment:create", String.class)
                .build()
                .key("acme", "inv-001")
                .run("100", claim -> {
                    throw new HttpTimeoutException("no answer within 2 s");
                });
        application.manualWorker().runAll();
        anHour(server);
        server.sampler().sample(server.backend().tasks().now());
    }

    /** What the hour before was like, so that there is something to see. */
    private static void anHour(Server server) {
        Instant now = server.backend().tasks().now().truncatedTo(ChronoUnit.MINUTES);
        List<Sample> samples = new ArrayList<>();
        for (int minute = 4; minute < 60; minute++) {
            long calls = 25 + minute * 7L % 19;
            long rescued = minute / 10 == 2 ? 9 : minute % 3;
            long failed = minute / 10 == 2 ? 2 : 0;
            Sums sums = new Sums(
                    calls,
                    calls - rescued - failed,
                    rescued,
                    failed,
                    calls + 2 * rescued,
                    0,
                    0,
                    Duration.ZERO,
                    Latencies.NONE);
            samples.add(new Sample(now.minus(minute, ChronoUnit.MINUTES), Sample.STORE, "default", sums));
        }
        Database database = server.backend().database();
        new Samples(database).save(samples);
        new Reports(database, WallClock.system())
                .save("shop, node 1", JsonMapper.builder().build().readTree("""
                        {"windowSeconds":3600,"duplicatesHeldBack":12,"total":{},"dependencies":[
                        {"dependency":"bank","calls":12345,"firstFailures":320,"rescued":301,"retries":344,
                        "retriesIntoOverload":3,"latencyAddedMs":48211.5,"p95Ms":212,"p99Ms":1480}],
                        "engines":[{"policy":"bank","breaker":"closed","budgetRemaining":41}]}
                        """));
    }

    private void saga(Server server) {
        Saga<String> checkout = Checkout.stuck(AT_ONCE);
        Sagas.on(application, server.backend().records()).handle(checkout).start(checkout, "order-17", "order");
    }

    private void walk(Server server, Chromium browser) throws Exception {
        URI address = server.address();
        browser.view(1200, 900, false);
        browser.open(address);
        browser.fill("input[name=name]", "admin");
        browser.fill("input[name=password]", server.firstPassword().orElseThrow());
        browser.follow("main button");
        assertThat(browser.text())
                .contains("dead letters need you", "record waits for a person", "retry rate", "● Live", "rescued");
        browser.picture(pictures.resolve("overview.png"));

        aPageRenewsItself(address, browser);
        lettersAreSelectedByKeys(address, browser);
        aFilterIsRedriven(address, browser);
        aPayloadShowsItsDifference(address, browser);

        browser.open(address.resolve("/retries"));
        assertThat(browser.text()).contains("Retries rescued", "queue default", "shop, node 1", "212 ms / 1.5 s");
        browser.picture(pictures.resolve("retries.png"));
        browser.open(address.resolve("/schedules"));
        assertThat(browser.text()).contains("monthly-billing", "sync-stock", "▶ planned");
        browser.open(address.resolve("/schedules/monthly-billing"));
        browser.picture(pictures.resolve("schedule.png"));
        browser.open(address.resolve("/sagas/checkout/order-17"));
        assertThat(browser.text()).contains("checkout order-17 is stuck");
        browser.picture(pictures.resolve("saga.png"));
        browser.evaluate("document.querySelector('form[action$=skip]').closest('details').open = true");
        browser.fill("form[action$=skip] input[name=why]", "paid back in cash");
        browser.follow("form[action$=skip] button");
        application.manualWorker().runAll();
        browser.open(address.resolve("/sagas/checkout/order-17"));
        assertThat(browser.text()).contains("is compensated");
        browser.open(address.resolve("/webhooks"));
        assertThat(browser.text()).contains("1 webhook was given up", "Endpoints", "shop-7", "Replay all");
        browser.picture(pictures.resolve("webhooks.png"));
        browser.open(address.resolve("/dead?kind=oncemore.webhook"));
        browser.follow("table.rows tbody a");
        assertThat(browser.text()).as("bytes that a form would spoil").contains("can't be edited here");
        everyPageCanBeRead(address, browser);
        aQueueIsPausedOnItsPage(address, browser);
        browser.open(address.resolve("/webhooks"));
        browser.evaluate("document.querySelector('form[action$=replay]').closest('details').open = true");
        browser.fill("form[action$=replay] input[name=why]", "the shop is back");
        browser.follow("form[action$=replay] button");
        assertThat(browser.text()).contains("Redriven under their old ids", "All webhooks are delivered");
    }

    private void aQueueIsPausedOnItsPage(URI address, Chromium browser) throws Exception {
        application.enqueue("welcome-mail", "waiting@example.com");
        browser.open(address.resolve("/queues/default"));
        browser.evaluate("document.querySelector('main details').open = true");
        browser.fill("form[action$=pause] input[name=why]", "the mail server moves");
        browser.follow("form[action$=pause] button");
        browser.open(address.resolve("/queues/default"));
        assertThat(browser.text()).contains("default is paused", "‖ paused by admin: the mail server moves");
        for (boolean dark : List.of(false, true)) {
            browser.view(360, 740, dark);
            browser.open(address.resolve("/queues/default"));
            assertThat(stumbles(browser)).isEmpty();
            browser.picture(pictures.resolve("queue-small-" + (dark ? "dark" : "light") + ".png"));
        }
    }

    private void aPageRenewsItself(URI address, Chromium browser) throws Exception {
        browser.open(address.resolve("/queues"));
        await(browser, "document.getElementById('live').dataset.stream === 'open'");
        browser.evaluate("document.querySelector('main table').dataset.old = 'yes'");
        application.enqueue("welcome-mail", "live@example.com");
        await(browser, "document.querySelector('main table').dataset.old === undefined");

        // Somebody has a row in hand: it stays where it is, whatever comes.
        browser.press("j");
        browser.evaluate("document.querySelector('main table').dataset.old = 'yes'");
        pageLooksAgain(browser, "later@example.com");
        assertThat(browser.evaluate("document.querySelector('main table').dataset.old"))
                .isEqualTo("yes");
        browser.evaluate("document.getElementById('live').click()");
        assertThat(browser.text()).contains("‖ Updates paused");
        browser.open(address.resolve("/queues"));
        assertThat(browser.text()).as("the next page keeps to it").contains("‖ Updates paused");
        application.manualWorker().runAll();
        whatWasTypedIsNotThrownAway(address, browser);
    }

    private void whatWasTypedIsNotThrownAway(URI address, Chromium browser) throws Exception {
        browser.evaluate("localStorage.setItem('live', 'on')");
        browser.open(address.resolve("/queues"));
        await(browser, "document.getElementById('live').dataset.stream === 'open'");
        browser.fill("main table input[name=why]", "half a sen");
        browser.evaluate("document.querySelector('main table').dataset.old = 'yes'");
        pageLooksAgain(browser, "typing@example.com");
        assertThat(browser.evaluate("document.querySelector('main table').dataset.old"))
                .isEqualTo("yes");
        assertThat(browser.evaluate("document.querySelector('main table input[name=why]').value"))
                .isEqualTo("half a sen");
        browser.fill("main table input[name=why]", "");
        application.enqueue("welcome-mail", "typed@example.com");
        await(browser, "document.querySelector('main table').dataset.old === undefined");
        browser.evaluate("document.getElementById('live').click()");
        application.manualWorker().runAll();
    }

    /**
     * Enqueues a task, and returns when the page has read its own new state and decided what to do with it. A stream of the
     * test's own would not tell that: each opens when it can, and opens again after an error.
     */
    private void pageLooksAgain(Chromium browser, String mail) throws Exception {
        // The page decides as soon as it has the text, so a timer that is set then fires after that.
        browser.evaluate("""
                window.looks = 0;
                const ask = window.fetch;
                window.fetch = async (...what) => {
                  const answer = await ask(...what);
                  const text = answer.text.bind(answer);
                  answer.text = async () => {
                    const all = await text();
                    setTimeout(() => { window.looks++; }, 0);
                    return all;
                  };
                  return answer;
                };
                ''""");
        application.enqueue("welcome-mail", mail);
        await(browser, "window.looks >= 1");
    }

    private static void await(Chromium browser, String condition) {
        Together.await(condition, () -> {
            try {
                return browser.evaluate("String(" + condition + ")").equals("true");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private void lettersAreSelectedByKeys(URI address, Chromium browser) throws Exception {
        browser.open(address.resolve("/dead?kind=welcome-mail"));
        browser.press("j");
        browser.press("x");
        assertThat(browser.evaluate("String(document.querySelectorAll('td input:checked').length)"))
                .isEqualTo("1");
        browser.picture(pictures.resolve("dead.png"));
        browser.press("x");
        assertThat(browser.evaluate("String(document.querySelectorAll('td input:checked').length)"))
                .isEqualTo("0");
        browser.press("x");
        browser.fill("#selection input[name=why]", "not needed any more");
        browser.follow("button[value=discard]");
        assertThat(browser.text()).contains("Discarded", "2 dead letters match");
        browser.press("/");
        assertThat(browser.evaluate("document.activeElement.name")).isEqualTo("queue");
    }

    private void aFilterIsRedriven(URI address, Chromium browser) throws Exception {
        browser.open(address.resolve("/dead?kind=welcome-mail"));
        browser.follow("a[data-redrive]");
        assertThat(browser.text())
                .contains("Redrive 2 dead letters?", "unknown host: example.con", "takes about")
                .contains("Already done: 1 will be skipped");
        assertThat(browser.evaluate("document.querySelector('.curl pre').textContent"))
                .contains("Bearer $ONCEMORE_TOKEN", "/api/dead/redrive");
        browser.picture(pictures.resolve("redrive.png"));
        assertThat(stumbles(browser)).isEmpty();
        browser.fill("input[name=why]", "the host is back");
        browser.follow("main form button");
        assertThat(browser.text()).contains("Redrive started");
        String task = browser.evaluate("decodeURIComponent(location.pathname.split('/').pop())");
        assertThat(application.find(task).await(Duration.ofMinutes(1))).isPresent();
        application.manualWorker().runAll();
    }

    private void aPayloadShowsItsDifference(URI address, Chromium browser) throws Exception {
        browser.open(address.resolve("/dead?kind=welcome-mail"));
        browser.press("j");
        browser.follow("table.rows tbody tr.here a");
        browser.press("e");
        assertThat(browser.evaluate("document.activeElement.name")).isEqualTo("payload");
        browser.evaluate("document.activeElement.value = document.activeElement.value.replace('.con', '.com');"
                + " document.activeElement.dispatchEvent(new Event('input'))");
        assertThat(browser.evaluate("document.getElementById('difference').textContent"))
                .contains("-   \"to\"", "+   \"to\"", "example.com\"");
        browser.picture(pictures.resolve("dead-letter.png"));
        browser.fill("form[action$=edit] input[name=why]", "a typing error");
        browser.follow("form[action$=edit] button");
        assertThat(browser.text()).contains("What was changed", "example.con");
        browser.evaluate("document.activeElement.blur()");
        browser.press("r");
        assertThat(browser.evaluate("document.activeElement.closest('form').action"))
                .endsWith("/redrive");
        browser.fill("form[action$=discard] input[name=why]", "a slip of the hand");
        browser.follow("form[action$=discard] button");
        browser.follow("form[action$=restore] button");
        assertThat(browser.text()).contains("Restored");
    }

    private void everyPageCanBeRead(URI address, Chromium browser) throws Exception {
        for (String path : List.of(
                "/",
                "/retries",
                "/dead",
                "/dead/redrive?kind=welcome-mail",
                "/queues/default",
                "/schedules",
                "/schedules/monthly-billing",
                "/sagas",
                "/sagas/checkout",
                "/sagas/checkout/order-17",
                "/webhooks",
                "/log",
                "/breakers",
                "/records",
                "/records?scope=acme&key=1",
                "/lab",
                "/lab?scenario=deadline&seed=1")) {
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
        browser.open(address.resolve("/webhooks"));
        browser.picture(pictures.resolve("webhooks-small-dark.png"));
        browser.open(address.resolve("/dead/redrive?kind=welcome-mail"));
        browser.picture(pictures.resolve("redrive-small-dark.png"));
        browser.open(address.resolve("/dead"));
        browser.picture(pictures.resolve("dead-small-dark.png"));
        browser.open(address.resolve("/records?scope=acme&key=1"));
        browser.picture(pictures.resolve("record-small-dark.png"));
        browser.open(address);
        browser.picture(pictures.resolve("overview-small-dark.png"));
    }
}
