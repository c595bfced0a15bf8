package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.config.YamlFile;
import dev.oncemore.connector.ConnectorFile;
import dev.oncemore.connector.ConnectorSpec;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.Upload;
import dev.oncemore.jdbc.Database;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.Once;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody chooses where a sheet goes while somebody else confirms it: it goes where it says that it goes. */
class ChooseOrConfirmTest {
    private static final int ROUNDS = 30;

    private static ConnectorSpec connector(String name) {
        return ConnectorFile.read(YamlFile.parse(name + ".yml", """
                connector: %s
                address: http://127.0.0.1:9
                auth: none
                documents:
                  invoice:
                    create:
                      path: /invoices
                      body: {number: '${number}'}
                      id: id
                """.formatted(name)), Map.of());
    }

    @Test
    void aSheetIsNeverSentElsewhereThanItSays(@TempDir Path folder) {
        try (Backend backend =
                Backend.open(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of(), SendService.SCHEMA)) {
            Database database = backend.database();
            Ids ids = Ids.timeOrdered(WallClock.system(), Chance.system());
            AuditTrail audit = new AuditTrail(database, ids, WallClock.system());
            // Without workers: what is sent stays in its queue.
            TransactionalTasks<Connection> tasks = Tasks.on(backend.tasks());
            Acts acts = new Acts(database, tasks, Once.on(backend.records()), audit);
            SendService sendService = new SendService(
                    backend,
                    tasks,
                    ids,
                    Time.system(),
                    WallClock.system(),
                    new Telemetry() {},
                    new DeskSettings(List.of(connector("usual"), connector("other")), Map.of("comp1", "7")),
                    Map.of());
            SheetService sheetService = new SheetService(acts, ids, sendService);
            for (int round = 0; round < ROUNDS; round++) {
                Sheet sheet = sheetService.imports().take(upload(round), "anna", true);
                List<Boolean> done = Together.run(
                        2,
                        number ->
                                number == 0 ? confirmed(acts, sheetService, sheet) : chosen(acts, sendService, sheet));
                assertThat(done.get(0)).as("it is confirmed in any case").isTrue();
                String queue = database.first(
                                "SELECT queue FROM oncemore_task JOIN oncemore_row_task ON task_id = id WHERE sheet_id = ?",
                                row -> row.getString(1),
                                sheet.id())
                        .orElseThrow();
                assertThat(queue)
                        .isEqualTo("desk-"
                                + sendService.queries().sending(sheet.id()).connector());
                assertThat(queue).isEqualTo(done.get(1) ? "desk-other" : "desk-usual");
            }
        }
    }

    private static Upload upload(int round) {
        return new Upload(
                (String.join(",", Column.words()) + "\nR-" + round + ",2026-01-31,p,d,1,1,1\n")
                        .getBytes(StandardCharsets.UTF_8),
                "r.csv",
                "comp1",
                DocumentType.INVOICE,
                ReadOptions.NONE);
    }

    private static Callable<Boolean> confirmed(Acts acts, SheetService sheetService, Sheet sheet) {
        return () -> {
            return acts.run(sheetService.confirm(sheet.id(), "anna"));
        };
    }

    private static Callable<Boolean> chosen(Acts acts, SendService sendService, Sheet sheet) {
        return () -> {
            try {
                return acts.run(sendService.choose(sheet, "other"));
            } catch (Rejected tooLate) {
                assertThat(tooLate.code()).isEqualTo(Rejected.Code.CONFLICT);
                return false;
            }
        };
    }
}
