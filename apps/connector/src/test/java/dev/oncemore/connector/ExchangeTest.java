package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An answer that never ends, in time or in size, comes to an end. */
class ExchangeTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private HttpResponse<byte[]> ask(ServerSocket server, Duration limit) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"))
                .timeout(LONG)
                .build();
        return Exchange.send(client, request, limit);
    }

    /** Answers one request with a head that promises so much, and a body; leaves the connection open until the other side closes it. */
    private static Thread answer(ServerSocket server, int promised, int sent) {
        Thread thread = new Thread(() -> {
            try (Socket socket = server.accept();
                    OutputStream out = socket.getOutputStream()) {
                out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + promised + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                out.write(new byte[sent]);
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
            assertThatThrownBy(() -> ask(server, Duration.ofMillis(500)))
                    .isInstanceOf(HttpTimeoutException.class)
                    .hasMessageContaining("no complete response within");
            other.join(LONG.toMillis());
            assertThat(other.isAlive()).as("the connection is still open").isFalse();
        }
    }

    @Test
    void aBodyThatIsTooLargeIsNotCollected() throws Exception {
        try (ServerSocket server = listen()) {
            answer(server, Exchange.BODY_MAX + 1, Exchange.BODY_MAX + 1);
            assertThatThrownBy(() -> ask(server, LONG))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more than 4194304 bytes");
        }
        try (ServerSocket server = listen()) {
            answer(server, Exchange.BODY_MAX, Exchange.BODY_MAX);
            assertThat(ask(server, LONG).body()).hasSize(Exchange.BODY_MAX);
        }
    }

    @Test
    void thatNobodyListensIsToldAsSuch() throws Exception {
        ServerSocket closed = listen();
        closed.close();
        assertThatThrownBy(() -> ask(closed, LONG)).isInstanceOf(ConnectException.class);
    }
}
