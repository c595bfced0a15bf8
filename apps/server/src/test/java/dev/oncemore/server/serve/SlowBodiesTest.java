package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients whose bodies do not arrive take no threads from others, also on a JDK without virtual threads. */
class SlowBodiesTest {
    /** More than the threads that Jetty has by default, fewer than the connections that one client may have. */
    private static final int BODIES = 300;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void othersAreAnswered() throws Exception {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), DeskClient.TOKEN, false);
        List<Socket> slow = new ArrayList<>();
        try (Server server = Server.start(settings, Map.of())) {
            for (int i = 0; i < BODIES; i++) {
                slow.add(login(server));
            }

            HttpResponse<String> live = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(server.address().resolve("/api/health/live"))
                                    .timeout(PATIENCE)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(live.statusCode()).isEqualTo(200);
            for (Socket one : slow) {
                one.close();
            }
        }
    }

    /** Sends all but the end of a form. */
    private static Socket login(Server server) throws IOException {
        int port = server.address().getPort();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        String begun = "POST /login HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\nname=a";
        socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }
}
