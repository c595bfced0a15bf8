package dev.oncemore.jdbc.kill;

import dev.oncemore.task.Workers;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While tasks are worked on, the server or the worker is killed. None is lost, and none is done twice. */
class TaskKillTest {
    private static final int BEFORE_THE_KILL = Deeds.COUNT / 4;

    @TempDir
    private Path temporary;

    @Test
    void postgresIsKilledInTheMiddle() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            killServer(server);
        }
    }

    @Test
    void mariaDbIsKilledInTheMiddle() throws Exception {
        try (MariaDbServer server = MariaDbServer.start()) {
            killServer(server);
        }
    }

    /** There is no server: what can die in the middle of a transaction is the process that has the file open. */
    @Test
    void theProcessThatHasSqliteOpenIsKilledInTheMiddle() throws Exception {
        killWorker(Sqlite.freshDatabase());
    }

    @Test
    void aWorkerIsKilledInTheMiddle_onPostgres() throws Exception {
        killWorker(PostgresServer.shared().freshDatabase());
    }

    @Test
    void aWorkerIsKilledInTheMiddle_onMariaDb() throws Exception {
        killWorker(MariaDbServer.shared().freshDatabase());
    }

    @SuppressWarnings("try") // workers work; nobody has to speak to them
    private static void killServer(DatabaseServer server) throws Exception {
        try (FreshDatabase fresh = server.freshDatabase()) {
            Deeds.createTables(fresh.dataSource());
            AtomicInteger done = new AtomicInteger();
            Deeds deeds = new Deeds(fresh.pooled(20), done::incrementAndGet);
            List<String> ids = deeds.enqueueAll();
            try (Workers workers = deeds.start()) {
                Together.await("some are done", () -> done.get() >= BEFORE_THE_KILL);
                server.kill();
                server.restart();
                deeds.requireEachDoneOnce(ids);
            }
        }
    }

    @SuppressWarnings("try")
    private void killWorker(FreshDatabase fresh) throws Exception {
        try (fresh) {
            Deeds.createTables(fresh.dataSource());
            Deeds deeds = new Deeds(fresh.pooled(20), () -> {});
            List<String> ids = deeds.enqueueAll();
            Child.start(temporary, DoomedWorker.class, fresh.url(), fresh.user(), fresh.password())
                    .killAfter(DoomedWorker.DONE, BEFORE_THE_KILL);
            try (Workers workers = deeds.start()) {
                deeds.requireEachDoneOnce(ids);
            }
        }
    }
}
