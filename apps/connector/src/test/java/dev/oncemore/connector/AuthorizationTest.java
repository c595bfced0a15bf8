package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.oncemore.config.YamlFile;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Without a token nothing is sent, and the failure says so. */
class AuthorizationTest {
    private static final Map<String, String> SECRETS = Map.of("ID", "me", "SECRET", "hidden-value");

    private final Sandbox sandbox = Sandbox.start(SandboxSettings.standard());

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private ConnectorException refused(String address, int tokenPort) {
        String file = """
                connector: mine
                address: %s
                auth:
                  clientCredentials: {tokenUrl: 'http://127.0.0.1:%d/token', clientId: ID, clientSecret: SECRET}
                documents:
                  invoice:
                    create:
                      path: /invoices
                      body: {number: '${number}'}
                      id: id
                """.formatted(address, tokenPort);
        AccountingSystem system = new AccountingSystem(
                ConnectorFile.read(YamlFile.parse("mine.yml", file), Map.of()),
                SECRETS,
                Time.system(),
                WallClock.system());
        Outgoing document = new Outgoing("invoice", Map.of("number", "1"), List.of());
        ConnectorException failure = catchThrowableOfType(ConnectorException.class, () -> system.create(document));
        assertThat(failure).isNotNull();
        assertThat(failure.getMessage()).doesNotContain("hidden-value");
        return failure;
    }

    private static ServerSocket cutsEveryConnection() throws IOException {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try {
                    server.accept().close();
                } catch (IOException e) {
                    // The test is over.
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    @Test
    void aTokenThatDoesNotArriveLeavesNothingUnknown() throws Exception {
        try (ServerSocket tokens = cutsEveryConnection()) {
            ConnectorException failure = refused(sandbox.address().toString(), tokens.getLocalPort());
            assertThat(failure.classification().kind()).isEqualTo(FailureKind.TRANSIENT);
            assertThat(failure.getMessage()).contains("no token from 127.0.0.1", "nothing was sent");
        }
        assertThat(sandbox.created()).containsEntry("requests", 0L);
    }

    @Test
    void aSecretThatIsNotAcceptedIsNotTriedAgain_andTheMessageSaysWhatToDo() {
        Javalin tokens = Javalin.create(config -> {
                    config.routes.before(Context::body);
                    config.routes.post("/token", context -> context.status(401));
                })
                .start("127.0.0.1", 0);
        try {
            ConnectorException failure = refused(sandbox.address().toString(), tokens.port());
            assertThat(failure.isRefusal()).isTrue();
            assertThat(failure.getMessage()).contains("HTTP 401", "it refuses ID and SECRET", "resend the rows");
        } finally {
            tokens.stop();
        }
    }

    @Test
    void a401IsRefusedAndNotALockOut() {
        Javalin both = Javalin.create(config -> {
                    // Read whole, or the server may close the connection on which the next request is sent.
                    config.routes.before(Context::body);
                    config.routes.post("/token", context -> context.result("{\"access_token\":\"t\"}"));
                    config.routes.post("/invoices", context -> context.status(401));
                })
                .start("127.0.0.1", 0);
        try {
            ConnectorException failure = refused("http://127.0.0.1:" + both.port(), both.port());
            assertThat(failure.isRefusal()).isTrue();
            assertThat(failure.isLockedOut()).isFalse();
            assertThat(failure.getMessage()).contains("HTTP 401; it refuses ID and SECRET: renew that");
        } finally {
            both.stop();
        }
    }
}
