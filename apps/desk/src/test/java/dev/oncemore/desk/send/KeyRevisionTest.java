package dev.oncemore.desk.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.time.WallClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only what was refused gets another key: after anything else the other side must be able to tell that it has it. */
class KeyRevisionTest {
    @TempDir
    private Path folder;

    private Backend open() {
        return Backend.open(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of(), SendService.SCHEMA);
    }

    private static void add(Database database, int row, RowState state) {
        database.update(
                "INSERT INTO oncemore_sheet_row (sheet_id, row_no, document, cells, state, message, document_id, revision)"
                        + " VALUES ('x', ?, ?, '{}', ?, '', '', 0)",
                row,
                "N-" + row,
                state.name());
    }

    @Test
    void whatWasUnknownOrPausedKeepsItsKey() throws Exception {
        try (Backend backend = open()) {
            Database database = backend.database();
            add(database, 1, RowState.ERROR);
            add(database, 2, RowState.UNKNOWN);
            add(database, 3, RowState.PENDING);
            Sheets sheets = new Sheets(backend, WallClock.system());
            database.transact(connection -> {
                assertThat(sheets.rows().again(connection, "x", "N-1", 1)).isTrue();
                assertThat(sheets.rows().again(connection, "x", "N-2", 1)).isTrue();
                SendStore.handOver(connection, new SendRequest("x", "N-3", 1, "anna"));
                return true;
            });
            List<SheetRow> rows = sheets.rows().all("x");
            assertThat(rows).extracting(SheetRow::revision).containsExactly(1, 1, 1);
            assertThat(rows).extracting(SheetRow::state).containsOnly(RowState.PENDING);
            assertThat(rows).extracting(SheetRow::keyRevision).containsExactly(1, 0, 0);
        }
    }
}
