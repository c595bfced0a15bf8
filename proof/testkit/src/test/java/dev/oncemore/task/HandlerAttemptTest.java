package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.RateLimiter;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A handler's run is an attempt: limited as its policy says, and the owner of what is retried inside. */
class HandlerAttemptTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final RetryPolicy THRICE =
            RetryPolicy.named("thrice").maxAttempts(3).backoff(Backoff.none()).build();

    private final VirtualTime time = new VirtualTime();
    private final WatchedStore store =
            new WatchedStore(new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000));
    private final Tasks tasks = Tasks.on(store, settings());

    private TaskSettings settings() {
        return TaskSettings.standard().time(time).executor(Runnable::run).policy(THRICE);
    }

    private static RetryPolicy limited() {
        return THRICE.toBuilder().attemptTimeout(LIMIT).build();
    }

    @Test
    void aHandlerThatRunsPastItsAttemptTimeoutIsInterrupted_andTheTaskIsTriedAgain() {
        AtomicInteger runs = new AtomicInteger();
        tasks.handle("slow", String.class, limited(), (text, task) -> {
            if (runs.incrementAndGet() == 1) {
                time.advance(LIMIT);
                new CountDownLatch(1).await(); // for ever, if nobody interrupts
            }
            return Verdict.done();
        });
        TaskHandle handle = tasks.enqueue("slow", "x");

        tasks.manualWorker().runAll();

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(runs).hasValue(2);
        assertThat(handle.history(10).get(0).words()).contains("no answer within the attempt timeout of 5 s");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void theTimeThatIsLeftIsHandedDown() {
        List<Optional<Duration>> left = new ArrayList<>();
        tasks.handle("limited", String.class, limited(), (text, task) -> {
            left.add(Deadline.remaining());
            return Verdict.done();
        });
        tasks.enqueue("limited", "x");

        tasks.manualWorker().runAll();

        assertThat(left).containsExactly(Optional.of(LIMIT));
    }

    @Test
    void retriesInsideAHandlerDoNotMultiplyThoseOfItsTask() {
        AtomicInteger calls = new AtomicInteger();
        Retry inner = Retry.builder(THRICE).time(time).build();
        tasks.handle("call", String.class, (text, task) -> {
            inner.run(Safety.keyed(task.key()), () -> {
                calls.incrementAndGet();
                throw new ConnectException("refused");
            });
            return Verdict.done();
        });
        TaskHandle handle = tasks.enqueue("call", "x");

        tasks.manualWorker().runAll();

        assertThat(calls).hasValue(3);
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DEAD);
        assertThat(handle.poll().orElseThrow().reason()).contains("gave up after 3 of 3 attempts", "refused");
    }

    @Test
    void aPolicyThatJudgesResultsDoesNotJudgeVerdicts() {
        RetryPolicy neverContent = THRICE.toBuilder()
                .classifier(Classifier.standard()
                        .onResult(
                                Object.class,
                                result -> dev.oncemore.retry.policy.Classification.permanent("not liked")))
                .build();
        tasks.handle("say", String.class, neverContent, (text, task) -> Verdict.done());
        TaskHandle handle = tasks.enqueue("say", "x");

        tasks.manualWorker().runAll();

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }

    @Test
    void aStoreThatIsAwayForAMomentIsAskedAgain_alsoByAHandler() {
        AtomicInteger failures = new AtomicInteger();
        tasks.handle("first", String.class, (text, task) -> {
            store.beforeEnqueue = () -> {
                if (failures.incrementAndGet() <= 2) {
                    throw new StoreException(FailureKind.TRANSIENT, "away", null);
                }
            };
            tasks.enqueue("second", text);
            return Verdict.done();
        });
        TaskHandle handle = tasks.enqueue("first", "x");

        tasks.manualWorker().runOne();

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(failures).hasValue(3);
    }

    @Test
    void aDeadlineIsRefused_sinceNobodyWaitsForATask() {
        RetryPolicy hurried =
                RetryPolicy.named("hurried").deadline(Duration.ofMillis(800)).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.handle("call", String.class, hurried, (text, task) -> Verdict.done()))
                .withMessageContaining("policy 'hurried' has a deadline of 800 ms")
                .withMessageContaining("attemptTimeout");
        assertThatIllegalArgumentException().isThrownBy(() -> settings().policy(hurried));
    }

    @Test
    void theDefaultLimitsAreForCalls_andDoNotCutAHandlerOff() {
        for (RetryPolicy policy : List.of(RetryPolicy.named("slow").build(), RetryPolicy.preset("api"))) {
            tasks.handle(policy.name(), String.class, policy, (text, run) -> {
                time.sleep(Duration.ofSeconds(25).toNanos());
                assertThat(Deadline.remaining()).isEmpty();
                return Verdict.done();
            });
            TaskHandle handle = tasks.enqueue(policy.name(), "x");

            tasks.manualWorker().runOne();

            assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        }
    }

    @Test
    void theAttemptTimeoutOfAPresetLimitsTheHandler_andItsDeadlineIsNotForTasks() {
        List<Optional<Duration>> left = new ArrayList<>();
        tasks.handle("call", String.class, RetryPolicy.preset("pipeline"), (text, run) -> {
            left.add(Deadline.remaining());
            return Verdict.done();
        });
        tasks.enqueue("call", "x");

        tasks.manualWorker().runOne();

        assertThat(left).containsExactly(Optional.of(Duration.ofSeconds(30)));
    }

    @Test
    void hedgingIsRefused_sinceATaskNeverRunsTwiceAtATime() {
        RetryPolicy hedging = RetryPolicy.named("hedging")
                .hedge(Hedge.after(Duration.ofMillis(50)))
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings().policy(hedging))
                .withMessageContaining("policy 'hedging' hedges");
    }

    @Test
    void aRateLimiterIsRefused_becauseTheRateBelongsToTheQueue() {
        RetryPolicy limited = RetryPolicy.named("limited")
                .rateLimiter(RateLimiter.calls(10, Duration.ofSeconds(1)))
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings().policy(limited))
                .withMessageContaining("policy 'limited' has a rate limiter")
                .withMessageContaining("QueueSettings");
    }

    @Test
    void aHintBeyondThePolicysLongestKeepsNoTaskWaitingForYears() {
        RetryPolicy policy = THRICE.toBuilder()
                .longestHint(Duration.ofHours(1))
                .classifier(Classifier.standard()
                        .on(
                                ConnectException.class,
                                e -> dev.oncemore.retry.policy.Classification.throttled("busy")
                                        .notBefore(Duration.ofDays(3650))))
                .build();
        tasks.handle("busy", String.class, policy, (text, task) -> {
            throw new ConnectException("busy");
        });
        TaskHandle handle = tasks.enqueue("busy", "x");

        tasks.manualWorker().runOne();

        assertThat(handle.poll().orElseThrow().at()).isEqualTo(store.now().plus(Duration.ofHours(1)));
    }
}
