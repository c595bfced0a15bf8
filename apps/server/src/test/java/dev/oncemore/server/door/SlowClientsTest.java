package dev.oncemore.server.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.server.web.TrustedProxies;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that hold a thread by doing almost nothing, over real sockets, in virtual time. */
class SlowClientsTest {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int LARGE = 64 << 20;

    private final VirtualTime time = new VirtualTime();
    private final SlowClients slow = new SlowClients(time);
    private final AtomicInteger ended = new AtomicInteger();
    private final CountDownLatch started = new CountDownLatch(1);
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(Duration.ofMinutes(10).toMillis());
        server.addConnector(connector);
        RequestGuard guard = new RequestGuard(new BodyBudget(1 << 20), TrustedProxies.NONE, slow);
        guard.setHandler(new Handling());
        server.setHandler(guard);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** Reads the whole request, then writes a large response in parts, each on the request's thread. */
    private final class Handling extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            started.countDown();
            try (OutputStream out = Content.Sink.asOutputStream(response)) {
                Content.Source.asString(request, StandardCharsets.UTF_8);
                byte[] part = new byte[32 << 10];
                for (int sent = 0; sent < LARGE; sent += part.length) {
                    out.write(part);
                }
            } catch (IOException e) {
                // The client's connection is closed.
            }
            ended.incrementAndGet();
            callback.succeeded();
            return true;
        }
    }

    private Socket connect(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void aResponseThatIsNotReadIsGivenUp() throws Exception {
        try (Socket reader = connect("GET / HTTP/1.1\r\nHost: x\r\n\r\n")) {
            Together.await(started);
            Together.await("the thread is free again", () -> {
                time.advance(Duration.ofSeconds(10));
                return ended.get() == 1;
            });
            assertThat(reader.getInputStream().readAllBytes()).hasSizeLessThan(LARGE);
        }
        assertThat(slow.waiting()).isZero();
    }

    @Test
    void aBodyThatTricklesInIsGivenUp() throws Exception {
        try (Socket writer = connect("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8000\r\n\r\n")) {
            Together.await("the body is waited for", () -> slow.waiting() == 1);
            for (int i = 0; i < 3; i++) {
                time.advance(Duration.ofSeconds(6));
                writer.getOutputStream().write('x');
            }
            Together.await("the thread is free again", () -> {
                time.advance(Duration.ofSeconds(1));
                return ended.get() == 1;
            });
            assertThat(new String(writer.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .doesNotContain("200");
        }
    }

    @Test
    void whatIsReadIsSentWhole_howeverMuchTimePassesBetweenTwoParts() throws Exception {
        try (Socket reader = connect("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) {
            Together.await(started);
            for (int i = 0; i < 64; i++) {
                assertThat(reader.getInputStream().readNBytes(1 << 20)).hasSize(1 << 20);
                time.advance(Duration.ofMillis(100));
            }
            reader.getInputStream().readAllBytes();
        }
        Together.await("it has ended", () -> ended.get() == 1);
        assertThat(slow.waiting()).isZero();
    }
}
