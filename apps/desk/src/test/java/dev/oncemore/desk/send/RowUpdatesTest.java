package dev.oncemore.desk.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.sheet.RowTransition;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.retry.Deadline;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.time.WallClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowUpdatesTest {
    @Test
    void aResultIsWritten_howeverLateItsCallerIs() {
        try (FreshDatabase fresh = PostgresServer.shared().freshDatabase();
                Backend backend = Backend.open(
                        StoreUrl.parse(fresh.url()),
                        Map.of("ONCEMORE_STORE_USER", fresh.user(), "ONCEMORE_STORE_PASSWORD", fresh.password()),
                        SendService.SCHEMA)) {
            Database database = backend.database();
            database.update(
                    "INSERT INTO oncemore_sheet_row (sheet_id, row_no, document, cells, state, message, document_id, revision)"
                            + " VALUES ('x', 1, 'N-1', '{}', 'SENDING', '', '', 0)");
            RowUpdates updates = new RowUpdates(database, WallClock.system());
            RowUpdate created =
                    new RowUpdate(new SendRequest("x", "N-1", 0, "anna"), RowTransition.CREATED, 1, "", "7", List.of());

            assertThat(Deadline.<Boolean, RuntimeException>within(Duration.ZERO, () -> updates.put(created)))
                    .isTrue();
            assertThat(database.first("SELECT state FROM oncemore_sheet_row", row -> row.getString(1)))
                    .contains("CREATED");
        }
    }
}
