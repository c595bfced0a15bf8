package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.oncemore.config.YamlFile;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Time;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A refresh token is used once, by one of all, and what it gives is kept before it is used. */
class RefreshedTokensTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-31T10:00:00Z"));
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicReference<String> refresh = new AtomicReference<>("first-refresh");
    private final AtomicReference<String> access = new AtomicReference<>("none");
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    private Javalin other;
    private Backend backend;

    @BeforeEach
    void start(@TempDir Path folder) {
        backend =
                Backend.open(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of(), List.of(TokenVault.SCHEMA));
        other = Javalin.create(config -> {
                    // Read whole, or the server may close the connection on which the next request is sent.
                    config.routes.before(Context::body);
                    config.routes.post("/token", this::renew);
                    config.routes.post("/invoices", context -> {
                        boolean isKnown = ("Bearer " + access.get()).equals(context.header("Authorization"));
                        context.status(isKnown ? 201 : 401).result("{\"id\":7}");
                    });
                })
                .start("127.0.0.1", 0);
    }

    @AfterEach
    void stop() {
        other.stop();
        backend.close();
    }

    /** As freee does it: the client is in the body, and each refresh token is valid once. */
    private synchronized void renew(Context context) {
        boolean isRight = "me".equals(context.formParam("client_id"))
                && "hidden".equals(context.formParam("client_secret"))
                && "refresh_token".equals(context.formParam("grant_type"))
                && refresh.get().equals(context.formParam("refresh_token"));
        if (!isRight) {
            context.status(400).result("{\"error\":\"invalid_grant\"}");
            return;
        }
        int number = renewals.incrementAndGet();
        access.set("access-" + number);
        refresh.set("refresh-" + number);
        meanwhile.get().run();
        context.result("{\"access_token\":\"access-" + number + "\",\"refresh_token\":\"refresh-" + number
                + "\",\"expires_in\":3600}");
    }

    /** As another server over the same store would have it. */
    private AccountingSystem open(String first) {
        String file = """
                connector: mine
                address: http://127.0.0.1:%1$d
                auth:
                  - refreshToken:
                      tokenUrl: http://127.0.0.1:%1$d/token
                      clientId: ID
                      clientSecret: SECRET
                      refreshToken: REFRESH
                      clientIn: body
                documents:
                  invoice:
                    create:
                      path: /invoices
                      body: {number: '${number}'}
                      id: id
                """.formatted(other.port());
        return new AccountingSystem(
                ConnectorFile.read(YamlFile.parse("mine.yml", file), Map.of()),
                Map.of("ID", "me", "SECRET", "hidden", "REFRESH", first),
                Time.system(),
                now::get,
                new TokenVault(backend.database(), backend.records(), now::get),
                event -> {});
    }

    private static String create(AccountingSystem system) throws Exception {
        return system.create(new Outgoing("invoice", Map.of("number", "1"), List.of()))
                .id();
    }

    @Test
    void oneRenewsForAllThreadsAndServers() throws Exception {
        List<AccountingSystem> servers = List.of(open("first-refresh"), open("first-refresh"));
        assertThat(Together.run(8, number -> () -> create(servers.get(number % 2))))
                .containsOnly("7");
        assertThat(renewals).hasValue(1);
        assertThat(create(open("first-refresh"))).as("after a restart").isEqualTo("7");
        assertThat(renewals).hasValue(1);

        now.set(now.get().plus(Duration.ofHours(2)));
        assertThat(Together.run(8, number -> () -> create(servers.get(number % 2))))
                .containsOnly("7");
        assertThat(renewals)
                .as("its time was over, and the first token is spent")
                .hasValue(2);
    }

    @Test
    void whenTheStoreIsAwayItIsTriedAgain_sinceTheDocumentIsNotToBlame() {
        AccountingSystem system = open("first-refresh");
        backend.close();
        ConnectorException failure = catchThrowableOfType(ConnectorException.class, () -> create(system));
        assertThat(failure.classification().kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(failure.getMessage()).contains("the token could not be read", "nothing was sent");
        assertThat(renewals).hasValue(0);
    }

    @Test
    void theStoreHoldsNoTokenInClear() throws Exception {
        create(open("first-refresh"));
        String kept = backend.database()
                .first("SELECT first_hash || sealed FROM oncemore_connector_token", row -> row.getString(1))
                .orElseThrow();
        assertThat(kept).doesNotContain("refresh", "access", "hidden");
        Seal seal = new Seal("mine", "hidden", Chance.unforeseeable());
        String closed = seal.closed("secret");
        assertThat(seal.opened(closed)).contains("secret");
        assertThat(new Seal("mine", "another", Chance.unforeseeable()).opened(closed))
                .isEmpty();
        assertThat(new Seal("yours", "hidden", Chance.unforeseeable()).opened(closed))
                .isEmpty();
    }

    @Test
    void aTokenThatWasGoodAndIsRefusedBeforeItsTimeIsRenewed_andTheDocumentTriedAgain() throws Exception {
        AccountingSystem system = open("first-refresh");
        create(system);
        access.set("revoked");
        ConnectorException failure = catchThrowableOfType(ConnectorException.class, () -> create(system));
        assertThat(failure.classification().kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(failure).hasMessage("HTTP 401; the token is renewed");
        assertThat(create(system)).isEqualTo("7");
        assertThat(renewals).hasValue(2);
    }

    @Test
    void aNewTokenThatIsRefusedIsNotTriedAgain_andTheMessageSaysWhatToDo() throws Exception {
        AccountingSystem system = open("first-refresh");
        create(system);
        meanwhile.set(() -> access.set("never given out"));
        access.set("revoked");
        assertThat(catchThrowableOfType(ConnectorException.class, () -> create(system))
                        .isRefusal())
                .isFalse();
        ConnectorException failure = catchThrowableOfType(ConnectorException.class, () -> create(system));
        assertThat(failure.isRefusal()).isTrue();
        assertThat(failure)
                .hasMessageContaining("HTTP 401; it refuses a token that was just renewed: authorize")
                .hasMessageContaining("set REFRESH to the refresh token you get");
    }

    @Test
    void whereTheTokensAreLostAPersonAuthorizesAnew_andItGoesOnFromThere() throws Exception {
        create(open("first-refresh"));
        now.set(now.get().plus(Duration.ofHours(2)));
        refresh.set("somebody used it elsewhere");
        ConnectorException failure =
                catchThrowableOfType(ConnectorException.class, () -> create(open("first-refresh")));
        assertThat(failure.isRefusal()).isTrue();
        assertThat(failure.getMessage())
                .contains("HTTP 400; authorize this application again, set REFRESH to the refresh token you get")
                .doesNotContain("hidden", "refresh-1");
        refresh.set("by hand");
        assertThat(create(open("by hand"))).isEqualTo("7");
        now.set(now.get().plus(Duration.ofHours(2)));
        assertThat(create(open("by hand"))).isEqualTo("7");
        assertThat(renewals).hasValue(3);
    }

    @Test
    void whileServersGetANewFirstTokenOneAfterTheOther_eachGoesOnFromItsOwn() throws Exception {
        AccountingSystem earlier = open("first-refresh");
        create(earlier);
        refresh.set("by hand");
        AccountingSystem later = open("by hand");
        create(later);
        now.set(now.get().plus(Duration.ofHours(2)));
        refresh.set("refresh-1");
        assertThat(create(earlier)).isEqualTo("7");
        refresh.set("refresh-2");
        assertThat(create(later)).isEqualTo("7");
        assertThat(renewals).hasValue(4);
    }

    @Test
    void whatCouldNotBeKeptIsKeptByTheNextOneWhoComes() throws Exception {
        Database database = backend.database();
        AccountingSystem system = open("first-refresh");
        meanwhile.set(() -> database.update("ALTER TABLE oncemore_connector_token RENAME TO away"));
        ConnectorException failure = catchThrowableOfType(ConnectorException.class, () -> create(system));
        assertThat(failure.isRefusal()).isFalse();
        database.update("ALTER TABLE away RENAME TO oncemore_connector_token");
        assertThat(create(system)).isEqualTo("7");
        assertThat(create(open("first-refresh"))).as("after a restart").isEqualTo("7");
        assertThat(renewals).hasValue(1);
    }

    @Test
    void anInterruptDoesNotCutOffARenewal() throws Exception {
        Thread asking = Thread.currentThread();
        meanwhile.set(asking::interrupt);
        assertThatThrownBy(() -> create(open("first-refresh"))).isInstanceOf(InterruptedException.class);
        assertThat(create(open("first-refresh"))).as("after a restart").isEqualTo("7");
        assertThat(renewals).hasValue(1);
    }
}
