package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.task.AdversarialBatchConformance;
import dev.oncemore.testkit.task.DeadLetterConformance;
import dev.oncemore.testkit.task.DoubtConformance;
import dev.oncemore.testkit.task.LaneConformance;
import dev.oncemore.testkit.task.NodeConformance;
import dev.oncemore.testkit.task.NoteConformance;
import dev.oncemore.testkit.task.QueueConformance;
import dev.oncemore.testkit.task.ReclaimConformance;
import dev.oncemore.testkit.task.ScheduleConformance;
import dev.oncemore.testkit.task.TaskStoreConformance;
import dev.oncemore.testkit.task.TasksConformance;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** Everything that every store of tasks must do, on a database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TaskConformance {
    TaskDatabase database;

    abstract FreshDatabase fresh();

    @BeforeAll
    void open() {
        database = new TaskDatabase(fresh());
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Nested
    class Verbs extends TaskStoreConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class AdversarialBatches extends AdversarialBatchConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class DoubtOfTasks extends DoubtConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class Poison extends PoisonRows {
        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class Lanes extends LaneConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class Letters extends DeadLetterConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class QueueList extends QueueConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class NoteList extends NoteConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class NodeList extends NodeConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class ListsForPeople extends ListedTasks {
        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class Transactions extends JoinedTasks {
        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class Crashes extends TaskCrashPoints {
        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class Engine extends TasksConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class SelfMeetings extends ReclaimConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class Schedules extends ScheduleConformance {
        @Override
        protected TaskStore openStore() {
            return database.newStore();
        }
    }

    @Nested
    class Batches extends JdbcBatches {
        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class BatchCrashes extends BatchCrashPoints {
        @Override
        TaskDatabase database() {
            return database;
        }
    }

    @Nested
    class Adversities extends Adversity {
        @Override
        TaskDatabase database() {
            return database;
        }
    }
}
