package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.Once;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.time.VirtualTime;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody gets what is not theirs, and no key is more than a key. */
abstract class SecurityContract extends FilterContract {

    private HttpRequest as(String user, String path) {
        return HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:" + container.port() + path))
                .header("X-User", user)
                .header("Idempotency-Key", "\"k\"")
                .POST(HttpRequest.BodyPublishers.ofString(ORDER))
                .build();
    }

    @Test
    void anotherTenantsKey_isAnotherKey() throws Exception {
        send(as("ann", "/orders"));
        assertThat(isReplay(send(as("bob", "/orders")))).isFalse();
        assertThat(shop.served).hasValue(2);
    }

    @Test
    void theSameKeyOnAnotherRoute_isAnotherKey() throws Exception {
        send(as("ann", "/orders"));
        assertThat(isReplay(send(as("ann", "/refunds")))).isFalse();
        assertThat(isReplay(send(as("ann", "/orders/7")))).isFalse();
        assertThat(isReplay(send(as("ann", "/orders;session=1")))).isTrue();
        assertThat(shop.served).hasValue(3);
    }

    @Test
    void longAndForeignNames_areToldApart() throws Exception {
        String path = "/orders/" + "a/".repeat(100);
        send(as("ann@example.com/%7E>" + "x".repeat(200), path + "1"));
        assertThat(isReplay(send(as("ann@example.com/%7E>" + "x".repeat(200), path + "2"))))
                .isFalse();
        assertThat(isReplay(send(as("ann@example.com/%7E>" + "x".repeat(201), path + "1"))))
                .isFalse();
        assertThat(isReplay(send(as("ann@example.com/%7E>" + "x".repeat(200), path + "1"))))
                .isTrue();
    }

