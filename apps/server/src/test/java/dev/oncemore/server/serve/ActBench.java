package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.operations.alert.AlertSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.testkit.server.CuttingDataSource;
import dev.oncemore.testkit.server.KilledProcessError;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Two servers on one store: the victim dies at a statement of its act, and the survivor sees what is left and gets the same
 * request again. Neither does anything by itself, so the statements are those of the act.
 */
final class ActBench implements AutoCloseable {
    /** Where schedules and sagas are declared, for all rounds. */
    private static final String DECLARATIONS = "note";

    private static final List<String> TABLES = List.of(
            "task",
            "dead",
            "task_log",
            "task_key",
            "task_pause",
            "record",
            "sheet",
            "sheet_row",
            "sheet_sending",
            "sheet_content",
            "sheet_part",
            "sheet_heading",
            "sheet_archive",
            "callback",
            "row_task",
            "row_log",
            "billing_plan",
            "account",
            "session",
            "browser",
            "token",
            "alert",
            DECLARATIONS);
    /** One for each server: each has connections, of which one client may have 400. */
    private static final Map<URI, Visitor> PROGRAMS = new ConcurrentHashMap<>();

    private static final String LOOKS = "com.zaxxer.hikari.aliveBypassWindowMs";
    private static final String OWN_KEY = "killed-";
    /** More than any act has. */
    private static final int STATEMENTS_MAX = 200;

    private final CuttingDataSource cutting;
    private final Server victim;
    private final Server survivor;
    /** Held, since loggers are forgotten otherwise: they would tell of each death. */
    private final List<Logger> loggers =
            List.of(Logger.getLogger("io.javalin.util.JavalinLogger"), Logger.getLogger("com.zaxxer.hikari"));

    private int keys;
    private int kills;

    private ActBench(CuttingDataSource cutting, Server victim, Server survivor) {
        this.cutting = cutting;
        this.victim = victim;
        this.survivor = survivor;
        loggers.forEach(logger -> logger.setLevel(Level.OFF));
    }

