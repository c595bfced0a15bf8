package dev.oncemore.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By TLS the connection goes to the address that was checked, and the certificate must be for the name. */
class TlsDeliveryTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    static Path folder;

    private static SSLContext tls;

    private final AtomicInteger hits = new AtomicInteger();
    private final Tasks tasks =
            Tasks.on(new InMemoryTaskStore(), TaskSettings.standard().queue(Webhooks.QUEUE, QueueSettings.standard()));
    private final InMemoryEndpoints endpoints = new InMemoryEndpoints();
    private HttpsServer receiver;
    private Webhooks webhooks;

    @BeforeAll
    static void certify() throws Exception {
        tls = certified("hook.example");
    }

    @BeforeEach
    void startAServerThatIsHookExample() throws Exception {
        receiver = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setHttpsConfigurator(new HttpsConfigurator(tls));
        receiver.createContext("/", exchange -> {
            hits.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();
        webhooks = Webhooks.builder(tasks, endpoints)
                .tls(tls.getSocketFactory())
                .guard(AddressGuard.publicOnly()
                        .orAddresses(InetAddress::isLoopbackAddress)
                        .resolver(host -> List.of(InetAddress.getLoopbackAddress())))
                .build();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    /** The JDK's own tool makes the certificate: there is no public class for it. */
    private static SSLContext certified(String name) throws Exception {
        Path keys = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "hook",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        keys.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(store, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("hook", store.getCertificate("hook"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private TaskHandle sendTo(String host) {
        URI uri = URI.create("https://" + host + ":" + receiver.getAddress().getPort() + "/");
        endpoints.save(Endpoint.of(host, uri, WebhookSecret.random(new Random(1))));
        TaskHandle handle = webhooks.send(new WebhookMessage(host, "msg-1", "{}"));
        tasks.manualWorker().runAll();
        return handle;
    }

    @Test
    void theNameOfTheCertificateIsThatOfTheUrl() {
        assertThat(sendTo("hook.example").poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(hits).hasValue(1);
    }

    @Test
    void anotherNameIsRefused_andNothingIsSent() {
        TaskHandle handle = sendTo("other.example");
        assertThat(handle.poll().orElseThrow().state()).isNotEqualTo(TaskState.DONE);
        assertThat(handle.history(10).toString()).contains("SSLHandshakeException");
        assertThat(hits).hasValue(0);
    }
}
