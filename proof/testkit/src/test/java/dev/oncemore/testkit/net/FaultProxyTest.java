package dev.oncemore.testkit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
    private LineServer server;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new LineServer();
        proxy = FaultProxy.to(server.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static void say(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** What comes until the end of the line, or of the connection. */
    private static String hear(Socket socket) throws IOException {
        StringBuilder heard = new StringBuilder();
        InputStream in = socket.getInputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            heard.append((char) next);
        }
        return heard.toString();
    }

    @Test
    void everythingPasses_withoutAPlan() throws IOException {
        try (Socket socket = connect()) {
            say(socket, "a");
            assertThat(hear(socket)).isEqualTo("done a");
            say(socket, "b");
            assertThat(hear(socket)).isEqualTo("done b");
        }
        assertThat(proxy.connections()).isEqualTo(1);
        assertThat(proxy.requests()).isEqualTo(2);
    }

    @Test
    void theServerNeverSeesARequestThatIsCutOff_andItsNeighboursPass() throws IOException {
        proxy.next(NetworkFault.none());
        Strike cut = proxy.next(NetworkFault.cutBeforeRequest());
        try (Socket socket = connect()) {
            say(socket, "a");
            assertThat(hear(socket)).isEqualTo("done a");
            say(socket, "b");
            assertThatExceptionOfType(SocketException.class).isThrownBy(() -> hear(socket));
        }
        cut.await();
        try (Socket socket = connect()) {
            say(socket, "c");
            assertThat(hear(socket)).isEqualTo("done c");
        }
        assertThat(server.seen()).containsExactly("a", "c");
    }

    @Test
    void theServerHasDoneItsWork_whenTheReplyIsDropped() throws IOException {
        Strike lost = proxy.next(NetworkFault.dropReply());
        try (Socket socket = connect()) {
            say(socket, "a");
            assertThatExceptionOfType(SocketException.class).isThrownBy(() -> hear(socket));
        }
        lost.await();
        assertThat(server.seen()).containsExactly("a");
    }

    @Test
    void aTruncatedReplyEndsAfterSoManyBytes_alsoOfALaterReply() throws IOException {
        proxy.next(NetworkFault.none());
        Strike cut = proxy.next(NetworkFault.truncateReply(4));
        try (Socket socket = connect()) {
            say(socket, "a");
            assertThat(hear(socket)).isEqualTo("done a");
            say(socket, "b");
            assertThat(hear(socket)).isEqualTo("done");
        }
        cut.await();
    }

    @Test
    void whatIsHeldBackPassesWhenItIsReleased() throws Exception {
        Strike request = proxy.next(NetworkFault.holdRequest());
        Strike reply = proxy.next(NetworkFault.holdReplyAfter(2));
        try (Socket socket = connect()) {
            say(socket, "a");
            request.await();
            assertThat(server.seen()).isEmpty();
            request.release();
            assertThat(hear(socket)).isEqualTo("done a");

            say(socket, "b");
            reply.await();
            assertThat(server.seen()).containsExactly("a", "b");
            assertThat(socket.getInputStream().readNBytes(2)).isEqualTo("do".getBytes(StandardCharsets.US_ASCII));
            CompletableFuture<String> rest = CompletableFuture.supplyAsync(() -> {
                try {
                    return hear(socket);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(rest).isNotDone();
            reply.release();
            assertThat(rest.get()).isEqualTo("ne b");
        }
    }

    @Test
    void aDelayedAndAThrottledReplyArriveWhole() throws IOException {
        proxy.next(NetworkFault.delayReply(Duration.ofMillis(1)));
        proxy.next(NetworkFault.throttleReply(1, Duration.ofMillis(1)));
        try (Socket socket = connect()) {
            say(socket, "a");
            assertThat(hear(socket)).isEqualTo("done a");
            say(socket, "b");
            assertThat(hear(socket)).isEqualTo("done b");
        }
    }

    @Test
    void aConnectionMayHaveItsOwnFault_fromItsFirstByteToItsLast() throws IOException {
        proxy.nextConnection(NetworkFault.truncateReply(9));
        Strike atOnce = proxy.nextConnection(NetworkFault.cutBeforeRequest());
        try (Socket socket = connect()) {
            say(socket, "a");
            assertThat(hear(socket)).isEqualTo("done a");
            say(socket, "b");
            assertThat(hear(socket)).isEqualTo("do");
        }
        try (Socket socket = connect()) {
            atOnce.await();
            assertThatThrownBy(() -> {
                        say(socket, "c");
                        assertThat(hear(socket)).isNotEmpty();
                    })
                    .isInstanceOfAny(SocketException.class, AssertionError.class);
        }
        assertThat(server.seen()).containsExactly("a", "b");
    }

    @Test
    void connectionsAreRefused_untilTheyAreAcceptedAgain() throws IOException {
        proxy.refuseConnections();
        assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);

        proxy.acceptConnections();
        try (Socket socket = connect()) {
            say(socket, "a");
            assertThat(hear(socket)).isEqualTo("done a");
        }
    }

    @Test
    void openConnectionsCanBeCut_andClosingLetsGoWhatIsHeld() throws IOException {
        try (Socket one = connect();
                Socket other = connect()) {
            say(one, "a");
            assertThat(hear(one)).isEqualTo("done a");
            proxy.cutAll();
            assertThatExceptionOfType(SocketException.class).isThrownBy(() -> hear(one));
            assertThat(other.isClosed()).isFalse();
        }
        Strike held = proxy.next(NetworkFault.holdReply());
        try (Socket socket = connect()) {
            say(socket, "b");
            held.await();
            proxy.close();
            assertThatThrownBy(() -> assertThat(hear(socket)).isNotEmpty())
                    .isInstanceOfAny(SocketException.class, AssertionError.class);
        }
    }

    @Test
    void whatIsOutOfBoundsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkFault.truncateReply(-1))
                .withMessage("bytes must be at least 0, but is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkFault.delayReply(Duration.ofHours(1)))
                .withMessageContaining("at most PT1M, but is PT1H");
    }
}
