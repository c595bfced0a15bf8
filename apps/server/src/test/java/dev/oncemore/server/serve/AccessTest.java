package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Principal;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.access.Tokens;
import dev.oncemore.server.web.TrustedProxies;
import dev.oncemore.time.Time;
import io.javalin.http.HandlerType;
import io.javalin.router.Endpoint;
import io.javalin.security.Roles;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every endpoint, and whoever may not have it. */
@TestInstance(Lifecycle.PER_CLASS)
class AccessTest {
    private static final String ADMIN_TOKEN = DeskClient.TOKEN;
    private static final Set<HandlerType> METHODS =
            Set.of(HandlerType.GET, HandlerType.POST, HandlerType.PUT, HandlerType.DELETE, HandlerType.PATCH);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-31T10:00:00Z"));
    private final Map<Role, String> tokens = new EnumMap<>(Role.class);

    private Server server;
    private Visitor visitor;

    @BeforeAll
    void start(@TempDir Path folder) {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), ADMIN_TOKEN, false);
        server = Server.start(settings, Map.of(), now::get, true);
        visitor = new Visitor(server.address());
        Database database = server.backend().database();
        Tokens store = new Authenticator(
                        database, Time.system(), now::get, server.acts(), null, false, TrustedProxies.NONE)
                .tokens();
        for (Role role : List.of(Role.VIEWER, Role.STAFF, Role.OPERATOR, Role.ADMIN)) {
            tokens.put(
                    role,
                    server.acts().run(store.add("test " + role.word(), role, Duration.ofDays(1), Principal.NOBODY)));
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private List<Endpoint> endpoints() {
        return server.endpoints().stream()
                .map(parsed -> parsed.endpoint)
                .filter(endpoint -> METHODS.contains(endpoint.method))
                .toList();
    }

    private static Role roleOf(Endpoint endpoint) {
        Roles roles = endpoint.metadata(Roles.class);
        assertThat(roles)
                .as(endpoint.method + " " + endpoint.path + " names a role")
                .isNotNull();
        assertThat(roles.getRoles()).hasSize(1);
        return (Role) roles.getRoles().iterator().next();
    }

    private HttpResponse<String> ask(Endpoint endpoint, String authorization) throws Exception {
        // A body that nobody reads makes the server close the connection, perhaps before its answer is read.
        var request = visitor.request(endpoint.path.replaceAll("\\{[a-z]+}", "x"))
                .method(
                        endpoint.method.toString(),
                        endpoint.method.equals(HandlerType.GET)
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString("{}"));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return visitor.send(request);
    }

    @Test
    void nobodyGetsAnythingThatNeedsARole() throws Exception {
        int closed = 0;
        for (Endpoint endpoint : endpoints()) {
            if (roleOf(endpoint) != Role.ANYONE) {
                closed++;
                assertThat(ask(endpoint, "").statusCode())
                        .as(endpoint.method + " " + endpoint.path)
                        .isEqualTo(401);
                assertThat(ask(endpoint, "Bearer omt_wrong").statusCode()).isEqualTo(401);
                assertThat(ask(endpoint, "Basic YTpi").statusCode()).isEqualTo(401);
            }
        }
        assertThat(closed).isGreaterThan(30);
    }

    @Test
    void aRoleThatIsNotEnoughIsRefused_andOneThatIsGetsThrough() throws Exception {
        for (Endpoint endpoint : endpoints()) {
            Role asked = roleOf(endpoint);
            for (Map.Entry<Role, String> token : tokens.entrySet()) {
                int status = ask(endpoint, "Bearer " + token.getValue()).statusCode();
                String what = token.getKey() + " asks for " + endpoint.method + " " + endpoint.path;
                if (token.getKey().isEnoughFor(asked)) {
                    assertThat(status).as(what).isNotIn(403, 500);
                } else {
                    assertThat(status).as(what).isEqualTo(403);
                }
            }
        }
    }

    @Test
    void aTokenThatIsOverLetsNobodyIn_andASessionEither() throws Exception {
        Visitor browser = new Visitor(server.address());
        assertThat(browser.logIn("admin", server.firstPassword().orElseThrow()).statusCode())
                .isEqualTo(302);
        assertThat(browser.page("/").statusCode()).isEqualTo(200);
        Instant before = now.get();
        now.set(before.plus(Duration.ofHours(25)));
        try {
            assertThat(browser.page("/").headers().firstValue("Location")).contains("/login");
            for (Endpoint endpoint : endpoints()) {
                if (roleOf(endpoint) != Role.ANYONE) {
                    assertThat(ask(endpoint, "Bearer " + tokens.get(Role.ADMIN)).statusCode())
                            .isEqualTo(401);
                }
            }
            assertThat(visitor.api("GET", "/api/queues", ADMIN_TOKEN, "").statusCode())
                    .isEqualTo(200);
        } finally {
            now.set(before);
        }
    }

    @Test
    void aFormFromElsewhereIsRefused() throws Exception {
        Visitor browser = new Visitor(server.address());
        browser.logIn("admin", server.firstPassword().orElseThrow());
        for (Endpoint endpoint : endpoints()) {
            if (!endpoint.method.equals(HandlerType.GET) && roleOf(endpoint) != Role.ANYONE) {
                var answer = browser.send(browser.request(endpoint.path.replaceAll("\\{[a-z]+}", "x"))
                        .method(endpoint.method.toString(), BodyPublishers.ofString("{}")));
                assertThat(answer.statusCode())
                        .as(endpoint.method + " " + endpoint.path)
                        .isEqualTo(403);
            }
        }
        assertThat(browser.post("/queues/x/pause", Map.of("why", "test", "_csrf", browser.csrf()))
                        .statusCode())
                .isEqualTo(302);
        assertThat(browser.post("/queues/x/resume", Map.of("why", "test", "_csrf", browser.csrf()))
                        .statusCode())
                .isEqualTo(302);
    }

    @Test
    void guessingPasswordsIsSlowedDown_perName() throws Exception {
        Visitor guesser = new Visitor(server.address());
        for (int i = 0; i < 5; i++) {
            assertThat(guesser.logIn("somebody", "guess " + i).statusCode()).isEqualTo(401);
        }
        HttpResponse<String> sixth = guesser.logIn("somebody", "guess 6");
        assertThat(sixth.statusCode()).isEqualTo(429);
        assertThat(sixth.headers().firstValue("Retry-After")).contains("1");
        assertThat(guesser.logIn("admin", server.firstPassword().orElseThrow()).statusCode())
                .as("others can log in")
                .isEqualTo(302);
    }

    @Test
    void anotherPasswordEndsTheSessionsOfBefore() throws Exception {
        Visitor admin = new Visitor(server.address());
        admin.logIn("admin", server.firstPassword().orElseThrow());
        Map<String, String> form =
                Map.of("name", "mover", "role", "viewer", "password", "the first one", "_csrf", admin.csrf());
        assertThat(admin.post("/access/accounts", form).statusCode()).isEqualTo(302);
        Visitor mover = new Visitor(server.address());
        mover.logIn("mover", "the first one");
        assertThat(mover.page("/").statusCode()).isEqualTo(200);
        Map<String, String> again = new HashMap<>(form);
        again.put("password", "the second one");
        admin.post("/access/accounts", again);
        assertThat(mover.page("/").headers().firstValue("Location")).contains("/login");
        assertThat(mover.logIn("mover", "the second one").statusCode()).isEqualTo(302);
    }

    @Test
    void aPasswordIsKeptAsItWasTyped_spaceAroundItIncluded() throws Exception {
        Visitor admin = new Visitor(server.address());
        admin.logIn("admin", server.firstPassword().orElseThrow());
        String password = " a phrase with space around it ";
        Map<String, String> form =
                Map.of("name", " spacious ", "role", "viewer", "password", password, "_csrf", admin.csrf());
        assertThat(admin.post("/access/accounts", form).statusCode()).isEqualTo(302);
        assertThat(new Visitor(server.address()).logIn("spacious", password).statusCode())
                .isEqualTo(302);
        assertThat(new Visitor(server.address())
                        .logIn("spacious", password.strip())
                        .statusCode())
                .as("another password")
                .isEqualTo(401);
    }

    @Test
    void whatIsTypedIntoTheWrongFieldIsNotKept() throws Exception {
        new Visitor(server.address()).logIn("my secret password", "x");
        List<String> audit = server.backend()
                .database()
                .query("SELECT subject FROM oncemore_audit WHERE action = 'login refused'", row -> row.getString(1));
        assertThat(audit).contains("an unknown name").noneMatch(subject -> subject.contains("secret"));
    }

    @Test
    void moreThanIsReadIsRefusedAsThat() throws Exception {
        var request = visitor.request("/api/queues/x/pause")
                .header("Authorization", "Bearer " + ADMIN_TOKEN)
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[11_000_000])));
        assertThat(visitor.send(request).statusCode()).isEqualTo(413);
    }

    @Test
    void afterTheLoginOneGetsWhereOneWanted_butNowhereElse() throws Exception {
        String password = server.firstPassword().orElseThrow();
        for (Map.Entry<String, String> options : Map.of(
                        "/dead?x=1", "/dead?x=1", "//evil.example", "/", "/\\evil.example", "/", "https://x", "/")
                .entrySet()) {
            HttpResponse<String> answer = new Visitor(server.address())
                    .post("/login", Map.of("name", "admin", "password", password, "next", options.getKey()));
            assertThat(answer.headers().firstValue("Location")).contains(options.getValue());
        }
    }

    @Test
    void secretsAreNowhereInTheStore() {
        List<String> kept = server.backend()
                .database()
                .query(
                        "SELECT password_hash FROM oncemore_account UNION ALL SELECT id_hash FROM oncemore_token"
                                + " UNION ALL SELECT id_hash FROM oncemore_session",
                        row -> row.getString(1));
        assertThat(kept)
                .isNotEmpty()
                .noneMatch(text -> text.contains(server.firstPassword().orElseThrow()))
                .noneMatch(text -> tokens.values().stream().anyMatch(text::contains));
    }

    @Test
    void theDescriptionNamesEveryEndpoint_withItsRole() throws Exception {
        JsonNode paths = JsonMapper.builder()
                .build()
                .readTree(visitor.send(visitor.request("/api/openapi.json")).body())
                .path("paths");
        List<String> described = new ArrayList<>();
        paths.properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> described.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey()
                                + " " + method.getValue().path("description").asString())));
        assertThat(described)
                .containsExactlyInAnyOrderElementsOf(endpoints().stream()
                        .filter(endpoint -> endpoint.path.startsWith("/api/"))
                        .map(endpoint -> endpoint.method + " " + endpoint.path + " Role: "
                                + roleOf(endpoint).word() + ".")
                        .toList());
    }
}
