package dev.oncemore.server.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.server.web.TrustedProxies;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The memory of bodies, over real sockets: who is refused, and whose memory is free again while they still send. */
class BodyBudgetTest {
    private static final int BUDGET = 24 << 20;
    /** Free bytes aside, a JSON body counts 16 times; one client may have half of the budget. */
    private static final int FITS = (16 << 10) + (BUDGET / 2) / 16 - 1_000;

    private final BodyBudget budget = new BodyBudget(BUDGET);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setErrorHandler(new ProblemErrors(TrustedProxies.NONE));
        RequestGuard guard = new RequestGuard(budget, TrustedProxies.NONE, new SlowClients(Time.system()));
        guard.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String body = Content.Source.asString(request);
                if (Request.getPathInContext(request).equals("/api/held")) {
                    mayAnswer.await();
                }
                response.write(true, BufferUtil.toBuffer(body.length() + " read"), callback);
                return true;
            }
        });
        server.setHandler(guard);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        mayAnswer.countDown();
        server.stop();
    }

    private Socket send(String path, int announced, int sent) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
        socket.setSoTimeout(20_000);
        String head = "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Content-Length: " + announced + "\r\n\r\n";
        socket.getOutputStream().write((head + "x".repeat(sent)).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        try (socket) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        for (int looks = 0; !condition.getAsBoolean(); looks++) {
            assertThat(looks).as("it never comes to that").isLessThan(2_000);
            Time.system().sleep(Duration.ofMillis(10).toNanos());
        }
    }

    @Test
    void oneClientGetsHalf_andItsNextLargeBodyIsRefused_untilTheFirstHasEnded() throws Exception {
        try (Socket held = send("/api/held", FITS, FITS)) {
            until(() -> budget.used() > BUDGET / 2 - 100_000);
            assertThat(answer(send("/api/other", 100_000, 100_000))).startsWith("HTTP/1.1 503 ");
            assertThat(answer(send("/api/other", 1_000, 1_000)))
                    .as("small ones go on")
                    .startsWith("HTTP/1.1 200 ");
            mayAnswer.countDown();
            assertThat(answer(held)).startsWith("HTTP/1.1 200 ");
        }
        until(() -> budget.used() == 0);
        assertThat(answer(send("/api/other", FITS, FITS))).startsWith("HTTP/1.1 200 ");
    }

    /** It is read on, so that its sender sees the answer; what is thrown away must not hold memory of others. */
    @Test
    void aRefusedBodyThatStillComesHoldsNothing() throws Exception {
        try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            refused.getOutputStream()
                    .write("POST /api/other HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            sendChunk(refused, 300_000);
            until(() -> budget.used() > 0);
            sendChunk(refused, 900_000); // more than any JSON may have, and not yet its end
            until(() -> budget.used() == 0);
            assertThat(answer(send("/api/other", FITS, FITS)))
                    .as("the next one has all of it")
                    .startsWith("HTTP/1.1 200 ");
            refused.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(answer(refused)).startsWith("HTTP/1.1 ").doesNotContain("200 OK");
        }
    }

    private static void sendChunk(Socket socket, int length) throws IOException {
        socket.getOutputStream()
                .write((Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aBodyThatIsBrokenOffGivesBackWhatItHeld() throws Exception {
        Socket broken = send("/api/other", FITS, FITS - 1);
        until(() -> budget.used() > 0);
        broken.close();
        until(() -> budget.used() == 0);
    }
}
