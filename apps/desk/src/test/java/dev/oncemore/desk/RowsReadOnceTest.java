package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import io.javalin.Javalin;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of a document that is sent are read by one statement, on each database. */
class RowsReadOnceTest {
    @Test
    void sqlite(@TempDir Path folder) {
        run("sqlite:" + folder.resolve("s.db"), Map.of());
    }

    @Test
    void postgres() {
        onServer(PostgresServer.shared());
    }

    @Test
    void mariaDb() {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        onServer(MariaDbServer.shared());
    }

    private static void onServer(DatabaseServer server) {
        try (FreshDatabase database = server.freshDatabase()) {
            run(
                    database.url(),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()));
        }
    }

    private static void run(String store, Map<String, String> environment) {
        List<String> statements = new CopyOnWriteArrayList<>();
        Javalin other = Javalin.create(config -> config.routes.post("/invoices", context -> {
                    boolean isRefused = context.body().contains("?");
                    context.status(isRefused ? 400 : 201).result("{\"id\":7}");
                }))
                .start("127.0.0.1", 0);
        try (OpenDesk open = OpenDesk.on(
                store, environment, other.port(), "", source -> TappedConnections.of(source, statements::add))) {
            Sheet refused = open.send("A-1", "Foods?");
            Sheet sheet = open.send("A-2", "Foods");
            statements.clear();
            assertThat(open.tasks().manualWorker().runAll()).isEqualTo(2);
            assertThat(statements.stream()
                            .filter(sql -> sql.contains("oncemore_sheet_row") && sql.startsWith("SELECT")))
                    .hasSize(2);
            assertThat(statements.stream()
                            .filter(sql -> sql.contains("oncemore_document_refusal") && sql.startsWith("SELECT")))
                    .as("how often it was refused is read with them")
                    .hasSize(2);
            assertThat(open.sheetService().row(sheet.id(), 2).state()).isEqualTo(RowState.CREATED);
            assertThat(open.sheetService().row(refused.id(), 2).state()).isEqualTo(RowState.ERROR);
            assertThat(open.database().query("SELECT refusals FROM oncemore_document_refusal", row -> row.getInt(1)))
                    .containsExactly(1);
        } finally {
            other.stop();
        }
    }
}
