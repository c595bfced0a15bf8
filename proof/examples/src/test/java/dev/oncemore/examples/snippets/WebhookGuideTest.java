package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.InMemoryEndpoints;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.WebhookSignature;
import dev.oncemore.http.webhook.WebhookVerifier;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.time.WallClock;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookGuideTest {
    private final TaskStore store = new InMemoryTaskStore();
    private final Tasks tasks = Tasks.on(
            store,
            TaskSettings.standard().codecs(JacksonCodecs.standard()).queue(Webhooks.QUEUE, QueueSettings.standard()));

    @Test
    void send() {
        String json = "{\"type\":\"order.paid\"}";
        // snippet: send
        Tasks tasks = Tasks.on(
                store,
                TaskSettings.standard()
                        .queue(Webhooks.QUEUE, QueueSettings.standard().concurrency(8)));
        WebhookSecret secret = WebhookSecret.random(new SecureRandom()); // shown to its owner once: secret.reveal()
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        endpoints.save(Endpoint.of("shop-7", URI.create("https://shop.example/hooks"), secret));

        Webhooks webhooks = Webhooks.builder(tasks, endpoints).build();
        TaskHandle sent = webhooks.send(new WebhookMessage("shop-7", "order-paid-1017", json));
        // end
        // Nobody is at that address: the message waits for its next attempt, or the name is unknown.
        assertThat(sent.poll().orElseThrow().state().isEnd()).isFalse();
    }

    @Test
    void theMessageComesThroughWhateverTheCodecsOfTheTasks() {
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        WebhookSecret secret = WebhookSecret.random(new SecureRandom());
        endpoints.save(
                Endpoint.of("shop-7", URI.create("http://127.0.0.1/"), secret).disabled("on holiday"));
        Webhooks webhooks = Webhooks.builder(tasks, endpoints).build();
        TaskHandle sent = webhooks.send(new WebhookMessage("shop-7", "order-paid-1017", "{}"));
        tasks.manualWorker().runAll();
        assertThat(sent.poll().orElseThrow().state()).isEqualTo(TaskState.REJECTED);
        assertThat(sent.history(10).toString()).contains("on holiday");
    }

    @Test
    void endpointsInATable() throws SQLException {
        try (FreshDatabase database = Sqlite.freshDatabase();
                Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE hook (id VARCHAR(100) PRIMARY KEY, url TEXT, secrets TEXT, disabled_because TEXT)");
            String old = WebhookSecret.random(new SecureRandom()).reveal();
            String fresh = WebhookSecret.random(new SecureRandom()).reveal();
            statement.execute("INSERT INTO hook VALUES ('shop-7', 'https://shop.example/hooks', '" + old + " " + fresh
                    + "', NULL)");
            JdbcEndpoints endpoints = new JdbcEndpoints(database.dataSource());

            Endpoint found = endpoints.find("shop-7").orElseThrow();
            assertThat(found.isEnabled()).isTrue();
            assertThat(found.secrets()).extracting(WebhookSecret::reveal).containsExactly(old, fresh);
            endpoints.disable("shop-7", "it answered 410 Gone");
            endpoints.disable("shop-7", "again");
            assertThat(endpoints.find("shop-7").orElseThrow().disabledBecause()).isEqualTo("it answered 410 Gone");
            assertThat(endpoints.find("shop-8")).isEmpty();
        }
    }

    @Test
    void settings() {
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        // snippet: settings
        Webhooks webhooks = Webhooks.builder(tasks, endpoints)
                .limit(Duration.ofSeconds(5)) // for one attempt, from the connection to the reply
                .guard(AddressGuard.publicOnly().orAddresses(InetAddress::isSiteLocalAddress))
                .build();
        // end
        assertThat(webhooks).isNotNull();
    }

    @Test
    void verify() {
        WebhookSecret old = WebhookSecret.random(new SecureRandom());
        WebhookSecret fresh = WebhookSecret.random(new SecureRandom());
        String written = fresh.reveal();
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new HashMap<>(WebhookSignature.headers(
                List.of(fresh), "msg-1", WallClock.system().instant(), body));
        // snippet: verify
        WebhookVerifier verifier = WebhookVerifier.of(old, WebhookSecret.parse(written)); // both, during a rotation
        boolean genuine = verifier.verify(headers::get, body) == WebhookVerifier.Result.GENUINE;
        // end
        assertThat(genuine).isTrue();
    }
}
