package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are let go of when their time is over; what became of their rows stays. */
class FilesKeptTest {
    @Test
    void onlyOldFilesAreForgotten(@TempDir Path folder) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.start(
                        new ServerSettings(
                                        "127.0.0.1",
                                        0,
                                        StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                        DeskClient.TOKEN,
                                        false)
                                .desk(DeskSettings.at(sandbox.address()).filesKept(Duration.ofDays(2))),
                        Map.of())) {
            DeskClient desk = new DeskClient(server.address());
            Visitor visitor = new Visitor(server.address());
            Database database = server.backend().database();
            String old = desk.send(DeskClient.sheetOf("A-", 1));
            String fresh = desk.send(DeskClient.sheetOf("B-", 1));
            desk.settled(old);
            desk.settled(fresh);
            database.update(
                    "UPDATE oncemore_sheet SET created_at = created_at - ?, confirmed_at = confirmed_at - ? WHERE id = ?",
                    Duration.ofDays(3).toMillis(),
                    Duration.ofDays(3).toMillis(),
                    old.substring(old.lastIndexOf('/') + 1));
            desk.api("POST", "/api/schedules/desk-files/run", "{\"why\":\"a test\"}", 202);
            Settled.until(
                    () -> desk.get(old),
                    sheet -> database.query("SELECT sheet_id FROM oncemore_sheet_part", row -> row.getString(1))
                                    .size()
                            == 1);
            assertThat(desk.api("GET", old + "/download", "", 404).toString()).contains("not kept any more");
            assertThat(visitor.file(fresh + "/download", DeskClient.TOKEN).statusCode())
                    .isEqualTo(200);
            assertThat(desk.row(old, 2).path("state").asString()).isEqualTo("Created");
        }
    }
}
