package dev.oncemore.torture.planted.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.ReclaimConformance;
import dev.oncemore.testkit.task.SagaConformance;
import dev.oncemore.testkit.task.ScheduleConformance;
import dev.oncemore.testkit.task.TasksConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers, sagas and schedules, on stores in memory. */
public final class Engines {
    private Engines() {}

    /** Workers. */
    public static final class Workers extends TasksConformance {
        @Override
        protected TaskStore openStore() {
            return new InMemoryTaskStore();
        }
    }

    /** A node that claims a task again while it still runs it. */
    public static final class SelfMeeting extends ReclaimConformance {
        @Override
        protected TaskStore openStore() {
            return new InMemoryTaskStore();
        }
    }

    /** The notices that a handler gets while it runs. */
    public static final class Heartbeats {
        private static final Duration LEASE = Duration.ofSeconds(30);

        private final VirtualTime time = new VirtualTime();
        private final List<Boolean> told = new ArrayList<>();

        @Test
        void aHandlerWhoseTaskIsGone_isToldByTheNextHeartbeat() {
            TaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
            Tasks tasks = Tasks.on(
                            store,
                            TaskSettings.standard()
                                    .time(time)
                                    .executor(Runnable::run)
                                    .lease(LEASE))
                    .handle("slow", String.class, (text, run) -> {
                        store.cancel(List.of(run.id()), By.person("ann", "not needed"));
                        time.advance(LEASE);
                        told.add(run.isLost());
                        return Verdict.done();
                    });
            tasks.enqueue("slow", "x");

            tasks.manualWorker().runAll();

            assertThat(told).containsExactly(true);
        }
    }

    /** Sagas. */
    public static final class Sagas extends SagaConformance {
        private final VirtualTime time = new VirtualTime();

        @Override
        protected TaskStore openTaskStore() {
            return new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
        }

        @Override
        protected RecordStore openRecordStore() {
            return new InMemoryRecordStore(time, () -> Instant.EPOCH.plus(time.elapsed()), 1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    /** Schedules. */
    public static final class Schedules extends ScheduleConformance {
        private final VirtualTime time = new VirtualTime();

        @Override
        protected TaskStore openStore() {
            Instant start = Instant.parse("2026-01-01T00:00:00.5Z");
            return new InMemoryTaskStore(time, InstantSource.fixed(start), 100_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }
}
