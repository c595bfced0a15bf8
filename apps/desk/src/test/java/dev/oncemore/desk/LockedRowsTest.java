package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Senders of documents whose rows are in an open transaction, on databases where transactions run side by side. */
class LockedRowsTest {
    private final AtomicInteger created = new AtomicInteger();
    private Javalin other;

    static Stream<DatabaseServer> servers() {
        return MariaDbServer.runsHere()
                ? Stream.of(PostgresServer.shared(), MariaDbServer.shared())
                : Stream.of(PostgresServer.shared());
    }

    @BeforeEach
    void start() {
        other = Javalin.create(config -> {
                    // Read whole, or the server may close the connection on which the next request is sent.
                    config.routes.before(Context::body);
                    config.routes.post(
                            "/invoices",
                            context -> context.status(201).result("{\"id\":" + created.incrementAndGet() + "}"));
                    config.routes.get("/invoices", context -> context.result("{\"invoices\":[]}"));
                })
                .start("127.0.0.1", 0);
    }

    @AfterEach
    void stop() {
        other.stop();
    }

    private OpenDesk open(FreshDatabase database, Meeting meeting) {
        return OpenDesk.on(
                database.url(),
                Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()),
                other.port(),
                "",
                source -> TappedConnections.of(source, meeting::statement));
    }

    private static SheetRow row(OpenDesk desk, Sheet sheet) {
        return desk.sheetService().row(sheet.id(), 2);
    }

    /** A large withdrawal takes minutes; with a connection for each sender, the pool would be empty for as long. */
    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void aSenderDoesNotWaitForThem_andSpendsNoAttempt(DatabaseServer server) throws Exception {
        try (FreshDatabase database = server.freshDatabase();
                OpenDesk desk = open(database, new Meeting());
                Connection act = database.dataSource().getConnection()) {
            Sheet sheet = desk.send("A-1");
            act.setAutoCommit(false);
            act.createStatement().executeUpdate("UPDATE oncemore_sheet_row SET message = 'being withdrawn'");

            for (int i = 0; i < 3; i++) {
                assertThat(CompletableFuture.supplyAsync(desk::runNext).get(60, TimeUnit.SECONDS))
                        .isTrue();
            }
            assertThat(created).hasValue(0);
            assertThat(desk.database().query("SELECT words FROM oncemore_task_log", log -> log.getString(1)))
                    .allSatisfy(words -> assertThat(words).contains("its rows are being changed"))
                    .hasSize(3);

            act.rollback();
            assertThat(row(desk, sheet).attempts()).isZero();
            desk.runNext();
            assertThat(created).hasValue(1);
            assertThat(row(desk, sheet).state()).isEqualTo(RowState.CREATED);
            assertThat(row(desk, sheet).attempts()).isEqualTo(1);
        }
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void aCancelledTaskDoesNotSay_nothingWasCreated_whileItIsCreated(DatabaseServer server) throws Exception {
        Meeting meeting = new Meeting();
        try (FreshDatabase database = server.freshDatabase();
                OpenDesk desk = open(database, meeting)) {
            Sheet sheet = desk.send("A-1");
            List<Object> ends = meeting.of(
                    "UPDATE oncemore_sheet_row SET state",
                    () -> desk.acts().run(here -> {
                        String task = here.sql()
                                .first("SELECT task_id FROM oncemore_row_task", found -> found.getString(1))
                                .orElseThrow();
                        desk.sendService().taskCancelled(here, task, "carol");
                        return true;
                    }),
                    "'the sender is back'",
                    () -> {
                        boolean hasRun = desk.runNext();
                        desk.database().query("SELECT 'the sender is back'", any -> true);
                        return hasRun;
                    });
            assertThat(ends).containsExactly(true, true);
            assertThat(created).hasValue(0);
            assertThat(row(desk, sheet).state()).isEqualTo(RowState.ERROR);
            assertThat(row(desk, sheet).message())
                    .isEqualTo("its task was cancelled by carol before it was sent; nothing was created");
        }
    }

    @ParameterizedTest(autoCloseArguments = false) // they are shared
    @MethodSource("servers")
    void whoResumesWhileAnotherSendsAgain_makesNoSecondTask(DatabaseServer server) throws Exception {
        Meeting meeting = new Meeting();
        try (FreshDatabase database = server.freshDatabase();
                OpenDesk desk = open(database, meeting)) {
            Sheet sheet = desk.send("A-1");
            desk.acts().run(desk.sendService().pause(sheet, "anna"));
            List<Object> ends = meeting.of(
                    "UPDATE oncemore_sheet_row SET revision",
                    () -> desk.acts().run(desk.sendService().resume(sheet, "anna")),
                    "'sent again'",
                    () -> {
                        desk.acts().run(desk.sendService().resend(sheet, any -> true, "ben"));
                        return desk.database().query("SELECT 'sent again'", any -> true);
                    });
            assertThat(ends.get(0)).isEqualTo(true);
            assertThat(desk.database()
                            .query("SELECT revision FROM oncemore_row_task ORDER BY revision", task -> task.getInt(1)))
                    .as("one task for each revision")
                    .containsExactly(0, 1);
            assertThat(row(desk, sheet).revision()).isEqualTo(1);
        }
    }
}
