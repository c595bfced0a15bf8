package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.InMemoryEndpoints;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.once.Once;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.Chance;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Two servers on one database: started at once, they have the same accounts, sessions and history. */
class SharedStoreTest {

    @Test
    void postgres() throws Exception {
        twoServers(PostgresServer.shared());
    }

    @Test
    void mariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        twoServers(MariaDbServer.shared());
    }

    private static Server start(FreshDatabase database) {
        Map<String, String> environment =
                Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password());
        return Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse(database.url()), null, false), environment);
    }

    /** Both count the same minute at once, and each shows what both have kept. */
    private static void everyPageIsThere(List<Server> servers, Visitor visitor) throws Exception {
        Backend backend = servers.get(0).backend();
        Tasks tasks = Tasks.on(backend.tasks()).handle("mail", String.class, (text, task) -> Verdict.done());
        tasks.enqueue("mail", "x");
        tasks.manualWorker().runAll();
        Instant now = backend.tasks().now();
        Together.run(2, number -> () -> {
            servers.get(number).sampler().sample(now);
            return number;
        });
        assertThat(visitor.page("/retries").body()).contains("queue default", "100.0 %");
        whatWasDoneBeforeIsCounted(backend, visitor);
        for (String path : List.of(
                "/",
                "/dead",
                "/queues/default",
                "/schedules",
                "/sagas",
                "/webhooks",
                "/log",
                "/breakers",
                "/lab",
                "/records")) {
            assertThat(visitor.page(path).statusCode()).as(path).isEqualTo(200);
        }
    }

    private static void whatWasDoneBeforeIsCounted(Backend backend, Visitor visitor) throws Exception {
        Once once = Once.on(backend.records());
        Tasks tasks = Tasks.on(backend.tasks(), TaskSettings.standard().queue(Webhooks.QUEUE, QueueSettings.standard()))
                .handle("charge", String.class, (text, task) -> {
                    if (text.equals("done")) {
                        once.operation("charge", String.class)
                                .build()
                                .key("acme", task.key())
                                .run("100", claim -> "charged")
                                .require();
                    }
                    return Verdict.dead("the answer was lost");
                });
        tasks.enqueue("charge", "done");
        tasks.enqueue("charge", "not done");
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        endpoints.save(Endpoint.of(
                "shop-7", URI.create("http://127.0.0.1:9/hook"), WebhookSecret.random(Chance.unforeseeable())));
        Webhooks webhooks = Webhooks.builder(tasks, endpoints).build();
        webhooks.send(new WebhookMessage("shop-7", "given-up", "{}"));
        tasks.manualWorker().runAll();
        webhooks.send(new WebhookMessage("shop-8", "under-way", "{}"));
        assertThat(visitor.page("/dead/redrive?kind=charge").body())
                .contains("Redrive 2 dead letters?", "Already done: 1 will be skipped");
        assertThat(visitor.page("/webhooks").body()).contains(">shop-7</td>", ">shop-8</td>", "Send 1 again");
    }

    private static void twoServers(DatabaseServer databases) throws Exception {
        try (FreshDatabase database = databases.freshDatabase()) {
            List<Server> servers = Together.run(2, number -> () -> start(database));
            try (Server first = servers.get(0);
                    Server second = servers.get(1)) {
                List<String> passwords = servers.stream()
                        .map(Server::firstPassword)
                        .flatMap(Optional::stream)
                        .toList();
                assertThat(passwords).as("only one made the account").hasSize(1);
                Visitor visitor = new Visitor(first.address());
                assertThat(visitor.logIn("ADMIN", passwords.get(0)).statusCode())
                        .as("names are told apart by case")
                        .isEqualTo(401);
                assertThat(visitor.logIn("admin", passwords.get(0)).statusCode())
                        .isEqualTo(302);
                visitor.post("/queues/mail/pause", Map.of("why", "a test", "_csrf", visitor.csrf()));
                Visitor other = new Visitor(second.address());
                other.logIn("admin", passwords.get(0));
                assertThat(other.page("/queues").body()).contains("paused by admin");
                assertThat(other.page("/audit").body()).contains("queue paused", "login refused");
                everyPageIsThere(servers, other);
                LanguageWalkTest.archiveAndShowAgain(other);
            }
        }
    }
}
