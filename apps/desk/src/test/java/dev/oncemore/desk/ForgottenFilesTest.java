package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetContents;
import dev.oncemore.desk.sheet.TestWorkbooks;
import dev.oncemore.operations.Rejected;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file's time begins when its sheet is confirmed, and does not end while rows are under way; on each database. */
class ForgottenFilesTest {
    private static final int NOBODY = 9;

    @Test
    void sqlite(@TempDir Path folder) throws Exception {
        run("sqlite:" + folder.resolve("s.db"), Map.of());
    }

    @Test
    void postgres() throws Exception {
        onServer(PostgresServer.shared());
    }

    @Test
    void mariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        onServer(MariaDbServer.shared());
    }

    private static void onServer(DatabaseServer databases) throws Exception {
        try (FreshDatabase database = databases.freshDatabase()) {
            run(
                    database.url(),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()));
        }
    }

    private static void run(String store, Map<String, String> environment) throws Exception {
        try (OpenDesk open = OpenDesk.on(store, environment, NOBODY)) {
            Sheet leftAlone = open.take("A-1");
            Sheet underWay = open.send("A-2");
            Sheet done = open.send("A-3");
            Sheet late = open.take("A-4");
            Sheet book = open.take(
                    TestWorkbooks.poi(List.of(List.of("A-5", "2026-01-31", "Foods", "tea", 2, 150, 8))), "a.xlsx");
            long age = Duration.ofDays(3).toMillis();
            open.database()
                    .update(
                            "UPDATE oncemore_sheet SET created_at = created_at - ?, confirmed_at = confirmed_at - ?",
                            age,
                            age);
            open.acts().run(open.sheetService().confirm(late.id(), "anna"));
            open.database()
                    .update(
                            "UPDATE oncemore_sheet_row SET state = 'CREATED' WHERE sheet_id IN (?, ?)",
                            done.id(),
                            late.id());

            SheetContents contents = open.sendService().contents();
            Instant before = open.sendService().sheets().now().minus(Duration.ofDays(2));
            assertThat(contents.forget(before)).isEqualTo(3);
            assertThat(contents.file(leftAlone.id())).isEmpty();
            assertThat(contents.file(done.id())).isEmpty();
            assertThat(contents.file(underWay.id())).as("it is being sent").isNotEmpty();
            assertThat(contents.file(late.id())).as("it was confirmed just now").isNotEmpty();
            open.database().update("UPDATE oncemore_sheet_row SET state = 'ERROR' WHERE sheet_id = ?", underWay.id());
            assertThat(contents.forget(before)).isEqualTo(1);

            assertThatThrownBy(() -> open.sheetService().download(book.id(), false, "anna"))
                    .isInstanceOf(Rejected.class)
                    .hasMessageContaining("not kept any more");
            assertThat(TestWorkbooks.seen(
                            open.sheetService()
                                    .download(book.id(), true, "anna")
                                    .file(),
                            "invoice",
                            "A2"))
                    .as("a new workbook needs no file")
                    .isEqualTo("A-5");
        }
    }
}
