package dev.oncemore.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.schedule.ScheduleEvent.Cause;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Task listeners receive the events of firings. */
class ScheduleEventTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final TaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final List<ScheduleEvent> events = new ArrayList<>();
    private final Tasks tasks = Tasks.on(
            store,
            TaskSettings.standard()
                    .time(time)
                    .executor(Runnable::run)
                    .lease(HOUR)
                    .policy(RetryPolicy.named("t")
                            .maxAttempts(2)
                            .backoff(Backoff.fixed(Duration.ofHours(2)).noJitter())
                            .build())
                    .listener(event -> ScheduleEvent.of(event).ifPresent(events::add)));
    private final ManualWorker worker = tasks.manualWorker();

    private void passAnHour() {
        time.advance(HOUR);
        worker.runAll();
    }

    private <T> List<T> only(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Test
    void aFiringThatIsDone() {
        Schedules.on(tasks)
                .every("sync", HOUR, firing -> time.sleep(Duration.ofSeconds(2).toNanos()));
        passAnHour();

        String id = "sync@1970-01-01T01:00:00Z";
        assertThat(events).containsExactly(new ScheduleEvent.Done("sync", id, 1, Duration.ofSeconds(2)));
    }

    @Test
    void aFiringThatFails_holdsOffThoseThatWouldOverlap_andIsGivenUp() {
        Schedules.on(tasks).every("sync", HOUR, firing -> {
            throw new ConnectException("refused");
        });
        passAnHour();
        passAnHour();
        passAnHour();

        assertThat(events.get(0)).isInstanceOf(ScheduleEvent.Retried.class);
        assertThat(only(ScheduleEvent.Skipped.class)).isNotEmpty().allSatisfy(skipped -> {
            assertThat(skipped.cause()).isEqualTo(Cause.OVERLAP);
            assertThat(skipped.reason()).startsWith("already running: sync@1970-01-01T01:00:00Z");
        });
        assertThat(only(ScheduleEvent.Failed.class)).hasSize(1).allSatisfy(failed -> {
            assertThat(failed.firing()).isEqualTo("sync@1970-01-01T01:00:00Z");
            assertThat(failed.reason()).contains("refused");
        });
    }

    @Test
    void anInstantThatNoNodeFired() {
        Schedules.on(tasks).every("sync", HOUR, ScheduleOptions.standard().misfire(Misfire.skip()), firing -> {});
        time.advance(Duration.ofMinutes(90));
        worker.runAll();

        assertThat(only(ScheduleEvent.Skipped.class)).isNotEmpty().allSatisfy(skipped -> {
            assertThat(skipped.cause()).isEqualTo(Cause.MISFIRE);
        });
    }

    @Test
    void aTaskThatIsNoFiringMeansNothingForSchedules() {
        assertThat(ScheduleEvent.of(new TaskEvent.Done("default", "mail", "1", 1, HOUR)))
                .isEmpty();
        assertThat(ScheduleEvent.of(new TaskEvent.Paused("default", HOUR, "why")))
                .isEmpty();
    }
}
