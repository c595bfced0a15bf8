package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.tls.PemFiles;
import dev.oncemore.testkit.race.Together;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One client cannot take all connections, also if it never begins its handshake, and the log says so, once. */
class ConnectionLimitsTest {
    private static final int PER_CLIENT_MAX = 400;
    private static final int PATIENCE_MILLIS = 60_000;

    @TempDir
    private Path folder;

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("dev.oncemore.server");
    private final Handler watching = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void watch() {
        logger.addHandler(watching);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(watching);
    }

    private ServerSettings settings() {
        return new ServerSettings(
                "127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), DeskClient.TOKEN, false);
    }

    @Test
    void plain() throws Exception {
        try (Server server = Server.start(settings(), Map.of())) {
            check(server, "127.0.0.1", () -> open("127.0.0.1", server));
        }
    }

    @Test
    void overIpv6_theNetworkIsTheClient() throws Exception {
        Assumptions.assumeTrue(hasIpv6(), "no IPv6 on this machine");
        ServerSettings settings = new ServerSettings(
                "::1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), DeskClient.TOKEN, false);
        try (Server server = Server.start(settings, Map.of())) {
            check(server, "0:0:0:0::/64", () -> open("::1", server));
        }
    }

    private static boolean hasIpv6() {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getAllByName("::1")[0])) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static Socket open(String host, Server server) throws IOException {
        return new Socket(host, server.address().getPort());
    }

    @Test
    void overTls() throws Exception {
        Certificates.Pair pair = new Certificates(folder).make("one", "EC");
        PemFiles files = new PemFiles(folder.resolve("fullchain.pem"), folder.resolve("privkey.pem"));
        pair.write(files.certificate(), files.key());
        SSLContext tls = Certificates.trusting(pair);
        try (Server server = Server.start(settings().tls(files), Map.of())) {
            check(server, "127.0.0.1", () -> {
                SSLSocket socket = (SSLSocket) tls.getSocketFactory()
                        .createSocket("127.0.0.1", server.address().getPort());
                socket.setSoTimeout(PATIENCE_MILLIS);
                socket.startHandshake();
                return socket;
            });
        }
    }

    /** Opens a connection that can send a request. */
    @FunctionalInterface
    private interface Connecting {
        Socket open() throws IOException;
    }

    private void check(Server server, String client, Connecting connecting) throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < PER_CLIENT_MAX + 5; i++) {
                silent.add(open(client.contains("/") ? "::1" : client, server));
            }
            // Not always the last ones: connections may be accepted in another order than they were opened.
            Set<Socket> closed = new HashSet<>();
            Together.await("those beyond the limit are closed", () -> {
                silent.stream().filter(ConnectionLimitsTest::isClosedByServer).forEach(closed::add);
                return closed.size() >= 5;
            });
            assertThat(closed).hasSize(5);
            assertThat(logged)
                    .filteredOn(line -> line.contains("the client " + client + " "))
                    .singleElement()
                    .asString()
                    .contains("400 open connections");
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
        assertThat(Settled.until(() -> answer(connecting), answer -> answer.startsWith("HTTP/1.1 200")))
                .as("once they are closed")
                .contains("HTTP/1.1 200");
    }

    private static boolean isClosedByServer(Socket socket) {
        try {
            socket.setSoTimeout(1);
            while (socket.getInputStream().read() >= 0) {
                // A TLS alert may come before the end.
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    private static String answer(Connecting connecting) {
        try (Socket socket = connecting.open()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write("GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
