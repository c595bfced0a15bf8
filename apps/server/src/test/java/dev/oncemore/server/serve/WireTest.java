package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP as a stranger may write it. Whatever is refused is refused in the same form, and none of it reaches the log. */
@TestInstance(Lifecycle.PER_CLASS)
class WireTest {
    private static final String TOKEN = DeskClient.TOKEN;
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final String AUTHORIZED = "Authorization: Bearer " + TOKEN + "\r\n";

    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Logger root = Logger.getLogger("");
    private final Handler watching = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private Server server;
    private Visitor visitor;

    @BeforeAll
    void start(@TempDir Path folder) {
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false),
                Map.of());
        visitor = new Visitor(server.address());
        root.addHandler(watching);
    }

    @AfterAll
    void stop() {
        root.removeHandler(watching);
        server.close();
    }

    private void isRefused(String answer, int status) {
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        assertThat(answer)
                .contains("Content-Type: application/problem+json")
                .contains("X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Content-Security-Policy: ")
                .contains("Cache-Control: no-store")
                .doesNotContain("<html>", "org.eclipse", "Exception");
        assertThat(logged)
                .extracting(line -> line.getLoggerName() + " " + line.getMessage() + " " + line.getThrown())
                .isEmpty();
    }

    @Test
    void aBadChunkIs400_andTheConnectionIsClosed() throws Exception {
        for (String path : List.of("/login", "/api/account/password")) {
            isRefused(
                    RawSocket.exchange(
                            server.address(),
                            "POST " + path + " HTTP/1.1\r\nHost: x\r\n" + FORM
                                    + "Transfer-Encoding: chunked\r\n\r\nzz\r\nname=a\r\n0\r\n\r\n"),
                    400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Idempotency-Key: a-key\r\n"})
    void aBodyThatBreaksOffIs400_alsoUnderAKey(String key) throws Exception {
        isRefused(
                RawSocket.breakOff(
                        server.address(),
                        "POST /api/queues/x/pause HTTP/1.1\r\nHost: x\r\n" + AUTHORIZED + key
                                + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"why\":"),
                400);
        isRefused(
                RawSocket.breakOff(
                        server.address(),
                        "POST /login HTTP/1.1\r\nHost: x\r\n" + key + FORM + "Content-Length: 100\r\n\r\nname=a"),
                400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /login HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET /api/health/live#fragment HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /api/health/live http/1.1\r\nHost: x\r\n\r\n",
                "GET /api/health/live Http/1.1\r\nHost: x\r\n\r\n",
                "GET /api/health/live HTTP/1.1\r\n\r\n",
                "GET /api/%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /api/health/live;x=1 HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /api/health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET /api/tasks HTTP/1.1\r\nHost: x\r\nX-HTTP-Method-Override: POST\r\n\r\n",
                "POST /api/tasks HTTP/1.1\r\nHost: x\r\nx-http-method-override: PUT\r\n\r\n",
                "CONNECT /live HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /api/health/live HTTP/1.1\r\nHost: [::1\r\n\r\n",
                "GET /api/health/live HTTP/1.1\r\nHost: x:y:z\r\n\r\n",
                "GET /api/health/live HTTP/1.1\nHost: x\n\n",
                "GET /api/health/live HTTP/1.1\r\nHost: x\nX-Other: y\r\n\r\n",
                "POST /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\na\n0\n\n",
                "\u0016\u0003\u0001 hello\r\n\r\n"
            })
    void dubiousHttpIsRefused(String request) throws Exception {
        isRefused(RawSocket.exchange(server.address(), request), 400);
    }

    @Test
    void onlySheetsAreSentInParts() throws Exception {
        String body = "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\na\r\n--b--\r\n";
        for (String path : List.of("/access/accounts", "/login", "/api/tasks", "/desk/sheets/1/confirm")) {
            isRefused(
                    RawSocket.exchange(
                            server.address(),
                            "POST " + path + " HTTP/1.1\r\nHost: x\r\n" + AUTHORIZED
                                    + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: "
                                    + body.length() + "\r\n\r\n" + body),
                    415);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=\"",
                "multipart/form-data; boundary=b",
                "multipart/mixed; boundary=b"
            })
    void aFormThatIsNoneIsRefused_andNotLogged(String type) throws Exception {
        for (String path : List.of("/login", "/api/account/password", "/desk/sheets", "/api/sheets")) {
            for (String body :
                    List.of("", "--", "--b\r\n\r\n", "name=a", "--b\r\nContent-Disposition: x\r\n\r\na\r\n")) {
                String answer = RawSocket.exchange(
                        server.address(),
                        "POST " + path + " HTTP/1.1\r\nHost: x\r\n" + AUTHORIZED + "Content-Type: " + type
                                + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                assertThat(answer).as(path + " " + body).startsWith("HTTP/1.1 4");
                assertThat(answer).contains("X-Content-Type-Options: nosniff").doesNotContain("Exception");
                assertThat(logged).extracting(LogRecord::getMessage).isEmpty();
            }
        }
    }

    @Test
    void aLoginIsReadUpTo8Kilobytes() throws Exception {
        String large = "name=" + "a".repeat(9_000);
        isRefused(
                RawSocket.exchange(
                        server.address(),
                        "POST /login HTTP/1.1\r\nHost: x\r\n" + FORM + "Content-Length: " + large.length() + "\r\n\r\n"
                                + large),
                413);
        isRefused(
                RawSocket.exchange(
                        server.address(),
                        "POST /login HTTP/1.1\r\nHost: x\r\n" + FORM + "Transfer-Encoding: chunked\r\n\r\n"
                                + Integer.toHexString(large.length()) + "\r\n" + large + "\r\n0\r\n\r\n"),
                413);
        String part =
                "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n" + "a".repeat(9_000) + "\r\n--b--\r\n";
        isRefused(
                RawSocket.exchange(
                        server.address(),
                        "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                                + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(part.length()) + "\r\n"
                                + part + "\r\n0\r\n\r\n"),
                415);
    }

    @Test
    void aSlashAtTheEndRaisesNoLimit() throws Exception {
        String large = "name=" + "a".repeat(9_000);
        isRefused(
                RawSocket.exchange(
                        server.address(),
                        "POST /login/ HTTP/1.1\r\nHost: x\r\n" + FORM + "Content-Length: " + large.length() + "\r\n\r\n"
                                + large),
                413);
    }

    /** The number of connections that are open at the same time is limited, not the number of all. */
    @Test
    void aClientMayConnectAgainAndAgain() throws Exception {
        for (int i = 0; i < 450; i++) {
            String answer = RawSocket.exchange(
                    server.address(), "GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(answer).as("connection " + i).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aKeyedActMayHaveAnEncodedSlashInItsPath() throws Exception {
        String request = "POST /api/queues/a%2Fb/pause HTTP/1.1\r\nHost: x\r\n" + AUTHORIZED
                + "Idempotency-Key: slash-1\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Content-Length: 11\r\n\r\n{\"why\":\"x\"}";
        String first = RawSocket.exchange(server.address(), request);
        assertThat(first).doesNotContain("Idempotent-Replayed");
        assertThat(RawSocket.exchange(server.address(), request))
                .startsWith(first.substring(0, "HTTP/1.1 200".length()))
                .contains("Idempotent-Replayed: true");
    }

    @Test
    void aFormOfManyFieldsIsRefused() throws Exception {
        String fields = "&a=".repeat(2_001);
        isRefused(
                RawSocket.exchange(
                        server.address(),
                        "POST /queues/x/pause HTTP/1.1\r\nHost: x\r\nCookie: oncemore_session=" + session() + "\r\n"
                                + FORM + "Content-Length: " + fields.length() + "\r\n\r\n" + fields),
                413);
    }

    private String session() throws Exception {
        return visitor.logIn("admin", server.firstPassword().orElseThrow()).headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("oncemore_session="))
                .map(cookie -> cookie.replaceFirst("oncemore_session=([^;]+).*", "$1"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatAFilterRefusesOrReplaysHasTheSameHeaders() throws Exception {
        isRefused(
                RawSocket.exchange(
                        server.address(),
                        "POST /api/queues/x/pause HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\r\nContent-Length: 2\r\n"
                                + "Connection: close\r\n\r\n{}"),
                401);
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = visitor.send(visitor.request("/api/queues/replayed/pause")
                    .header("Authorization", "Bearer " + TOKEN)
                    .header("Idempotency-Key", "\"replayed\"")
                    .POST(BodyPublishers.ofString("{\"why\":\"a test\"}")));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Idempotent-Replayed").isPresent())
                    .isEqualTo(i == 1);
            assertThat(answer.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
            assertThat(answer.headers().allValues("Content-Security-Policy")).hasSize(1);
            assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store");
        }
        assertThat(visitor.api("POST", "/api/queues/replayed/resume", TOKEN, "{\"why\":\"a test\"}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aNameThatIsThereTwiceIs400() throws Exception {
        HttpResponse<String> answer =
                visitor.api("POST", "/api/queues/x/pause", TOKEN, "{\"why\":\"one\",\"why\":\"two\"}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("uplicate");
    }

    @Test
    void aNumberThatNoLongHoldsIs400_andNotLogged() throws Exception {
        HttpResponse<String> answer = visitor.api(
                "PUT",
                "/api/dead/x/payload",
                TOKEN,
                "{\"payload\":\"x\",\"why\":\"a test\",\"fence\":123456789012345678901234567890}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("does not fit");
    }

    @Test
    void largeBodiesShareABudget_andSmallOnesGoOn() throws IOException {
        // 1 MB of JSON weighs 16 MB: on a heap of less than 96 MB it is refused, elsewhere it is read and is no JSON.
        String large = "[".repeat(1 << 20);
        String answer = RawSocket.exchange(
                server.address(),
                "POST /api/queues/x/pause HTTP/1.1\r\nHost: x\r\n" + AUTHORIZED + "Content-Length: " + large.length()
                        + "\r\nConnection: close\r\n\r\n" + large);
        assertThat(answer)
                .satisfiesAnyOf(
                        text -> assertThat(text).startsWith("HTTP/1.1 400 "),
                        text -> assertThat(text).startsWith("HTTP/1.1 503 "));
    }
}
