package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attacks on accounts, sessions, tokens and keys, over real sockets, on each database. */
abstract class DoorsContract {
    private static final String ADMIN_TOKEN = DeskClient.TOKEN;
    private static final Pattern NEW_TOKEN = Pattern.compile("omt_[A-Za-z0-9_-]+");
    private static final Pattern TOKEN_ID = Pattern.compile("name=\"id\" value=\"([^\"]+)\"");
    private static final String PASSWORD = "a long password";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-31T10:00:00Z"));
    private Server server;
    private Visitor admin;

    /** A store without anything in it, and the environment that opens it. */
    abstract StoreUrl store() throws Exception;

    abstract Map<String, String> environment();

    @BeforeEach
    void start() throws Exception {
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, store(), ADMIN_TOKEN, false), environment(), now::get, true);
        admin = browser("admin", server.firstPassword().orElseThrow());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Visitor browser(String name, String password) throws Exception {
        Visitor browser = new Visitor(server.address());
        assertThat(browser.logIn(name, password).statusCode()).isEqualTo(302);
        return browser;
    }

    private void account(String name, String role, String password) throws Exception {
        assertThat(admin.post(
                                "/access/accounts",
                                Map.of("name", name, "role", role, "password", password, "_csrf", admin.csrf()))
                        .statusCode())
                .isEqualTo(302);
    }

    private String token(Visitor maker, String name, String role) throws Exception {
        String page = maker.post(
                        "/access/tokens", Map.of("name", name, "role", role, "days", "1", "_csrf", maker.csrf()))
                .body();
        Matcher found = NEW_TOKEN.matcher(page);
        assertThat(found.find()).as(page).isTrue();
        return found.group();
    }

    private int queues(String token) throws Exception {
        return new Visitor(server.address())
                .api("GET", "/api/queues", token, "")
                .statusCode();
    }

    @Test
    void aTokenThatIsRemovedWhileTheBodyArrivesIsRefused() throws Exception {
        for (String key : List.of("", "Idempotency-Key: late\r\n")) {
            String token = token(admin, "leaving", "operator");
            String body = "{\"kind\":\"mail\",\"payload\":{\"a\":1}}";
            try (Socket socket =
                    new Socket(server.address().getHost(), server.address().getPort())) {
                OutputStream out = socket.getOutputStream();
                out.write(("POST /api/tasks HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " + token
                                + "\r\n" + key + "Content-Type: application/json\r\nContent-Length: " + body.length()
                                + "\r\n\r\n" + body.substring(0, 5))
                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
                assertThat(queues(token)).isEqualTo(200);
                removeTokens();
                assertThat(queues(token)).isEqualTo(401);

                out.write(body.substring(5).getBytes(StandardCharsets.US_ASCII));
                out.flush();

                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 401");
            }
        }
    }

    private void removeTokens() throws Exception {
        Matcher ids = TOKEN_ID.matcher(admin.page("/access").body());
        assertThat(ids.find()).isTrue();
        assertThat(admin.post("/access/tokens/remove", Map.of("id", ids.group(1), "_csrf", admin.csrf()))
                        .statusCode())
                .isEqualTo(302);
    }

    @Test
    void oneAccountIsOneForTheThrottle_howeverItIsWritten() throws Exception {
        Visitor guesser = new Visitor(server.address());
        List<String> spellings =
                List.of("admin ", "admin  ", " admin", "admin\t", "admin\u00a0", "admin\u0000", "ADMIN", "ádmin");
        for (String spelling : spellings) {
            assertThat(guesser.logIn(spelling, server.firstPassword().orElseThrow())
                            .statusCode())
                    .as("'" + spelling + "'")
                    .isEqualTo(401);
        }
    }

    @Test
    void strangersWhoGuessDoNotLockTheOwnerOut() throws Exception {
        account("ann", "viewer", PASSWORD);
        Visitor own = browser("ann", PASSWORD);
        Visitor stranger = new Visitor(server.address());
        for (int i = 0; i < 5; i++) {
            assertThat(stranger.logIn("ann", "a wrong password " + i).statusCode())
                    .isEqualTo(401);
        }
        assertThat(stranger.logIn("ann", PASSWORD).statusCode())
                .as("a stranger waits, even with the right one")
                .isEqualTo(429);
        assertThat(own.logIn("ann", PASSWORD).statusCode())
                .as("a browser that has logged in before")
                .isEqualTo(302);
        for (int i = 0; i < 5; i++) {
            own.logIn("ann", "a wrong password " + i);
        }
        assertThat(own.logIn("ann", PASSWORD).statusCode())
                .as("a known browser has a count of its own")
                .isEqualTo(429);
    }

    @Test
    void aTokenEndsWithTheAccountThatMadeIt_andMayNoMoreThanIt() throws Exception {
        account("boss", "admin", PASSWORD);
        Visitor boss = browser("boss", PASSWORD);
        String made = token(boss, "ci", "operator");
        assertThat(queues(made)).isEqualTo(200);
        account("boss", "viewer", PASSWORD + " two");
        assertThat(new Visitor(server.address())
                        .api("POST", "/api/queues/x/pause", made, "{\"why\":\"a test\"}")
                        .statusCode())
                .as("its maker is a viewer now")
                .isEqualTo(403);
        assertThat(queues(made)).isEqualTo(200);
        admin.post("/access/accounts/remove", Map.of("name", "boss", "_csrf", admin.csrf()));
        assertThat(queues(made)).isEqualTo(401);
        account("boss", "admin", PASSWORD);
        assertThat(queues(made)).as("another account of the same name").isEqualTo(401);
    }

    @Test
    void aTokenEndsWithTheTokenThatMadeIt() throws Exception {
        String first = token(admin, "first", "admin");
        Visitor program = new Visitor(server.address());
        HttpResponse<String> answer = program.send(program.request("/access/tokens")
                .header("Authorization", "Bearer " + first)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("name=second&role=admin&days=1")));
        Matcher second = NEW_TOKEN.matcher(answer.body());
        assertThat(second.find()).isTrue();
        assertThat(queues(second.group())).isEqualTo(200);
        Matcher id = Pattern.compile("name=\"id\" value=\"([0-9a-f]{64})\">\\s*<button class=\"quiet\">Revoke first")
                .matcher(admin.page("/access").body());
        assertThat(id.find()).isTrue();
        admin.post("/access/tokens/remove", Map.of("id", id.group(1), "_csrf", admin.csrf()));
        assertThat(queues(first)).isEqualTo(401);
        assertThat(queues(second.group())).isEqualTo(401);
    }

    @Test
    void keysBelongToATokenItself_notToItsName() throws Exception {
        String one = token(admin, "ci", "operator");
        String other = token(admin, "ci", "operator");
        for (String token : List.of(one, other)) {
            HttpResponse<String> answer = admin.send(admin.request("/api/queues/shared/pause")
                    .header("Authorization", "Bearer " + token)
                    .header("Idempotency-Key", "\"the same\"")
                    .POST(BodyPublishers.ofString("{\"why\":\"a test\"}")));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Idempotent-Replayed")).isEmpty();
        }
    }

    private HttpResponse<String> keyed(String token, String path, String key) throws Exception {
        return admin.send(admin.request(path)
                .header("Authorization", "Bearer " + token)
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString("{\"why\":\"a test\"}")));
    }

    /** The limit on live keys is counted for each caller too, by the same scope. */
    @Test
    void aKeyKeepsItsScopeWhenTheRoleChanges_andALostRoleGetsNoReplay() throws Exception {
        account("boss", "admin", PASSWORD);
        String made = token(browser("boss", PASSWORD), "ci", "operator");
        assertThat(keyed(made, "/api/queues/roles/pause", "roles-1").statusCode())
                .isEqualTo(200);
        account("boss", "viewer", PASSWORD + " two");
        assertThat(keyed(made, "/api/queues/roles/pause", "roles-1").statusCode())
                .as("without the role")
                .isEqualTo(403);
        assertThat(keyed(made, "/api/sheets/none/confirm", "roles-2").statusCode())
                .isEqualTo(403);
        account("boss", "operator", PASSWORD + " three");
        HttpResponse<String> again = keyed(made, "/api/queues/roles/pause", "roles-1");
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.headers().firstValue("Idempotent-Replayed"))
                .as("with another role that is enough, it is the same key")
                .contains("true");
        assertThat(keyed(made, "/api/sheets/none/confirm", "roles-2").statusCode())
                .as("what was refused was not kept")
                .isEqualTo(404);
        assertThat(server.backend().database().query("SELECT scope FROM oncemore_record", row -> row.getString(1)))
                .allSatisfy(scope -> assertThat(scope).startsWith("token:"));
    }

    /** What a database cannot store is the client's mistake, not a failure of the server that fills the log. */
    @Test
    void textThatADatabaseCannotKeepIsNoFailure() throws Exception {
        Visitor visitor = new Visitor(server.address());
        for (String path : List.of(
                "/api/dead?queue=%00",
                "/api/dead?kind=%00&signature=%00",
                "/api/dead/groups?signature=%ed%a0%80",
                "/api/log?kind=%00",
                "/log?kind=%00",
                "/api/audit?before=%00",
                "/dead?queue=%00",
                "/dead/redrive?queue=%00",
                "/api/records?scope=a%00/b&key=%00",
                "/api/records/unknown?afterScope=%00&afterKey=%00",
                "/desk?search=%00")) {
            assertThat(visitor.api("GET", path, ADMIN_TOKEN, "").statusCode())
                    .as(path)
                    .isLessThan(500);
        }
        for (String body : List.of(
                "{\"why\":\"x\",\"queue\":\"\\u0000\",\"dryRun\":true}",
                "{\"why\":\"x\",\"signature\":\"\\ud800\"}",
                "{\"why\":\"x\",\"kind\":\"\\u0000\"}")) {
            assertThat(visitor.api("POST", "/api/dead/redrive", ADMIN_TOKEN, body)
                            .statusCode())
                    .as(body)
                    .isLessThan(500);
        }
    }

    @Test
    void peopleChangeTheirOwnPassword_andTheirOtherSessionsEnd() throws Exception {
        account("ann", "viewer", PASSWORD);
        Visitor here = browser("ann", PASSWORD);
        Visitor elsewhere = browser("ann", PASSWORD);
        Map<String, String> form = new HashMap<>(Map.of("old", "wrong password", "password", "the next password"));
        form.put("again", "the next password");
        form.put("_csrf", here.csrf());
        assertThat(here.post("/account/password", form).statusCode()).isEqualTo(400);
        form.put("old", PASSWORD);
        assertThat(here.post("/account/password", form).statusCode()).isEqualTo(302);
        assertThat(here.page("/account").statusCode()).isEqualTo(200);
        assertThat(elsewhere.page("/account").statusCode()).isEqualTo(302);
        Visitor program = new Visitor(server.address());
        String change = "{\"name\":\"ann\",\"password\":\"%s\",\"newPassword\":\"one more password\"}";
        assertThat(program.send(program.request("/api/account/password")
                                .POST(BodyPublishers.ofString(change.formatted(PASSWORD))))
                        .statusCode())
                .isEqualTo(403);
        assertThat(program.send(program.request("/api/account/password")
                                .POST(BodyPublishers.ofString(change.formatted("the next password"))))
                        .statusCode())
                .isEqualTo(200);
        assertThat(here.page("/account").statusCode()).isEqualTo(302);
        browser("ann", "one more password");
    }

    /** The record of a key has a hash of the request: whoever reads it could guess the passwords in it. */
    @Test
    void whatHasPasswordsTakesNoKey_andLeavesNoRecord() throws Exception {
        account("ann", "viewer", PASSWORD);
        for (String path : List.of(
                "/api/account/password",
                "/api/account/password/",
                "/api/account/%70assword",
                "/api/account/passwor%64/")) {
            for (String old : List.of(PASSWORD, "a wrong password")) {
                HttpResponse<String> answer = admin.send(admin.request(path)
                        .header("Authorization", "Bearer " + ADMIN_TOKEN)
                        .header("Idempotency-Key", "\"with-a-password\"")
                        .POST(BodyPublishers.ofString("{\"name\":\"ann\",\"password\":\"" + old
                                + "\",\"newPassword\":\"the next password\"}")));
                // Another spelling of the path is another path, at which there is nothing.
                boolean isSpelled = path.contains("%");
                assertThat(answer.statusCode()).as(path).isEqualTo(isSpelled ? 404 : 400);
                if (!isSpelled) {
                    assertThat(answer.body()).as(path).contains("send it without Idempotency-Key");
                }
            }
        }
        assertThat(server.backend().database().query("SELECT key_value FROM oncemore_record", row -> row.getString(1)))
                .noneMatch(key -> key.contains("with-a-password"));
        browser("ann", PASSWORD);
    }

    @Test
    void aSessionIdlesOut_unlessItIsUsed() throws Exception {
        account("ann", "viewer", PASSWORD);
        Visitor idle = browser("ann", PASSWORD);
        Visitor busy = browser("ann", PASSWORD);
        for (int i = 0; i < 3; i++) {
            now.set(now.get().plus(Duration.ofMinutes(40)));
            assertThat(busy.page("/").statusCode()).isEqualTo(200);
        }
        assertThat(idle.page("/").statusCode()).isEqualTo(302);
        for (int i = 0; i < 20; i++) {
            now.set(now.get().plus(Duration.ofMinutes(40)));
            busy.page("/");
        }
        assertThat(busy.page("/").statusCode()).as("used or not, for 12 hours").isEqualTo(302);
    }

    @Test
    void ourOwnQueueAndKindsAreNotForOthers() throws Exception {
        for (String body : List.of(
                "{\"kind\":\"mail\",\"payload\":1,\"queue\":\"oncemore\"}",
                "{\"kind\":\"oncemore.redrive\",\"payload\":1}",
                "{\"kind\":\"oncemore.webhook\",\"payload\":1,\"queue\":\"mail\"}")) {
            assertThat(admin.api("POST", "/api/tasks", ADMIN_TOKEN, body).statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
    }

    @Test
    void aReasonIsOnePlainLine() throws Exception {
        for (String escape : List.of("\\n", "\\u001b[2J", "\\u0000", "\\u009b", "\\u202e", "\\u2028")) {
            String why = "\"why\":\"because" + escape + "of\"";
            assertThat(admin.api("POST", "/api/queues/x/pause", ADMIN_TOKEN, "{" + why + "}")
                            .statusCode())
                    .as(escape)
                    .isEqualTo(400);
            assertThat(admin.api("POST", "/api/tasks", ADMIN_TOKEN, "{\"kind\":\"mail\",\"payload\":1," + why + "}")
                            .statusCode())
                    .as(escape)
                    .isEqualTo(400);
        }
    }

    private List<String> audited(String... actions) {
        String in = String.join("', '", actions);
        return server.backend()
                .database()
                .query(
                        "SELECT action, subject, why FROM oncemore_audit WHERE action IN ('" + in + "') ORDER BY id",
                        row -> row.getString(1) + ": " + row.getString(2) + " " + row.getString(3));
    }

    @Test
    void loginsLogoutsAndRefusalsAreInTheAuditTrail() throws Exception {
        account("ann", "viewer", PASSWORD);
        Visitor ann = browser("ann", PASSWORD);
        ann.post("/account/password", change(ann, "a wrong password"));
        assertThat(ann.post("/account/password", change(ann, PASSWORD)).statusCode())
                .isEqualTo(302);
        String csrf = ann.csrf();
        assertThat(ann.post("/logout", Map.of("_csrf", csrf)).statusCode()).isEqualTo(302);
        ann.post("/logout", Map.of("_csrf", csrf));
        assertThat(ann.page("/account").statusCode()).isEqualTo(302);
        Visitor stranger = new Visitor(server.address());
        for (int i = 0; i < 6; i++) {
            stranger.logIn("ann", "a wrong password");
        }
        stranger.logIn("no such name", "a wrong password");
        assertThat(audited(
                        "login",
                        "logout",
                        "own password changed",
                        "password change refused",
                        "login refused",
                        "login throttled"))
                .as("in any order, since the clock of the test stands still")
                .containsExactlyInAnyOrder(
                        "login: admin from 127.0.0.1",
                        "login: ann from 127.0.0.1",
                        "password change refused: ann from 127.0.0.1",
                        "own password changed: ann from 127.0.0.1",
                        "logout: ann from 127.0.0.1",
                        "login refused: ann from 127.0.0.1",
                        "login refused: ann from 127.0.0.1",
                        "login refused: ann from 127.0.0.1",
                        "login refused: ann from 127.0.0.1",
                        "login refused: ann from 127.0.0.1",
                        "login throttled: ann from 127.0.0.1",
                        "login refused: an unknown name from 127.0.0.1");
    }

    private static Map<String, String> change(Visitor who, String old) throws Exception {
        return Map.of("old", old, "password", "the next password", "again", "the next password", "_csrf", who.csrf());
    }

    /** Endless refusals must not fill the audit trail, and their number must be visible in it. */
    @Test
    void refusedLoginsAreBoundedInTheAuditTrail_andCounted() throws Exception {
        Visitor stranger = new Visitor(server.address());
        for (int i = 0; i < 45; i++) {
            assertThat(stranger.logIn("", "").statusCode()).isEqualTo(401);
        }
        assertThat(audited("login refused")).hasSize(10);
        server.authenticator().flush();
        assertThat(audited("login refused"))
                .hasSize(11)
                .contains("login refused: several names 35 more since the last line");
        server.authenticator().flush();
        assertThat(audited("login refused")).hasSize(11);
    }

    @Test
    void aLoginThatEndsTheOldestSessionSaysSo() throws Exception {
        account("ann", "viewer", PASSWORD);
        Visitor ann = new Visitor(server.address());
        for (int i = 0; i < 21; i++) {
            now.set(now.get().plusSeconds(1));
            assertThat(ann.logIn("ann", PASSWORD).statusCode()).isEqualTo(302);
        }
        assertThat(audited("login"))
                .filteredOn(line -> line.contains("ann"))
                .last()
                .asString()
                .isEqualTo("login: ann from 127.0.0.1; the oldest session ended");
    }
}
