package dev.oncemore.observe.metrics;

import dev.oncemore.By;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.SagaSettings;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.schedule.Misfire;
import dev.oncemore.task.schedule.ScheduleOptions;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Real engines in virtual time, to which everything happens that can happen. */
final class EngineRoom {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RetryPolicy TWICE =
            RetryPolicy.named("twice").maxAttempts(2).backoff(Backoff.none()).build();

    final VirtualTime time = new VirtualTime();
    final RecordStore records = new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    final TaskStore taskStore = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 10_000);
    private final Telemetry telemetry;
    /** Gauges hold engines weakly. */
    private final List<Retry> engines = new ArrayList<>();

    EngineRoom(Telemetry telemetry) {
        this.telemetry = telemetry;
    }

    /** What a server answers that is too busy. */
    static final class Throttled extends Exception implements Classified {
        private static final long serialVersionUID = 1;

        @Override
        public dev.oncemore.retry.policy.Classification classification() {
            return dev.oncemore.retry.policy.Classification.throttled("HTTP 429");
        }
    }

    Retry engine(RetryPolicy.Builder policy) {
        Retry engine = Retry.builder(policy.build())
                .virtualTime(time)
                .listener(telemetry)
                .build();
        engines.add(engine);
        return engine;
    }

    void driveRetries() {
        Retry bank = engine(RetryPolicy.named("bank")
                .maxAttempts(3)
                .backoff(Backoff.fixed(SECOND).noJitter())
                .budget(new RetryBudget(0.1, 3, Duration.ofSeconds(1_000)))
                .breaker(Breaker.failures(8).coolDown(Duration.ofDays(1))));
        String unused = bank.call(() -> "first try");
        AtomicInteger calls = new AtomicInteger();
        bank.tryCall(() -> {
            if (calls.incrementAndGet() < 3) {
                throw new Throttled();
            }
            return "rescued";
        });
        for (int i = 0; i < 8; i++) {
            bank.tryCall(() -> {
                throw new ConnectException("refused");
            });
        }
        Retry slow = engine(RetryPolicy.named("slow")
                .maxAttempts(2)
                .attemptTimeout(SECOND)
                .backoff(Backoff.none())
                .hedge(Hedge.after(Duration.ofMillis(500))));
        CompletableFuture<String> never = slow.callAsync(Safety.idempotent(), attempt -> new CompletableFuture<>());
        time.advance(Duration.ofSeconds(10));
        if (!never.isCompletedExceptionally()) {
            throw new IllegalStateException("it should have timed out");
        }
    }

    void driveEffects() {
        OnceSettings settings = OnceSettings.standard()
                .time(time)
                .waitAtMost(Duration.ZERO)
                .lease(Duration.ofSeconds(30))
                .executor(silent -> {})
                .listener(telemetry);
        Once once = Once.on(records, settings);
        Key paid = Key.of("acme", "payment:create", "inv-1");
        pay(once).key(paid).run(Payload.none(), claim -> "paid").require();
        pay(once).key(paid).run(Payload.none(), claim -> "paid").require();
        Outcome<String> ignored = pay(once).key(paid).run(Payload.bytes(new byte[] {1}), claim -> "paid");
        Key lost = Key.of("acme", "payment:create", "inv-2");
        ignored = pay(once).key(lost).run(Payload.none(), claim -> {
            throw new IllegalStateException("perhaps after the effect");
        });
        once.resolveAsNotHappened(lost, By.person("ann", "seen at the bank"));
        Once impatient = Once.on(records, settings.whenUnknown(WhenUnknown.RUN_AGAIN));
        Key slow = Key.of("acme", "payment:create", "inv-3");
        ignored = pay(once).key(slow).run(Payload.none(), claim -> {
            time.advance(Duration.ofSeconds(31));
            pay(impatient)
                    .key(slow)
                    .run(Payload.none(), other -> "paid by another")
                    .require();
            return "too late";
        });
    }

    void driveTasks() {
        Tasks tasks = Tasks.on(
                taskStore,
                TaskSettings.standard()
                        .time(time)
                        .executor(Runnable::run)
                        .policy(TWICE)
                        .listener(telemetry));
        tasks.handle("mail", String.class, (payload, run) -> switch (payload) {
            case "good" -> Verdict.done();
            case "no" -> Verdict.rejected("no such address");
            case "cancelled" -> {
                tasks.cancel(run.id(), By.person("ann", "not needed"));
                yield Verdict.done();
            }
            default -> throw new ConnectException("refused");
        });
        tasks.enqueue("mail", "good", TaskOptions.standard().dedupKey("one"));
        tasks.enqueue("mail", "good", TaskOptions.standard().dedupKey("one"));
        tasks.enqueue("mail", "no");
        tasks.enqueue("mail", "cancelled");
        tasks.enqueue("mail", "bad");
        ManualWorker worker = tasks.manualWorker();
        worker.runAll();
        tasks.handle("ordered", String.class, LATER, (payload, run) -> Verdict.dead("poison"));
        tasks.enqueue("ordered", "bad", TaskOptions.standard().lane("lane", OnPoison.BLOCK));
        worker.runOne();
        driveSchedules(tasks, worker);
        driveSagas(tasks, worker);
        tasks.enqueue("mail", "good", TaskOptions.standard().delay(Duration.ofSeconds(5)));
        // The gauges' next look sees what is left.
        time.advance(Duration.ofSeconds(20));
    }

    private static final RetryPolicy LATER = RetryPolicy.named("later")
            .maxAttempts(2)
            .backoff(Backoff.fixed(Duration.ofDays(1)).noJitter())
            .build();

    private void driveSchedules(Tasks tasks, ManualWorker worker) {
        Schedules schedules = Schedules.on(tasks)
                .every("fine", Duration.ofHours(1), firing -> {})
                .every("broken", Duration.ofHours(1), firing -> {
                    throw new ConnectException("refused");
                })
                .every("missed", Duration.ofHours(1), ScheduleOptions.standard().misfire(Misfire.skip()), firing -> {});
        time.advance(Duration.ofMinutes(90));
        worker.runAll();
        schedules.close();
    }

    private void driveSagas(Tasks tasks, ManualWorker worker) {
        Sagas sagas = Sagas.on(
                tasks, records, SagaSettings.standard().time(time).once(quiet()).listener(telemetry));
        AtomicInteger refusals = new AtomicInteger(1);
        Saga<String> checkout = Saga.of("checkout", String.class)
                .step("stock", (order, step) -> order)
                .retry(TWICE)
                .undo((order, step) -> {
                    if (order.equals("stuck")) {
                        throw new IllegalStateException("can not be taken back");
                    }
                })
                .step("payment", (order, step) -> {
                    if (order.equals("good")) {
                        return order;
                    }
                    if (refusals.getAndDecrement() > 0) {
                        throw new ConnectException("refused");
                    }
                    throw new IllegalArgumentException("no money");
                })
                .retry(TWICE)
                .build();
        sagas.handle(checkout);
        for (String order : List.of("good", "back", "stuck")) {
            sagas.start(checkout, order, order);
            worker.runAll();
        }
        if (!sagas.resume(checkout, "stuck", By.person("ann", "mended"))) {
            throw new IllegalStateException("it should have been stuck");
        }
        worker.runAll();
    }

    private OnceSettings quiet() {
        return OnceSettings.standard().executor(silent -> {});
    }

    void driveAll() {
        driveRetries();
        driveEffects();
        driveTasks();
    }

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }
}