    static ActBench on(StoreUrl store, Map<String, String> environment) {
        URI nowhere = URI.create("http://127.0.0.1:9");
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, store, DeskClient.TOKEN, false)
                .desk(DeskSettings.at(nowhere))
                .alerts(new AlertSettings(
                        null, null, AlertSettings.PAGERDUTY, nowhere, List.of(), Duration.ofHours(1)));
        AtomicReference<CuttingDataSource> cutting = new AtomicReference<>();
        Server victim;
        // A pool keeps the connections of the dead unless it looks at them each time.
        System.setProperty(LOOKS, "0");
        try {
            victim = Server.startQuiet(settings, environment, connections -> {
                cutting.set(CuttingDataSource.of(connections));
                return cutting.get();
            });
        } finally {
            System.clearProperty(LOOKS);
        }
        Server survivor = Server.startQuiet(settings, environment, connections -> connections);
        return new ActBench(cutting.get(), victim, survivor);
    }

    /** Everything that the API and the pages offer. */
    Server server() {
        return survivor;
    }

    /** A request of the API that must succeed; an empty key is none. */
    static String api(Server server, String method, String path, String body, String key) throws Exception {
        Visitor visitor = PROGRAMS.computeIfAbsent(server.address(), Visitor::new);
        HttpRequest.Builder request = visitor.request(path)
                .header("Authorization", "Bearer " + DeskClient.TOKEN)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        HttpResponse<String> answer = visitor.send(request);
        if (answer.statusCode() >= 300) {
            throw new IOException(
                    method + " " + path + " was answered with " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    /** Kills between any two statements of an act, and returns how often. */
    int killEverywhere(ActKinds.Kind kind) throws Exception {
        int before = kills;
        int next = 1;
        while (next < STATEMENTS_MAX && isKilled(kind, "before statement " + next, next, cutting::killBefore)) {
            next++;
        }
        assertThat(next).as(kind.route() + " has statements, and an end").isBetween(3, STATEMENTS_MAX - 1);
        int last = next - 1;
        // A look at the queues for their meters may have been among them.
        while (last > 1 && !isKilled(kind, "after statement " + last, last, cutting::killAfter)) {
            last--;
        }
        assertThat(last).as(kind.route() + " has a last statement").isGreaterThan(1);
        // SQLite commits by a statement.
        isKilled(kind, "before the commit", 1, nth -> cutting.killBeforeCommit());
        isKilled(kind, "after the commit", 1, nth -> cutting.killAfterCommit());
        return kills - before;
    }

    @FunctionalInterface
    private interface Plan {
        void kill(long nth);
    }

    private boolean isKilled(ActKinds.Kind kind, String when, int nth, Plan plan) throws Exception {
        String what = kind.route() + ", killed " + when;
        clean();
        ActKinds.Deed deed = kind.situation().prepare(survivor);
        List<String> before = state();
        int linesBefore = lines();
        String key = OWN_KEY + ++keys;
        plan.kill(nth);
        boolean isAnswered = isAnswered(deed, key);
        boolean isKilled = cutting.hasCut();
        cutting.cancelCut();
        cutting.revive();
        List<String> after = state();
        boolean isDone = !after.equals(before);
        assertThat(lines() - linesBefore)
                .as(what + ": " + (isDone ? "done" : "not done") + ", audit lines")
                .isEqualTo(isDone ? kind.lines() : 0);
        assertThat(isDone || !isAnswered)
                .as(what + ": what was answered is done")
                .isTrue();
        assertThat(isKilled || isAnswered).as(what + ": it goes through").isTrue();
        if (kind.isKeyed()) {
            assertThat(outcome(key)).as(what + ": the outcome of its key").isEqualTo(isDone ? "SUCCEEDED" : "");
        }
        if (kind.isKeyed() || !isDone) {
            String answer = deed.on(survivor, key);
            List<String> once = state();
            assertThat(lines() - linesBefore)
                    .as(what + ", and sent again: audit lines")
                    .isEqualTo(kind.lines());
            assertThat(once.equals(after))
                    .as(what + ", and sent again: unchanged")
                    .isEqualTo(isDone);
            if (kind.isKeyed()) {
                assertThat(deed.on(survivor, key))
                        .as(what + ", and sent a third time")
                        .isEqualTo(answer);
                assertThat(state()).as(what + ", and sent a third time").isEqualTo(once);
                assertThat(lines() - linesBefore).isEqualTo(kind.lines());
            }
        }
        kills += isKilled ? 1 : 0;
        return isKilled;
    }

    private boolean isAnswered(ActKinds.Deed deed, String key) {
        try {
            deed.on(victim, key);
            return true;
        } catch (KilledProcessError | AssertionError | Exception e) {
            return false;
        }
    }

    private Database database() {
        return survivor.backend().database();
    }

    private void clean() {
        database().transact(connection -> {
            SqlOperations here = database().within(connection);
            TABLES.stream()
                    .filter(table -> !table.equals(DECLARATIONS))
                    .forEach(table -> here.update("DELETE FROM oncemore_" + table));
            return true;
        });
    }

    /** Without attempts to use a password that has been changed. */
    private int lines() {
        return database()
                .first("SELECT COUNT(*) FROM oncemore_audit WHERE action <> 'login refused'", row -> row.getInt(1))
                .orElseThrow();
    }

    /** All that acts change, without the records of the keys under which they are done. */
    private List<String> state() {
        List<String> all = new ArrayList<>();
        for (String table : TABLES) {
            database().query("SELECT * FROM oncemore_" + table, ActBench::row).stream()
                    .filter(row -> !row.contains(OWN_KEY))
                    .map(row -> table + ": " + row)
                    .sorted()
                    .forEach(all::add);
        }
        return all;
    }

    private static String row(ResultSet row) throws SQLException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String value =
                    row.getObject(i) instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : row.getString(i);
            text.append(value).append('|');
        }
        return text.toString();
    }

    /** The state of the record of a key; empty when there is none. */
    private String outcome(String key) {
        Optional<String> found = database()
                .query("SELECT key_value, state FROM oncemore_record", row -> row.getString(1) + " " + row.getString(2))
                .stream()
                .filter(row -> row.startsWith(key + " "))
                .findFirst();
        return found.map(row -> row.substring(key.length() + 1)).orElse("");
    }

    @Override
    public void close() {
        survivor.close();
        victim.close();
        loggers.forEach(logger -> logger.setLevel(null));
    }
}
