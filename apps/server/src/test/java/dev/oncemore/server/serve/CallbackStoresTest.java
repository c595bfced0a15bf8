package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.By;
import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jdbc.query.TaskQueries.PayloadStart;
import dev.oncemore.once.Once;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.callback.CallbackService;
import dev.oncemore.operations.callback.CallbackSettings;
import dev.oncemore.operations.callback.Ending;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.WallClock;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each end of a task is one message, on each database, whatever dies in between and however many nodes look. */
class CallbackStoresTest {
    private static final URI SHOP = URI.create("https://shop.example/done");
    private static final By ANN = By.person("ann", "a test");

    @Test
    void sqlite(@TempDir Path folder) {
        try (Backend backend = Backend.open(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of())) {
            new Walk(backend).all();
        }
    }

    @Test
    void postgres() throws Exception {
        on(PostgresServer.shared());
    }

    @Test
    void mariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        on(MariaDbServer.shared());
    }

    private static void on(DatabaseServer databases) throws Exception {
        try (FreshDatabase database = databases.freshDatabase();
                Backend backend = Backend.open(
                        StoreUrl.parse(database.url()),
                        Map.of(
                                "ONCEMORE_STORE_USER",
                                database.user(),
                                "ONCEMORE_STORE_PASSWORD",
                                database.password()))) {
            new Walk(backend).all();
        }
    }

    private static final class Walk {
        private final Backend backend;
        private final TransactionalTasks<Connection> tasks;
        private final Acts acts;
        private final CallbackService one;
        private final CallbackService other;
        private final AtomicBoolean fails = new AtomicBoolean();

        Walk(Backend backend) {
            this.backend = backend;
            this.tasks = node();
            this.acts = new Acts(
                    backend.database(),
                    tasks,
                    Once.on(backend.records()),
                    new AuditTrail(backend.database(), Ids.random(Chance.unforeseeable()), WallClock.system()));
            CallbackSettings settings = new CallbackSettings(
                    List.of(WebhookSecret.random(Chance.unforeseeable())),
                    AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress));
            one = new CallbackService(backend, tasks, settings);
            other = new CallbackService(backend, node(), settings);
        }

        private TransactionalTasks<Connection> node() {
            return Tasks.on(
                    backend.tasks(), TaskSettings.standard().queue(CallbackService.QUEUE, QueueSettings.standard()));
        }

        void all() {
            aTaskThatIsDoneIsToldOnce();
            aRedrivenLetterHasTwoEnds();
            aDiscardedLetterIsNotAnotherEnd();
            aCancelledTaskIsTold();
            aFailedTransactionTellsNothing_andTheNextLookDoes();
            theSameTwiceIsOneCallback();
            ofManyEachIsToldOnce();
            whatWasToldIsPurged_andWhatWaitsIsNot();
            anInvalidUrlIsRefused();
            whatDoesNotEndIsLookedAtLessOften_andGivenUpAfterAYear();
            oneOwnerWaitsForSoManyOnly_andOthersAreNotConcerned();
        }

        private void whatDoesNotEndIsLookedAtLessOften_andGivenUpAfterAYear() {
            String id = enqueue(SHOP);
            assertLookedAtAgain(id, Duration.ofHours(2), 50_000, 61_000);
            assertLookedAtAgain(id, Duration.ofDays(2), 3_500_000, 3_601_000);
            assertLookedAtAgain(id, Duration.ofDays(365), 3_500_000, 3_601_000);
            assertThat(lookedAtAgain(id, Duration.ofDays(367))).as("never").isGreaterThan(1L << 60);
            work();
            look();
            assertThat(messages(id)).isEmpty();
        }

        /** A callback of this age is looked at again so many milliseconds after the look, however long that takes. */
        private void assertLookedAtAgain(String id, Duration age, long leastMillis, long mostMillis) {
            long before = backend.tasks().now().toEpochMilli();
            long lookAt = lookedAtAgain(id, age);
            long after = backend.tasks().now().toEpochMilli();
            assertThat(lookAt).as("at the age of %s", age).isBetween(before + leastMillis, after + mostMillis);
        }

        private long lookedAtAgain(String id, Duration age) {
            backend.database()
                    .update(
                            "UPDATE oncemore_callback SET look_at = 0, changed_at = ? WHERE subject = ?",
                            backend.tasks().now().minus(age).toEpochMilli(),
                            id);
            one.look();
            return backend.database()
                    .first("SELECT look_at FROM oncemore_callback WHERE subject = ?", row -> row.getLong(1), id)
                    .orElseThrow();
        }

        private void oneOwnerWaitsForSoManyOnly_andOthersAreNotConcerned() {
            Map<String, Ending> ended = new HashMap<>();
            one.about("sheet", ids -> ended, 2);
            sheet("one", "ann");
            sheet("two", "ann");
            assertThatThrownBy(() -> sheet("three", "ann"))
                    .isInstanceOf(Rejected.class)
                    .hasMessageContaining("2 sheets");
            sheet("three", "bob");
            ended.put("one", new Ending("sheet.settled", "done", true, true, Map.of("id", "one")));
            look();
            sheet("four", "ann");
        }

        private void sheet(String id, String owner) {
            acts.run(here -> {
                one.add(here, "sheet", id, SHOP, owner);
                return id;
            });
        }

        private String enqueue(URI callback) {
            return acts.run(here -> {
                String id = here.tasks().enqueue("mail", "x").id();
                one.add(here, CallbackService.TASK, id, callback, "ann");
                return id;
            });
        }

        /** As an application does, which knows nothing of callbacks. */
        private void work() {
            Tasks.on(backend.tasks())
                    .handle(
                            "mail",
                            String.class,
                            (text, task) -> fails.get() ? Verdict.dead("no such mailbox") : Verdict.done("sent"))
                    .manualWorker()
                    .runAll();
        }

        private void look() {
            backend.database().update("UPDATE oncemore_callback SET look_at = 0 WHERE look_at < 9000000000000");
            one.look();
            backend.database().update("UPDATE oncemore_callback SET look_at = 0 WHERE look_at < 9000000000000");
            other.look();
        }

        /** The messages on their way that speak of this task. */
        private List<WebhookMessage> messages(String id) {
            List<String> waiting = backend.taskQueries().next(CallbackService.QUEUE, 1_000).stream()
                    .filter(status -> status.kind().equals(Webhooks.KIND))
                    .map(TaskStatus::id)
                    .toList();
            List<WebhookMessage> messages = new ArrayList<>();
            for (PayloadStart payload : backend.taskQueries().payloads(waiting, 10_000)) {
                messages.add(WebhookMessage.ofPayload(payload.start().toArray()));
            }
            messages.removeIf(message -> !message.json().contains("\"id\":\"" + id + "\""));
            messages.sort((first, second) -> first.id().compareTo(second.id()));
            return messages;
        }

        private void aTaskThatIsDoneIsToldOnce() {
            String id = enqueue(SHOP);
            look();
            assertThat(messages(id)).as("it has not ended").isEmpty();
            work();
            look();
            look();
            assertThat(messages(id))
                    .singleElement()
                    .satisfies(message -> assertThat(message.json())
                            .contains("\"type\":\"task.done\"", "\"kind\":\"mail\"", "\"attempts\":1"));
        }

        private void aRedrivenLetterHasTwoEnds() {
            String id = enqueue(SHOP);
            fails.set(true);
            work();
            look();
            look();
            assertThat(messages(id))
                    .singleElement()
                    .satisfies(message ->
                            assertThat(message.json()).contains("\"type\":\"task.dead\"", "no such mailbox"));
            fails.set(false);
            backend.tasks().deadLetters().redrive(List.of(id), ANN);
            look();
            work();
            look();
            look();
            List<WebhookMessage> both = messages(id);
            assertThat(both).hasSize(2);
            assertThat(both.get(1).json()).contains("\"type\":\"task.done\"");
            assertThat(both.get(0).id()).endsWith("-1");
            assertThat(both.get(1).id()).isEqualTo(both.get(0).id().replaceAll("-1$", "-2"));
        }

        private void aDiscardedLetterIsNotAnotherEnd() {
            String id = enqueue(SHOP);
            fails.set(true);
            work();
            look();
            backend.tasks().deadLetters().discard(List.of(id), ANN);
            look();
            backend.tasks().deadLetters().restore(List.of(id), ANN);
            look();
            assertThat(messages(id)).hasSize(1);
            fails.set(false);
        }

        private void aCancelledTaskIsTold() {
            String id = enqueue(SHOP);
            tasks.cancel(id, ANN);
            look();
            assertThat(messages(id))
                    .singleElement()
                    .satisfies(message -> assertThat(message.json()).contains("\"type\":\"task.cancelled\"", "a test"));
        }

        /** The kill between the note and the delivery: both are one transaction. */
        private void aFailedTransactionTellsNothing_andTheNextLookDoes() {
            String id = enqueue(SHOP);
            work();
            String broken = CallbackService.QUEUE.repeat(10); // longer than the name of a queue may be
            assertThatThrownBy(() -> backend.database().transact(connection -> {
                        backend.database()
                                .within(connection)
                                .update("UPDATE oncemore_callback SET ends = 1, told = 'x' WHERE subject = ?", id);
                        throw new IllegalStateException(broken);
                    }))
                    .hasMessageContaining(broken);
            look();
            assertThat(messages(id)).hasSize(1);
        }

        private void theSameTwiceIsOneCallback() {
            String id = enqueue(SHOP);
            acts.run(here -> {
                one.add(here, CallbackService.TASK, id, SHOP, "ann");
                one.add(here, CallbackService.TASK, id, URI.create("https://other.example/"), "ann");
                return id;
            });
            work();
            look();
            assertThat(messages(id))
                    .hasSize(2)
                    .extracting(WebhookMessage::endpoint)
                    .doesNotHaveDuplicates();
        }

        private void ofManyEachIsToldOnce() {
            List<String> ids = acts.run(Act.large(here -> {
                List<String> many = new ArrayList<>();
                for (int i = 0; i < 600; i++) {
                    many.add(here.tasks().enqueue("mail", "x").id());
                    // Of several: one owner has a limit.
                    one.add(here, CallbackService.TASK, many.get(i), SHOP, "owner " + i / 50);
                }
                return many;
            }));
            work();
            look();
            int told = backend.database()
                    .first("SELECT COUNT(*) FROM oncemore_callback WHERE ends = 0", row -> row.getInt(1))
                    .orElseThrow();
            assertThat(told).as("more than a page").isZero();
            assertThat(messages(ids.get(599))).hasSize(1);
        }

        private void whatWasToldIsPurged_andWhatWaitsIsNot() {
            String waiting = enqueue(SHOP);
            int purged = 0;
            int last;
            do {
                last = one.purge(backend.tasks().now().plus(Duration.ofDays(1)), 500);
                purged += last;
            } while (last > 0);
            assertThat(purged).isGreaterThan(600);
            work();
            look();
            assertThat(messages(waiting)).hasSize(1);
        }

        private void anInvalidUrlIsRefused() {
            for (String url : List.of(
                    "",
                    "shop.example",
                    "ftp://shop.example/",
                    "https://",
                    "https://a:b@shop.example/",
                    "https://10.1.2.3/",
                    "http://[fe80::1]/",
                    "https://0x7f.1/",
                    "https://169.254.169.254/latest",
                    "https://x/\u0000",
                    "https://shop.example/" + "x".repeat(1_000))) {
                assertThatThrownBy(() -> one.require(url)).as(url).isInstanceOf(Rejected.class);
            }
            assertThat(one.require("http://127.0.0.1:9/x").getPort()).isEqualTo(9);
            CallbackService off = new CallbackService(backend, node(), CallbackSettings.none());
            assertThatThrownBy(() -> off.require("https://shop.example/"))
                    .isInstanceOf(Rejected.class)
                    .hasMessageContaining("ONCEMORE_CALLBACK_SECRET");
        }
    }
}
