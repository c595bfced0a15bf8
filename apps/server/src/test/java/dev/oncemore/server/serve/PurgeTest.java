package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.By;
import dev.oncemore.jdbc.Database;
import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Payload;
import dev.oncemore.operations.purge.PurgeService;
import dev.oncemore.operations.purge.PurgeService.Result;
import dev.oncemore.operations.purge.Retention;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is over is removed in batches; what is alive, or waits for a person, stays. */
class PurgeTest {
    private static final int LINES = 1_203;

    @Test
    void sqlite(@TempDir Path folder) throws Exception {
        purge(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of());
    }

    @Test
    void postgres() throws Exception {
        purge(PostgresServer.shared());
    }

    @Test
    void mariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        purge(MariaDbServer.shared());
    }

    private static void purge(DatabaseServer databases) throws Exception {
        try (FreshDatabase database = databases.freshDatabase()) {
            purge(
                    StoreUrl.parse(database.url()),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()));
        }
    }

    private static void purge(StoreUrl store, Map<String, String> environment) throws Exception {
        Retention retention = new Retention(days(2), days(3), days(4), days(5));
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, store, DeskClient.TOKEN, false);
        try (Server server = Server.start(settings.retention(retention), environment)) {
            Visitor visitor = new Visitor(server.address());
            assertThat(visitor.api("GET", "/api/retention", DeskClient.TOKEN, "")
                            .body())
                    .contains("\"part\":\"tasks\"")
                    .contains("\"removedInAll\":0");
            Database database = server.backend().database();
            Tasks tasks = Tasks.on(server.backend().tasks())
                    .handle("mail", String.class, (text, task) -> switch (text) {
                        case "dead", "discarded" -> Verdict.dead(text);
                        default -> Verdict.done();
                    });
            List<String> ids = new ArrayList<>();
            for (String text : List.of("old", "fresh", "dead", "discarded")) {
                ids.add(tasks.enqueue("mail", text).id());
            }
            tasks.manualWorker().runAll();
            tasks.deadLetters().discard(List.of(ids.get(3)), By.person("ann", "a test"));
            database.update(
                    "UPDATE oncemore_task_log SET ended_at = ended_at - ? WHERE task_id = ?",
                    micros(days(2)),
                    ids.get(0));
            database.update(
                    "UPDATE oncemore_dead SET discarded_at = discarded_at - ? WHERE id = ?",
                    micros(days(3)),
                    ids.get(3));
            database.update("UPDATE oncemore_dead SET died_at = died_at - ?", micros(days(1_000)));
            Operation<String> pay = Once.on(server.backend().records())
                    .operation("pay", String.class)
                    .build();
            for (String key : List.of("old", "fresh")) {
                assertThat(pay.key("acme", key)
                                .run(Payload.none(), claim -> "done")
                                .require())
                        .isEqualTo("done");
            }
            database.update(
                    "UPDATE oncemore_record SET expires_at = expires_at - ? WHERE key_value = ?",
                    micros(days(400)),
                    "old");
            Instant now = server.backend().tasks().now();
            for (int i = 0; i < LINES; i++) {
                line(database, i, now.minus(days(5)).minusSeconds(60));
                rowLine(database, i, now.minus(days(4)).minusSeconds(60));
            }
            line(database, LINES, now.minus(days(5)).plusSeconds(600));
            rowLine(database, LINES, now.minus(days(4)).plusSeconds(600));
            session(database, "old", now, now.minusSeconds(60));
            session(database, "idle", now.minus(days(1)), now.plusSeconds(600));
            session(database, "fresh", now, now.plusSeconds(600));
            sample(database, now.minus(Duration.ofHours(26)));
            sample(database, now.minus(Duration.ofHours(24)));

            assertThat(visitor.api("POST", "/api/schedules/purge/run", DeskClient.TOKEN, "{\"why\":\"a test\"}")
                            .statusCode())
                    .isEqualTo(202);
            Map<String, Result> results = Settled.until(
                    () -> server.upkeep().purge().results().stream()
                            .collect(Collectors.toMap(Result::part, Function.identity())),
                    all -> all.values().stream().allMatch(Result::isComplete));
            assertThat(results.get("audit").removed()).isEqualTo(LINES);
            assertThat(results.get("row log").removed()).isEqualTo(LINES);
            assertThat(results.get("tasks").removed()).isEqualTo(2);
            assertThat(results.get("records").removed()).isEqualTo(1);
            assertThat(results.get("sessions and tokens").removed()).isEqualTo(2);
            assertThat(results.get("statistics").removed()).isGreaterThanOrEqualTo(1);
            assertThat(tasks.store().find(ids))
                    .extracting(
                            status -> status.map(found -> found.state().name()).orElse("gone"))
                    .containsExactly("gone", "DONE", "DEAD", "gone");
            assertThat(database.query("SELECT id FROM oncemore_audit WHERE id LIKE 'line-%'", row -> row.getString(1)))
                    .containsExactly("line-" + LINES);
            assertThat(database.query("SELECT id FROM oncemore_row_log", row -> row.getString(1)))
                    .containsExactly("line-" + LINES);
            assertThat(database.query("SELECT id_hash FROM oncemore_session", row -> row.getString(1)))
                    .containsExactly("fresh");
            assertThat(database.query(
                            "SELECT key_value FROM oncemore_record WHERE scope LIKE '%pay'", row -> row.getString(1)))
                    .containsExactly("fresh");
            String page = visitor.send(visitor.request("/retention")
                            .header("Authorization", "Bearer " + DeskClient.TOKEN)
                            .header("Accept", "text/html"))
                    .body();
            assertThat(page).contains("Last purged", "1,203", "✓ done", "2 days after their end");
        }
    }

    private static Duration days(int days) {
        return Duration.ofDays(days);
    }

    private static long micros(Duration span) {
        return span.toMillis() * 1_000;
    }

    private static void line(Database database, int number, Instant at) {
        database.update(
                "INSERT INTO oncemore_audit (id, at, who, action, subject, why) VALUES (?, ?, 'ann', 'act', 'x', '')",
                "line-" + number,
                at.toEpochMilli());
    }

    private static void rowLine(Database database, int number, Instant at) {
        database.update(
                "INSERT INTO oncemore_row_log (id, sheet_id, row_no, at, event, who, doc_type, doc_key, revision, attempt,"
                        + " http_status, document_id, words) VALUES (?, 's', 1, ?, 'created', 'ann', 'invoice', '', 0, 0, 0,"
                        + " '', '')",
                "line-" + number,
                at.toEpochMilli());
    }

    private static void session(Database database, String name, Instant seen, Instant end) {
        database.update(
                "INSERT INTO oncemore_session (id_hash, account_id, generation, seen_at, expires_at)"
                        + " VALUES (?, 'ann', 1, ?, ?)",
                name,
                seen.toEpochMilli(),
                end.toEpochMilli());
    }

    private static void sample(Database database, Instant at) {
        database.update(
                "INSERT INTO oncemore_sample (minute, source, name, calls, first_try, rescued, failed, attempts, refused,"
                        + " duplicates, added_ms, latencies) VALUES (?, 'x', 'x', 1, 1, 0, 0, 1, 0, 0, 0, '')",
                at.getEpochSecond());
    }

    @Test
    void aPartThatFailsKeepsNoOtherFromBeingPurged_andIsToldInTheEnd(@TempDir Path folder) {
        try (Backend backend = Backend.open(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of())) {
            int[] left = {700};
            PurgeService purge = new PurgeService(backend, Retention.standard(), Time.system())
                    .add("damaged", "a day", (rows, now) -> {
                        throw new IllegalStateException("a damaged row");
                    })
                    .add("later", "a day", (rows, now) -> {
                        int removed = Math.min(rows, left[0]);
                        left[0] -= removed;
                        return removed;
                    });
            assertThatThrownBy(() -> purge.run(() -> true)).hasMessage("a damaged row");
            Map<String, Result> results =
                    purge.results().stream().collect(Collectors.toMap(Result::part, Function.identity()));
            assertThat(results.get("later").removed()).isEqualTo(700);
            assertThat(results.get("later").isComplete()).isTrue();
            assertThat(results.get("damaged").at()).as("it was not purged").isNull();
        }
    }
}
