package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.config.ConfigException;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.tls.PemFiles;
import dev.oncemore.server.tls.RenewedCertificate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's own TLS, over real sockets, and what happens when the certificate is renewed. */
class TlsTest {
    @TempDir
    private Path folder;

    private Certificates certificates;
    private Path certificate;
    private Path key;

    @BeforeEach
    void name() {
        certificates = new Certificates(folder);
        certificate = folder.resolve("fullchain.pem");
        key = folder.resolve("privkey.pem");
    }

    private Server start() {
        return Server.start(
                new ServerSettings(
                                "127.0.0.1",
                                0,
                                StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                DeskClient.TOKEN,
                                false)
                        .tls(new PemFiles(certificate, key)),
                Map.of());
    }

    private static HttpResponse<String> get(SSLContext tls, URI address, String path) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(tls)
                .build()
                .send(HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString());
    }

    @Test
    void servesOverTls_andMarksTheCookieSecure() throws Exception {
        Certificates.Pair pair = certificates.make("one", "EC");
        pair.write(certificate, key);
        try (Server server = start()) {
            SSLContext tls = Certificates.trusting(pair);
            assertThat(server.address().getScheme()).isEqualTo("https");
            assertThat(get(tls, server.address(), "/api/health/live").statusCode())
                    .isEqualTo(200);
            HttpResponse<String> login = HttpClient.newBuilder()
                    .sslContext(tls)
                    .build()
                    .send(
                            HttpRequest.newBuilder(server.address().resolve("/login"))
                                    .header("Content-Type", "application/x-www-form-urlencoded")
                                    .POST(BodyPublishers.ofString("name=admin&password="
                                            + server.firstPassword().orElseThrow()))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(login.headers().firstValue("Set-Cookie").orElseThrow()).contains("Secure", "HttpOnly");
            assertThatThrownBy(() -> get(SSLContext.getDefault(), server.address(), "/api/health/live"))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void everyResponseTellsBrowsersToUseOnlyTls() throws Exception {
        Certificates.Pair pair = certificates.make("one", "EC");
        pair.write(certificate, key);
        try (Server server = start()) {
            SSLContext tls = Certificates.trusting(pair);
            for (String path : List.of("/login", "/api/health/live", "/api/queues", "/nothing", "/a;b")) {
                assertThat(get(tls, server.address(), path).headers().allValues("Strict-Transport-Security"))
                        .as(path)
                        .containsExactly("max-age=31536000");
            }
            try (SSLSocket socket = connect(server, tls)) {
                socket.getOutputStream().write("GET / http/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .as("what the web server itself refuses")
                        .contains(" 400 ", "Strict-Transport-Security: max-age=31536000");
            }
        }
    }

    @Test
    void usesARenewedCertificate_withoutARestart_andCutsNoConnection() throws Exception {
        Certificates.Pair first = certificates.make("first", "RSA");
        Certificates.Pair second = certificates.make("second", "EC");
        first.write(certificate, key);
        try (Server server = start();
                SSLSocket open = connect(server, Certificates.trusting(first))) {
            RenewedCertificate renewed = Objects.requireNonNull(server.certificate());
            assertThat(ask(open)).contains("200");
            Files.writeString(certificate, second.certificatePem());
            renewed.look();
            assertThat(get(Certificates.trusting(first), server.address(), "/api/health/live")
                            .statusCode())
                    .as("half a renewal changes nothing")
                    .isEqualTo(200);
            second.write(certificate, key);
            renewed.look();
            assertThat(get(Certificates.trusting(second), server.address(), "/api/health/live")
                            .statusCode())
                    .isEqualTo(200);
            assertThatThrownBy(() -> get(Certificates.trusting(first), server.address(), "/api/health/live"))
                    .isInstanceOf(IOException.class);
            assertThat(ask(open)).as("on the connection from before").contains("200");
        }
    }

    private static SSLSocket connect(Server server, SSLContext tls) throws IOException {
        return (SSLSocket) tls.getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort());
    }

    private static String ask(SSLSocket socket) throws IOException {
        socket.getOutputStream()
                .write("GET /api/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        String status = lines.readLine();
        int length = 0;
        for (String line = lines.readLine(); !line.isEmpty(); line = lines.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        assertThat(lines.skip(length)).isEqualTo(length);
        return status;
    }

    @Test
    void refusesWhatIsNoPair() throws Exception {
        Certificates.Pair one = certificates.make("one", "EC");
        Certificates.Pair other = certificates.make("other", "EC");
        one.write(certificate, key);
        assertThat(settings("tls-cert", certificate, "tls-key", key).server().host())
                .isEqualTo("0.0.0.0");
        assertWrong("go together", "tls-cert", certificate);
        assertWrong("cannot be read", "tls-cert", folder.resolve("nosuch.pem"), "tls-key", key);
        assertWrong("no -----BEGIN PRIVATE KEY-----", "tls-cert", certificate, "tls-key", certificate);
        Files.writeString(key, other.keyPem());
        assertWrong("is not the one of the certificate", "tls-cert", certificate, "tls-key", key);
        Files.writeString(certificate, "nonsense");
        assertWrong("fullchain.pem", "tls-cert", certificate, "tls-key", key);
    }

    private static ServeSettings settings(Object... pairs) {
        Map<String, String> flags = new HashMap<>(Map.of("host", "0.0.0.0"));
        for (int i = 0; i < pairs.length; i += 2) {
            flags.put(pairs[i].toString(), pairs[i + 1].toString());
        }
        return new ServeSettings(flags, Map.of());
    }

    private static void assertWrong(String message, Object... pairs) {
        assertThatThrownBy(() -> settings(pairs).server())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the command line: 'tls-cert'")
                .hasMessageContaining(message);
    }
}
