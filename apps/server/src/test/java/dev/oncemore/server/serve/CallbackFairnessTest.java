package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.operations.callback.CallbackSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.Chance;
import io.javalin.Javalin;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One account's receivers never answer: the callbacks of others do not wait for them. */
class CallbackFairnessTest extends OnEveryStore {
    private static final int SLOW = 100;
    private static final int PER_OWNER_MAX = 64;
    private static final Pattern NEW_TOKEN = Pattern.compile("omt_[A-Za-z0-9_-]+");

    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private Javalin receiver;

    @BeforeEach
    void receive() {
        receiver = Javalin.create(config -> {
                    config.routes.post("/slow", context -> {
                        begun.add(String.valueOf(context.header("webhook-id")));
                        Together.await(end);
                    });
                    config.routes.post("/done", context -> told.countDown());
                })
                .start("127.0.0.1", 0);
    }

    @AfterEach
    void stop() {
        end.countDown();
        receiver.stop();
    }

    @Override
    void check(String store, Map<String, String> environment) throws Exception {
        CallbackSettings callbacks = new CallbackSettings(
                List.of(WebhookSecret.random(Chance.unforeseeable())),
                AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress));
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), DeskClient.TOKEN, false);
        try (Server server = Server.start(settings.callbacks(callbacks), environment)) {
            for (int i = 0; i < SLOW; i++) {
                enqueue(server, DeskClient.TOKEN, "/slow");
            }
            work(server);
            Together.await("receivers are busy", () -> begun.size() >= 32);
            enqueue(server, another(server), "/done");
            work(server);
            Together.await(told);
            assertThat(begun).as("of one owner").hasSizeLessThanOrEqualTo(PER_OWNER_MAX);
            end.countDown();
            Settled.until(begun::size, count -> count == SLOW);
        }
    }

    private void enqueue(Server server, String token, String path) throws Exception {
        String body = "{\"kind\":\"mail\",\"payload\":\"x\",\"callback\":\"http://127.0.0.1:" + receiver.port() + path
                + "\"}";
        assertThat(new Visitor(server.address())
                        .api("POST", "/api/tasks", token, body)
                        .statusCode())
                .isEqualTo(201);
    }

    private static void work(Server server) {
        Tasks.on(server.backend().tasks())
                .handle("mail", String.class, (text, task) -> Verdict.done())
                .manualWorker()
                .runAll();
    }

    /** A token of another account. */
    private static String another(Server server) throws Exception {
        Visitor admin = new Visitor(server.address());
        admin.logIn("admin", server.firstPassword().orElseThrow());
        Matcher token = NEW_TOKEN.matcher(admin.post(
                        "/access/tokens", Map.of("name", "ci", "role", "operator", "days", "1", "_csrf", admin.csrf()))
                .body());
        assertThat(token.find()).isTrue();
        return token.group();
    }
}
