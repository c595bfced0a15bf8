package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.AttemptTimeoutException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TestingGuideTest {
    private final RetryPolicy policy = RetryPolicy.named("bank")
            .maxAttempts(3)
            .backoff(Backoff.exponential(Duration.ofMillis(100)).noJitter())
            .attemptTimeout(Duration.ofSeconds(1))
            .build();

    // snippet: retry
    @Test
    void waitsLongerEachTime() throws ConnectException {
        VirtualTime time = new VirtualTime();
        Retry retry = Retry.builder(policy).virtualTime(time).build();

        String value = retry.attempt(attempt -> {
            if (attempt.number() < 3) {
                throw new ConnectException("refused");
            }
            return "up";
        });

        assertThat(value).isEqualTo("up");
        assertThat(time.sleeps()).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
    }
    // end

    // snippet: timer
    @Test
    void givesUpOnASilentServer() {
        VirtualTime time = new VirtualTime();
        Retry retry = Retry.builder(policy).virtualTime(time).build();

        CompletableFuture<String> call = retry.callAsync(attempt -> new CompletableFuture<>()); // never answers
        time.advance(Duration.ofSeconds(1));

        assertThat(call)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(AttemptTimeoutException.class);
    }
    // end

    // snippet: tasks
    @Test
    void sendsTheMailAfterAMinute() {
        VirtualTime time = new VirtualTime();
        Tasks tasks = Tasks.on(
                new InMemoryTaskStore(time, () -> Instant.EPOCH, 1_000),
                TaskSettings.standard().time(time).executor(Runnable::run));
        tasks.handle("mail", String.class, (address, task) -> {
            return task.attempt() == 1 ? Verdict.retryLater(Duration.ofMinutes(1), "server busy") : Verdict.done();
        });
        TaskHandle mail = tasks.enqueue("mail", "ann@example.com");

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);
        time.advance(Duration.ofMinutes(1));
        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);

        assertThat(mail.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }
    // end

    // snippet: database
    @Test
    void keepsTheReceipt() {
        try (FreshDatabase database = Sqlite.freshDatabase()) { // or PostgresServer.shared().freshDatabase()
            JdbcStores stores = JdbcStores.of(database.dataSource());
            stores.schema().apply();
            Operation<String> pay = Once.on(stores.records())
                    .operation("payment:create", String.class)
                    .build();

            Outcome<String> paid = pay.key("acme", "inv-001").run("49.00", claim -> "receipt 1");
            Outcome<String> again = pay.key("acme", "inv-001").run("49.00", claim -> "receipt 2");

            assertThat(again.require()).isEqualTo(paid.require());
        }
    }
    // end

    // snippet: race
    @Test
    void paysOnce_howeverManyAskAtOnce() {
        Operation<String> pay = Once.on(new InMemoryRecordStore())
                .operation("payment:create", String.class)
                .build();
        AtomicInteger charges = new AtomicInteger();

        List<String> receipts = Together.run(
                8,
                i -> () -> pay.key("acme", "inv-001")
                        .run("49.00", claim -> "receipt " + charges.incrementAndGet())
                        .require());

        assertThat(receipts).hasSize(8).containsOnly("receipt 1");
    }
    // end
}