    @Test
    void aCallerThatLostItsPermission_getsNoReplay() throws Exception {
        assertThat(send(as("ann", "/orders")).statusCode()).isEqualTo(201);
        shop.forbidden.add("ann");
        HttpResponse<String> refused = send(as("ann", "/orders"));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).doesNotContain("number");
        shop.forbidden.clear();
        assertThat(isReplay(send(as("ann", "/orders")))).isTrue();
    }

    @Test
    void aKeyOfNobodyIsRefused() throws Exception {
        HttpRequest anonymous = HttpRequest.newBuilder(
                        java.net.URI.create("http://127.0.0.1:" + container.port() + "/orders"))
                .header("Idempotency-Key", "\"k\"")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> refused = send(anonymous);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("#caller-unknown");
        assertThat(shop.served).hasValue(0);
    }

    @Test
    void whatBelongsToOneClientIsNotReplayed() throws Exception {
        shop.does((request, response) -> {
            response.addCookie(new Cookie("session", "secret-of-the-first"));
            response.setHeader("Authorization", "Bearer secret");
            response.setHeader("Keep-Alive", "timeout=5");
            response.setHeader("X-Trace", "1");
            response.setHeader("ETag", "\"v1\"");
        });
        HttpResponse<String> first = order("\"k\"", ORDER);
        HttpResponse<String> replay = order("\"k\"", ORDER);
        assertThat(first.headers().firstValue("set-cookie")).isPresent();
        assertThat(isReplay(replay)).isTrue();
        for (String header : List.of("set-cookie", "authorization", "keep-alive", "x-trace")) {
            assertThat(replay.headers().firstValue(header)).as(header).isEmpty();
        }
        assertThat(replay.headers().firstValue("etag")).hasValue("\"v1\"");
    }

    @Test
    void headersCanBeAllowed_butNotThose() throws Exception {
        filteredBy(IdempotencySettings.standard().alsoReplay("X-Trace"));
        shop.does((request, response) -> response.setHeader("X-Trace", "1"));
        order("\"k\"", ORDER);
        assertThat(order("\"k\"", ORDER).headers().firstValue("x-trace")).hasValue("1");
        for (String header : List.of("Set-Cookie", "set-cookie", "AUTHORIZATION", "Transfer-Encoding", "Connection")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> IdempotencySettings.standard().alsoReplay(header))
                    .withMessageContaining("never replayed");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429})
    void refusalsThatMayBeOtherwiseSoon_areNotStored_whateverThePolicy(int status) throws Exception {
        filteredBy(IdempotencySettings.standard().outcomes(any -> ResponseDisposition.KEEP));
        AtomicInteger next = new AtomicInteger(status);
        shop.does((request, response) -> response.setStatus(next.getAndSet(201)));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(status);
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(201);
        assertThat(isReplay(order("\"k\"", ORDER))).isTrue();
        assertThat(shop.served).hasValue(2);
    }

    @Test
    void aTenantWithTooManyKeys_isRefusedBeforeAnythingRuns_andKeepsWhatItHas() throws Exception {
        VirtualTime time = new VirtualTime();
        filteredBy(IdempotencySettings.standard()
                .liveKeysMax(2, Duration.ofHours(24))
                .time(time));
        order("\"1\"", ORDER);
        order("\"2\"", ORDER);
        order("\"2\"", ORDER);
        HttpResponse<String> third = order("\"3\"", ORDER);
        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(third.body()).contains("#too-many-keys");
        assertThat(Long.parseLong(third.headers().firstValue("retry-after").orElseThrow()))
                .isBetween(24 * 3_600L, 26 * 3_600L);
        assertThat(shop.served).hasValue(2);
        assertThat(isReplay(order("\"1\"", ORDER))).isTrue();
        assertThat(isReplay(order("\"2\"", ORDER))).isTrue();
        assertThat(send(as("bob", "/orders")).statusCode()).isEqualTo(201);
        time.advance(Duration.ofHours(24));
        assertThat(order("\"3\"", ORDER).statusCode()).isEqualTo(429);
        time.advance(Duration.ofHours(1));
        assertThat(order("\"3\"", ORDER).statusCode()).isEqualTo(201);
    }

    @Test
    void whatIsRefusedOrReplayedTakesNoPlace() throws Exception {
        filteredBy(IdempotencySettings.standard().liveKeysMax(2, Duration.ofHours(24)));
        order("\"1\"", ORDER);
        for (int i = 0; i < 5; i++) {
            assertThat(isReplay(order("\"1\"", ORDER))).isTrue();
            assertThat(order("\"1\"", "{}").statusCode()).isEqualTo(422);
        }
        assertThat(order("\"2\"", ORDER).statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Idempotency-Key: \"a\"\r\nIdempotency-Key: \"b\"",
                "Idempotency-Key: \"a\"\r\nIdempotency-Key: \"a\"",
                "Idempotency-Key: \"a\", \"b\"",
                "Idempotency-Key: \"a\";v=1",
                "Idempotency-Key: 8e03978e-40d5-43e8-bc93-6894a57f9324",
                "Idempotency-Key: \"\"",
                "Idempotency-Key:",
                "Idempotency-Key: \"a",
                "Idempotency-Key: \"a\\n\"",
                "Idempotency-Key: \"a\tb\"",
                "Idempotency-Key: \"caf\u00e9\"",
                "Idempotency-Key: :YQ==:",
                "Idempotency-Key: 17",
            })
    void whatIsNotOneStringIs400(String header) throws Exception {
        assertThat(status(header)).isEqualTo(400);
        assertThat(shop.served).hasValue(0);
    }

    @Test
    void aKeyHas255CharactersAtMost() throws Exception {
        assertThat(status("Idempotency-Key: \"" + "x".repeat(300) + "\"")).isEqualTo(400);
        assertThat(status("Idempotency-Key: \"" + "x".repeat(256) + "\"")).isEqualTo(400);
        assertThat(shop.served).hasValue(0);
        assertThat(status("Idempotency-Key: \"" + "x".repeat(255) + "\"")).isEqualTo(201);
    }

    @Test
    void escapesArePartOfTheString() throws Exception {
        order("\"a\\\"b\\\\\"", ORDER);
        assertThat(isReplay(order("\"a\\\"b\\\\\"", ORDER))).isTrue();
    }

    @Test
    void leniently_aBareKeyIsTaken_andIsTheSameAsInQuotes_butNothingElseIs() throws Exception {
        filteredBy(IdempotencySettings.lenientDefaults());
        order("8e03978e-40d5", ORDER);
        assertThat(isReplay(order("\"8e03978e-40d5\"", ORDER))).isTrue();
        for (String malformed : List.of("a, b", "a b", "a;v=1", "a\"b", "\"a\";v=1", "x".repeat(256))) {
            assertThat(status("Idempotency-Key: " + malformed)).as(malformed).isEqualTo(400);
        }
        assertThat(status("Idempotency-Key: a\r\nIdempotency-Key: a")).isEqualTo(400);
        assertThat(shop.served).hasValue(1);
    }

    /** Byte by byte: the JDK's client would refuse to send some of these. */
    private int status(String header) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), container.port())) {
            String request =
                    "POST /orders HTTP/1.1\r\nHost: s\r\nX-User: ann\r\nContent-Length: 0\r\nConnection: close\r\n"
                            + header + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return Integer.parseInt(reply.substring(9, 12));
        }
    }

    @Test
    void aTenantMayBeSomethingElseThanAUser() throws Exception {
        once = Once.on(new InMemoryRecordStore(), engine());
        shop.filteredBy(IdempotencyFilter.on(
                once,
                IdempotencySettings.standard()
                        .callers(request -> Optional.of(new Caller("acme", request.getHeader("X-User"))))));
        send(as("ann", "/orders"));
        assertThat(isReplay(send(as("bob", "/orders")))).isFalse();
        assertThat(isReplay(send(as("ann", "/orders")))).isTrue();
    }
}
