package dev.oncemore.jdbc.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.LogEntry.Event;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker process is killed while its handlers run, and its tasks run elsewhere although their leases last for hours: its
 * silence is enough. That this takes five seconds with default settings is shown in virtual time, in the testkit.
 */
class RecoveryKillTest {
    private static final int ALONE = 8;
    private static final int IN_LANE = 3;

    @TempDir
    private Path temporary;

    @Test
    void anotherNodeTakesOver_onPostgres() throws Exception {
        recover(PostgresServer.shared().freshDatabase(), "other");
    }

    @Test
    void anotherNodeTakesOver_onMariaDb() throws Exception {
        recover(MariaDbServer.shared().freshDatabase(), "other");
    }

    @Test
    void anotherNodeTakesOver_onSqlite() throws Exception {
        recover(Sqlite.freshDatabase(), "other");
    }

    @Test
    void theNodeItselfTakesOver_afterItsRestart() throws Exception {
        recover(PostgresServer.shared().freshDatabase(), "doomed");
    }

    private void recover(FreshDatabase fresh, String name) throws Exception {
        try (FreshDatabase database = fresh) {
            recoverIn(database, name);
        }
    }

    private void recoverIn(FreshDatabase database, String name) throws Exception {
        DataSource pool = database.pooled(20);
        JdbcStores stores = JdbcStores.of(pool);
        stores.schema().apply();
        TaskStore store = stores.tasks();
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        Tasks tasks = Tasks.on(store, TaskSettings.standard().owner(name).lease(HangingWorker.LEASE))
                .handle("hang", String.class, (text, task) -> {
                    ran.add(text + " " + task.fence());
                    return Verdict.done();
                });
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < ALONE; i++) {
            ids.add(tasks.enqueue("hang", "alone " + i).id());
        }
        for (int i = 0; i < IN_LANE; i++) {
            ids.add(tasks.enqueue("hang", "lane " + i, TaskOptions.standard().lane("lane"))
                    .id());
        }
        Child.start(temporary, HangingWorker.class, database.url(), database.user(), database.password(), "doomed")
                .killAfter(HangingWorker.RUNNING, ALONE + 1);

        try (Workers workers = tasks.start()) {
            Together.await("all ran again", () -> ran.size() == ids.size());
            Together.await("all ends are recorded", () -> workers.held() == 0);
            for (String id : ids) {
                assertThat(store.log(id, 0, 10))
                        .extracting(LogEntry::event)
                        .containsExactly(Event.ABANDONED, Event.DONE);
            }
            assertThat(ran).allMatch(each -> each.endsWith(" 2"));
            assertThat(ran)
                    .filteredOn(each -> each.startsWith("lane"))
                    .containsExactly("lane 0 2", "lane 1 2", "lane 2 2");
        }
    }
}
