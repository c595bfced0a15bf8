package dev.oncemore.task.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.CapturedLog;
import dev.oncemore.task.LongestChance;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class StepBackoffTest {
    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final InMemoryRecordStore records =
            new InMemoryRecordStore(time, () -> Instant.EPOCH.plus(time.elapsed()), 1_000);
    private final Tasks tasks =
            Tasks.on((TaskStore) store, TaskSettings.standard().time(time));
    private final List<Duration> delays = new ArrayList<>();
    private final Sagas sagas = Sagas.on(
            tasks,
            records,
            SagaSettings.standard().time(time).random(new LongestChance()).listener(this::hear));
    private int failures;

    private static RetryPolicy growing(int attempts) {
        return RetryPolicy.named("growing")
                .maxAttempts(attempts)
                .backoff(Backoff.exponential(Duration.ofSeconds(1))
                        .cap(Duration.ofSeconds(20))
                        .decorrelatedJitter())
                .unlimitedBudget()
                .build();
    }

    private void hear(SagaEvent event) {
        if (event instanceof SagaEvent.Retried retried) {
            delays.add(retried.delay());
        }
    }

    private String failThreeTimes(String state, StepRun run) throws ConnectException {
        if (++failures % 4 != 0) {
            throw new ConnectException("refused");
        }
        return state;
    }

    private void run(int times) {
        for (int i = 0; i < times; i++) {
            tasks.manualWorker().runAll();
            time.advance(Duration.ofMinutes(1));
        }
    }

    @Test
    void theDelayOfAStepGrowsFromItsPreviousOne_andTheNextStepStartsAnew() {
        Saga<String> saga = Saga.of("checkout", String.class)
                .step("stock", this::failThreeTimes)
                .retry(growing(9))
                .step("payment", this::failThreeTimes)
                .retry(growing(9))
                .build();
        sagas.handle(saga).start(saga, "order-7", "order");

        run(8);

        assertThat(sagas.find(saga, "order-7").orElseThrow().status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(delays).extracting(Duration::toSeconds).containsExactly(3L, 9L, 20L, 3L, 9L, 20L);
    }

    @Test
    void theExceptionOfAStepIsLogged_onEachAttempt_andThatOfAStuckUndoIsInTheLetter() {
        Saga<String> saga = Saga.of("checkout", String.class)
                .step("stock", (state, run) -> state)
                .undo((state, run) -> {
                    throw new IllegalStateException("the shelf is gone");
                })
                .step("payment", (state, run) -> {
                    throw new ConnectException("refused");
                })
                .retry(growing(2))
                .build();
        try (CapturedLog log = new CapturedLog()) {
            sagas.handle(saga).start(saga, "order-7", "order");
            run(3);

            assertThat(log.from(Level.WARNING))
                    .extracting(record -> String.valueOf(record.getThrown()))
                    .containsExactly(
                            "java.net.ConnectException: refused",
                            "java.net.ConnectException: refused",
                            "java.lang.IllegalStateException: the shelf is gone");
            assertThat(log.saying("turns back")).hasSize(1);
        }
        assertThat(tasks.deadLetters()
                        .page(Filter.all(), Order.NEWEST_FIRST, null, 1)
                        .get(0)
                        .stackTrace())
                .startsWith("java.lang.IllegalStateException: the shelf is gone\n\tat "
                        + getClass().getName());
        assertThat(sagas.resume(saga, "order-7", By.person("ann", "again"))).isTrue();
    }
}
