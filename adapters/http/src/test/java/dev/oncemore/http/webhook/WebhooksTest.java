package dev.oncemore.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Workers;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receivers of every kind, over real connections. */
class WebhooksTest {
    private static final TaskSettings SETTINGS =
            TaskSettings.standard().queue(Webhooks.QUEUE, QueueSettings.standard());
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");
    private static final String JSON = "{\"type\":\"order.paid\",\"data\":{\"größe\":1}}";

    private final VirtualTime time = new VirtualTime();
    private final Tasks tasks =
            Tasks.on(new InMemoryTaskStore(time, InstantSource.fixed(NOW), 1_000), SETTINGS.time(time));
    private final InMemoryEndpoints endpoints = new InMemoryEndpoints();
    private final WebhookSecret old = WebhookSecret.random(new Random(1));
    private final WebhookSecret fresh = WebhookSecret.random(new Random(2));
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final AtomicInteger hits = new AtomicInteger();
    private HttpServer receiver;
    private Webhooks webhooks;

    /** What the receiver does with an exchange whose message is genuine. */
    interface Reaction {
        void to(HttpExchange exchange) throws IOException;
    }

    private volatile Reaction reaction = exchange -> exchange.sendResponseHeaders(204, -1);

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::receive);
        receiver.start();
        webhooks = builder().build();
        endpoints.save(Endpoint.of("shop", uri("/hook?a=1"), old, fresh));
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private Webhooks.Builder builder() {
        return Webhooks.builder(tasks, endpoints)
                .guard(AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress))
                .clock(InstantSource.fixed(NOW))
                .policy(RetryPolicy.named("webhook")
                        .maxAttempts(3)
                        .backoff(Backoff.fixed(Duration.ofSeconds(10)).noJitter())
                        .build());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + path);
    }

    private void receive(HttpExchange exchange) throws IOException {
        hits.incrementAndGet();
        byte[] body = exchange.getRequestBody().readAllBytes();
        WebhookVerifier.Result result = WebhookVerifier.of(fresh)
                .clock(InstantSource.fixed(NOW))
                .verify(exchange.getRequestHeaders()::getFirst, body);
        if (result != WebhookVerifier.Result.GENUINE) {
            exchange.sendResponseHeaders(401, -1);
        } else {
            received.add(exchange.getRequestHeaders().getFirst("webhook-id") + " " + exchange.getRequestURI() + " "
                    + new String(body, StandardCharsets.UTF_8));
            reaction.to(exchange);
        }
        exchange.close();
    }

    private TaskHandle send() {
        TaskHandle handle = webhooks.send(new WebhookMessage("shop", "msg-1", JSON));
        tasks.manualWorker().runAll();
        return handle;
    }

    private TaskState state(TaskHandle handle) {
        return handle.poll().orElseThrow().state();
    }

    @Test
    void aMessageIsSigned_andTaken() {
        assertThat(state(send())).isEqualTo(TaskState.DONE);
        assertThat(received).containsExactly("msg-1 /hook?a=1 " + JSON);
    }

    @Test
    void theSameMessageIsSentOnce_andAgainAfterAReplay() {
        send();
        assertThat(send().isNew()).isFalse();
        assertThat(received).hasSize(1);
        webhooks.replay(new WebhookMessage("shop", "msg-1", JSON));
        tasks.manualWorker().runAll();
        assertThat(received).hasSize(2);
        assertThat(received.get(1)).isEqualTo(received.get(0));
    }

    @Test
    void aFailureIsTriedAgainByThePolicy_andEndsAsADeadLetter() {
        reaction = exchange -> exchange.sendResponseHeaders(500, -1);
        TaskHandle handle = send();
        assertThat(hits).hasValue(1);
        time.advance(Duration.ofSeconds(10));
        tasks.manualWorker().runAll();
        assertThat(hits).hasValue(2);
        time.advance(Duration.ofSeconds(10));
        tasks.manualWorker().runAll();
        assertThat(hits).hasValue(3);
        assertThat(state(handle)).isEqualTo(TaskState.DEAD);
    }

    @Test
    void retryAfterIsHonoured() {
        reaction = exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "3600");
            exchange.sendResponseHeaders(429, -1);
        };
        send();
        time.advance(Duration.ofSeconds(3_599));
        tasks.manualWorker().runAll();
        assertThat(hits).hasValue(1);
        reaction = exchange -> exchange.sendResponseHeaders(200, -1);
        time.advance(Duration.ofSeconds(1));
        tasks.manualWorker().runAll();
        assertThat(hits).hasValue(2);
    }

    @Test
    void goneDisablesTheEndpoint_andNothingIsSentToItAnyMore() {
        reaction = exchange -> exchange.sendResponseHeaders(410, -1);
        assertThat(state(send())).isEqualTo(TaskState.REJECTED);
        assertThat(endpoints.find("shop").orElseThrow().disabledBecause()).isEqualTo("it answered 410 Gone");
        TaskHandle next = webhooks.send(new WebhookMessage("shop", "msg-2", JSON));
        tasks.manualWorker().runAll();
        assertThat(state(next)).isEqualTo(TaskState.REJECTED);
        assertThat(hits).hasValue(1);
        endpoints.save(endpoints.find("shop").orElseThrow().enabled());
        reaction = exchange -> exchange.sendResponseHeaders(200, -1);
        webhooks.replay(new WebhookMessage("shop", "msg-2", JSON));
        tasks.manualWorker().runAll();
        assertThat(received).hasSize(2);
    }

    @Test
    void aRedirectIsNotFollowed() {
        reaction = exchange -> {
            exchange.getResponseHeaders().set("Location", uri("/elsewhere").toString());
            exchange.sendResponseHeaders(307, -1);
        };
        TaskHandle handle = send();
        assertThat(hits).hasValue(1);
        assertThat(state(handle)).isNotEqualTo(TaskState.DONE);
    }

    @Test
    void aHugeBodyIsNotRead() {
        reaction = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                byte[] piece = new byte[1 << 16];
                for (int i = 0; i < 100_000; i++) {
                    out.write(piece);
                }
            } catch (IOException expected) {
                received.add("cut off");
            }
        };
        assertThat(state(send())).isEqualTo(TaskState.DONE);
    }

    /** A receiver that speaks for itself, in bytes. */
    private TaskHandle sendTo(String reply) throws Exception {
        try (ServerSocket raw = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            endpoints.save(Endpoint.of("raw", URI.create("http://127.0.0.1:" + raw.getLocalPort() + "/"), old));
            CompletableFuture<Void> replied = CompletableFuture.runAsync(() -> {
                try (Socket socket = raw.accept()) {
                    socket.getInputStream().read(new byte[10_000]);
                    socket.getOutputStream().write(reply.getBytes(StandardCharsets.ISO_8859_1));
                } catch (IOException e) {
                    // It was cut off, as it should.
                }
            });
            TaskHandle handle = webhooks.send(new WebhookMessage("raw", "msg-1", JSON));
            tasks.manualWorker().runOne(Webhooks.QUEUE);
            replied.join();
            return handle;
        }
    }

    @Test
    void aHeadWithoutAnEndIsCutOff() throws Exception {
        TaskHandle handle = sendTo("HTTP/1.1 200 OK\r\n" + ("X-Long: " + "x".repeat(1_000) + "\r\n").repeat(100));
        assertThat(state(handle)).isNotEqualTo(TaskState.DONE);
        assertThat(handle.history(10).toString()).contains("over 16384 bytes");
    }

    @Test
    void whatIsNotHttpIsAFailure() throws Exception {
        assertThat(state(sendTo("SSH-2.0-OpenSSH\r\n\r\n"))).isNotEqualTo(TaskState.DONE);
        assertThat(endpoints.find("raw").orElseThrow().isEnabled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 20", "SSH-2.0-OpenSSH\r\n\r\n"})
    void aReplyThatBreaksOff_orIsNotHttp_comesAgain(String reply) throws Exception {
        assertThat(state(sendTo(reply)).isEnd()).isFalse();
    }

    @Test
    void aRegistryThatIsAwayForAMoment_costsNoMessage() {
        AtomicBoolean away = new AtomicBoolean(true);
        Tasks own = Tasks.on(new InMemoryTaskStore(time, InstantSource.fixed(NOW), 1_000), SETTINGS.time(time));
        Endpoint.Registry registry = new Endpoint.Registry() {
            @Override
            public Optional<Endpoint> find(String id) {
                if (away.get()) {
                    throw new IllegalStateException("the database is away");
                }
                return endpoints.find(id);
            }

            @Override
            public void disable(String id, String because) {
                endpoints.disable(id, because);
            }
        };
        Webhooks patient = Webhooks.builder(own, registry)
                .guard(AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress))
                .clock(InstantSource.fixed(NOW))
                .build();
        TaskHandle handle = patient.send(new WebhookMessage("shop", "msg-1", JSON));
        own.manualWorker().runAll();
        assertThat(state(handle).isEnd()).isFalse();

        away.set(false);
        time.advance(Duration.ofMinutes(1));
        own.manualWorker().runAll();
        assertThat(state(handle)).isEqualTo(TaskState.DONE);
    }

    @Test
    void aReceiverThatAsksForYears_getsADay() {
        reaction = exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "99999999999");
            exchange.sendResponseHeaders(503, -1);
        };
        send();
        time.advance(Duration.ofDays(1));
        tasks.manualWorker().runAll();
        assertThat(hits).hasValue(2);
    }

    @Test
    void aSlowReceiverIsCutOffWithinTheLimit() throws Exception {
        VirtualTime patience = new VirtualTime();
        Tasks own = Tasks.on(new InMemoryTaskStore(time, InstantSource.fixed(NOW), 1_000), SETTINGS.time(time));
        Webhooks impatient = Webhooks.builder(own, endpoints)
                .guard(AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress))
                .time(patience)
                .limit(Duration.ofSeconds(5))
                .build();
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            endpoints.save(Endpoint.of("slow", URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/"), old));
            CompletableFuture<Void> waited = CompletableFuture.runAsync(() -> {
                try (Socket socket = silent.accept()) {
                    socket.getInputStream().read(new byte[10_000]);
                    patience.advance(Duration.ofSeconds(5));
                    assertThat(socket.getInputStream().readAllBytes()).isNotNull();
                } catch (IOException e) {
                    // Reset: that is an end, too.
                }
            });
            TaskHandle handle = impatient.send(new WebhookMessage("slow", "msg-1", JSON));
            own.manualWorker().runOne(Webhooks.QUEUE);
            waited.join();
            assertThat(handle.history(10).toString()).contains("no reply within 5000 ms");
        }
    }

    @Test
    void aForbiddenTargetIsADeadLetter_andNothingIsSent() {
        Tasks own = Tasks.on(new InMemoryTaskStore(time, InstantSource.fixed(NOW), 1_000), SETTINGS.time(time));
        Webhooks strict = Webhooks.builder(own, endpoints).build();
        endpoints.save(Endpoint.of(
                "inside",
                URI.create("https://127.0.0.1:" + receiver.getAddress().getPort() + "/"),
                old));
        TaskHandle handle = strict.send(new WebhookMessage("inside", "msg-1", JSON));
        own.manualWorker().runAll();
        assertThat(state(handle)).isEqualTo(TaskState.DEAD);
        assertThat(hits).hasValue(0);
    }

    @Test
    void tasksThatDoNotWorkOnTheQueueAreRefused_asNothingWouldBeDelivered() {
        Webhooks.Builder forgotten = Webhooks.builder(Tasks.on(new InMemoryTaskStore()), endpoints);
        assertThatIllegalArgumentException()
                .isThrownBy(forgotten::build)
                .withMessage("webhooks are delivered from the queue 'webhooks', but these tasks work on [default] only;"
                        + " add .queue(Webhooks.QUEUE, QueueSettings.standard()) to their TaskSettings");
    }

    @Test
    @SuppressWarnings("try") // workers run until they are closed
    void workersOfTheseTasksDeliver() throws Exception {
        Tasks own = Tasks.on(new InMemoryTaskStore(), SETTINGS);
        Webhooks started = Webhooks.builder(own, endpoints).build();
        try (Workers workers = own.start()) {
            TaskHandle handle = started.send(new WebhookMessage("nobody", "msg-1", JSON));
            assertThat(handle.await(Duration.ofMinutes(1)).orElseThrow().state())
                    .isEqualTo(TaskState.REJECTED);
        }
    }
}
