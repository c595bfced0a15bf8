package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.testkit.server.MariaDbServer;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What only MariaDB has to be told. */
class MariaDbTaskStoreTest {

    @Test
    void aPurgeForgetsTheLocksOfEmptyLanes_exceptThoseThatSomebodyHolds() throws Exception {
        try (TaskDatabase database = new TaskDatabase(MariaDbServer.shared().freshDatabase())) {
            String prefix = database.newTables();
            JoiningTaskStore<Connection> store = TaskDatabase.store(database.pool, prefix);
            String locks = "select count(*) from " + prefix + "task_lane_lock";
            store.enqueue(List.of(Tasks.inLane("x1", "x"), Tasks.inLane("y1", "y"), Tasks.inLane("z1", "z")));
            store.cancel(List.of("x1", "y1"), By.person("ann", "not needed"));

            try (Connection transaction = database.begin()) {
                store.join(transaction).enqueue(List.of(Tasks.inLane("y2", "y")));
                store.purge(Tasks.LONG, Tasks.LONG, 10);
                assertThat(database.number(locks))
                        .as("y is held, z is not empty")
                        .isEqualTo(2);
                transaction.commit();
            }

            assertThat(Tasks.ids(Tasks.claim(store, 10))).containsExactlyInAnyOrder("z1", "y2");
        }
    }
}
