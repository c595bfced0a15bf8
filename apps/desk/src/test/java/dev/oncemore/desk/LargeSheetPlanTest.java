package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.SendService;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked for each page or document is answered out of an index: once, sending a document read its whole sheet. */
class LargeSheetPlanTest {
    private static String plan(Backend backend, String query) {
        return String.join(
                "; ", backend.database().query("EXPLAIN QUERY PLAN " + query, row -> row.getString("detail")));
    }

    @Test
    void rowsAreFoundByDocumentByStateAndByPlace(@TempDir Path folder) {
        try (Backend backend =
                Backend.open(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of(), SendService.SCHEMA)) {
            String rows = "SELECT cells FROM oncemore_sheet_row WHERE sheet_id = 'x' AND ";
            assertThat(plan(backend, rows + "document = 'y' AND revision = 0 ORDER BY row_no"))
                    .contains("(sheet_id=? AND document=?)")
                    .doesNotContain("TEMP B-TREE");
            assertThat(plan(backend, rows + "state = 'ERROR' AND row_no > 5 ORDER BY row_no LIMIT 100"))
                    .contains("(sheet_id=? AND state=? AND row_no>?)")
                    .doesNotContain("TEMP B-TREE");
            assertThat(plan(backend, rows + "row_no < 5 ORDER BY row_no DESC LIMIT 1"))
                    .contains("(sheet_id=? AND row_no<?)");
            assertThat(plan(
                            backend,
                            "SELECT state, COUNT(*) FROM oncemore_sheet_row WHERE sheet_id = 'x' GROUP BY state"))
                    .contains("COVERING INDEX")
                    .doesNotContain("TEMP B-TREE");
        }
    }
}
