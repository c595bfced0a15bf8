package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.schedule.Schedules;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schedules on the command line. */
class SchedulesCommandTest {
    private final CommandRun command = new CommandRun();

    @TempDir
    private Path folder;

    @Test
    void aScheduleIsListed_paused_resumedAndRun() {
        String store = "sqlite:" + folder.resolve("s.db");
        try (Backend backend = Backend.open(StoreUrl.parse(store), Map.of())) {
            assertThat(command.run("schedules", "list", "--store", store)).isZero();
            assertThat(command.out()).contains("no schedule is declared");
            List<String> fired = new ArrayList<>();
            Tasks tasks = Tasks.on(backend.tasks());
            Schedules declared = Schedules.on(tasks)
                    .cron("billing", "0 3 1 * *", ZoneId.of("Asia/Tokyo"), firing -> fired.add(firing.key()));
            try {
                assertThat(command.run("schedules", "list", "--store", store)).isZero();
                assertThat(command.out()).contains("billing", "planned", "0 3 1 * * Asia/Tokyo");
                assertThat(command.run("schedules", "pause", "billing", "--store", store))
                        .isEqualTo(2);
                assertThat(command.err()).contains("--why=REASON");
                assertThat(command.run("schedules", "pause", "billing", "--why", "a test", "--store", store))
                        .isZero();
                assertThat(command.out()).contains("billing is paused by automation: a test");
                assertThat(command.run("schedules", "resume", "billing", "--why", "a test", "--store", store))
                        .isZero();
                assertThat(command.out()).contains("billing is planned");
                assertThat(command.run("schedules", "run", "billing", "--why", "a test", "--store", store))
                        .isZero();
                assertThat(command.out()).contains("started as task billing@");
                assertThat(command.run("schedules", "run", "nosuch", "--why", "a test", "--store", store))
                        .isEqualTo(3);
                assertThat(command.run("schedules")).isEqualTo(2);
                tasks.manualWorker().runAll();
                assertThat(fired).hasSize(1);
            } finally {
                declared.close();
            }
        }
    }
}
