package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.oncemore.config.YamlFile;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.retry.OuterRetry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualTime;
import dev.oncemore.time.WallClock;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests go through our HTTP client: one attempt, its headers and events, and an answer that comes to an end. */
class SystemClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<RetryEvent> events = new CopyOnWriteArrayList<>();

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private AccountingSystem system(int port, String more, Time time) {
        String file = """
                connector: mine
                address: http://127.0.0.1:%d
                auth: none
                %s
                documents:
                  invoice:
                    create:
                      path: /invoices
                      body: {number: '${number}'}
                      id: id
                """.formatted(port, more);
        return new AccountingSystem(
                ConnectorFile.read(YamlFile.parse("mine.yml", file), Map.of()),
                Map.of(),
                time,
                WallClock.system(),
                null,
                events::add);
    }

    private static Outgoing document(Outgoing.Repetition repetition) {
        return new Outgoing("invoice", Map.of("number", "1"), List.of(), repetition);
    }

    private static ConnectorException failure(AccountingSystem system) {
        ConnectorException failure =
                catchThrowableOfType(ConnectorException.class, () -> system.create(document(Outgoing.Repetition.NONE)));
        assertThat(failure).isNotNull();
        return failure;
    }

    private ConnectorException failure(ServerSocket server, String more) {
        return failure(system(server.getLocalPort(), more, Time.system()));
    }

    /** Answers one request with a head that promises so much, and a body; leaves the connection open until the other side closes it. */
    private static Thread answer(ServerSocket server, int promised, int sent) {
        return answer(server, "HTTP/1.1 200 OK\r\nContent-Length: " + promised + "\r\n\r\n" + "\0".repeat(sent));
    }

    private static Thread answer(ServerSocket server, String bytes) {
        Thread thread = new Thread(() -> {
            try (Socket socket = server.accept();
                    OutputStream out = socket.getOutputStream()) {
                out.write(bytes.getBytes(StandardCharsets.US_ASCII));
                out.flush();
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The other side has had enough, which is what is tested.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void aBodyThatStallsIsGivenUp_andItsConnectionClosed() throws Exception {
        try (ServerSocket server = listen()) {
            Thread other = answer(server, 100, 1);
            ConnectorException failure = failure(server, "timeout: 1s");
            assertThat(failure).hasMessage("no complete response from 127.0.0.1 within 1 s");
            assertThat(failure.classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
            other.join(LONG.toMillis());
            assertThat(other.isAlive()).as("the connection is still open").isFalse();
        }
    }

    /** The JDK throws a ProtocolException for each, but the document may have been created. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 OK\r\n\r\n",
                "\0\0\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"
            })
    void aReplyThatIsNotHttpLeavesTheOutcomeUnknown(String reply) throws Exception {
        try (ServerSocket server = listen()) {
            answer(server, reply);
            ConnectorException failure = failure(server, "timeout: 20s");
            assertThat(failure.classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
            assertThat(failure.classification().doubt()).isEqualTo(Doubt.RAISES);
        }
    }

    @Test
    void moreInterimRepliesThanTheClientReadsLeaveTheOutcomeUnknown() throws Exception {
        try (ServerSocket server = listen()) {
            answer(server, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(20) + "HTTP/1.1 201 Created\r\n\r\n");
            ConnectorException failure = failure(server, "timeout: 20s");
            assertThat(failure.classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        }
    }

    @Test
    void wordsOfTheOtherSideCanBeStored() throws Exception {
        String body = "{\"errors\": [\"bad \\u0000 value \\ud800\\u001b\\u202e\"]}";
        try (ServerSocket server = listen()) {
            answer(server, "HTTP/1.1 400 Bad\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            ConnectorException failure = failure(server, "errors: errors[]");
            assertThat(failure).hasMessage("HTTP 400: bad   value    ");
            assertThat(failure.classification().reason()).isEqualTo(failure.getMessage());
        }
    }

    @Test
    void aBodyThatIsTooLargeIsNotCollected() throws Exception {
        try (ServerSocket server = listen()) {
            answer(server, BoundedBody.BYTES_MAX + 1, BoundedBody.BYTES_MAX + 1);
            ConnectorException failure = failure(server, "timeout: 30s");
            assertThat(failure).hasMessageContaining("more than 4194304 bytes");
            assertThat(failure.classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        }
        try (ServerSocket server = listen()) {
            answer(server, BoundedBody.BYTES_MAX, BoundedBody.BYTES_MAX);
            assertThat(failure(server, "timeout: 30s"))
                    .as("it is collected, and is no JSON")
                    .hasMessage("the response has no id");
        }
    }

    @Test
    void thatNobodyListensIsToldAsSuch_andNothingWasSent() throws Exception {
        ServerSocket closed = listen();
        closed.close();
        ConnectorException failure = failure(closed, "timeout: 30s");
        assertThat(failure).hasMessage("no connection to 127.0.0.1; nothing was sent");
        assertThat(failure.classification().kind()).isEqualTo(FailureKind.TRANSIENT);
    }

    /** A server of invoices; each answer is made with the number of its request. */
    private static Javalin invoices(BiConsumer<Integer, Context> answer) {
        AtomicInteger requests = new AtomicInteger();
        return Javalin.create(config -> {
                    config.routes.before(Context::body);
                    config.routes.post("/invoices", context -> {
                        context.result("{\"id\":7}");
                        answer.accept(requests.incrementAndGet(), context);
                    });
                })
                .start("127.0.0.1", 0);
    }

    @Test
    void aRepeatedDocumentTellsItsRetriesInHeaders_andTheServiceBehindThatItIsRepeated() throws Exception {
        List<Map<String, String>> headers = new CopyOnWriteArrayList<>();
        Javalin server = invoices((number, context) -> {
            headers.add(context.headerMap());
        });
        try {
            AccountingSystem system = system(server.port(), "timeout: 20s", Time.system());
            system.create(document(Outgoing.Repetition.NONE));
            Instant first = Instant.parse("2026-01-31T10:00:00.123456Z");
            OuterRetry.within(() -> system.create(document(new Outgoing.Repetition(2, first))));
            assertThat(headers.get(0))
                    .doesNotContainKeys(
                            RetryHeaders.RETRY_COUNT, RetryHeaders.ORIGINAL_REQUEST_AT, RetryHeaders.RETRY_OWNER);
            assertThat(headers.get(1))
                    .containsEntry(RetryHeaders.RETRY_COUNT, "2")
                    .containsEntry(RetryHeaders.ORIGINAL_REQUEST_AT, "2026-01-31T10:00:00.123Z")
                    .containsEntry(RetryHeaders.RETRY_OWNER, RetryHeaders.CALLER);
        } finally {
            server.stop();
        }
    }

    @Test
    void aFailureIsNotRepeatedHere_andIsReportedAsTheFileJudgesIt() {
        AtomicInteger asked = new AtomicInteger();
        Javalin server = invoices((number, context) -> {
            asked.set(number);
            context.status(503);
        });
        try {
            ConnectorException failure = failure(system(server.port(), "statuses: {503: failed}", Time.system()));
            assertThat(failure.status()).isEqualTo(503);
            assertThat(failure.classification().kind()).isEqualTo(FailureKind.TRANSIENT);
            assertThat(asked).as("the task of the document owns the retries").hasValue(1);
            assertThat(events)
                    .filteredOn(RetryEvent.AttemptFailed.class::isInstance)
                    .singleElement()
                    .satisfies(event -> {
                        RetryEvent.AttemptFailed failed = (RetryEvent.AttemptFailed) event;
                        assertThat(failed.policy()).isEqualTo("mine");
                        assertThat(failed.operation()).isEqualTo("create-invoice");
                        assertThat(failed.classification().kind()).isEqualTo(FailureKind.TRANSIENT);
                    });
        } finally {
            server.stop();
        }
    }

    @Test
    void aUsedUpLimitHoldsRequestsUntilItsReset_andWhatIsNotSentIsNoAttempt() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Javalin server = invoices((number, context) -> {
            asked.set(number);
            context.header("X-Left", number == 1 ? "0" : "5").header("X-Reset", "20");
        });
        try {
            VirtualTime time = new VirtualTime();
            AccountingSystem system =
                    system(server.port(), "rates: [{span: 1m, remainingHeader: X-Left, resetHeader: X-Reset}]", time);
            system.create(document(Outgoing.Repetition.NONE));
            assertThat(system.pace().held())
                    .contains(new Pace.Hold(Duration.ofSeconds(20), "its limit of requests is used up"));
            ConnectorException failure = failure(system);
            assertThat(failure.isLockedOut())
                    .as("it does not count as an attempt")
                    .isTrue();
            assertThat(failure.classification().kind()).isEqualTo(FailureKind.THROTTLED);
            assertThat(asked).hasValue(1);
            time.advance(Duration.ofSeconds(20));
            assertThat(system.pace().held()).isEmpty();
            assertThat(system.create(document(Outgoing.Repetition.NONE)).id()).isEqualTo("7");
        } finally {
            server.stop();
        }
    }
}
