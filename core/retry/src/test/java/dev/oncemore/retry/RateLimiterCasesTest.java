package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dev.oncemore.By;
import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.RateLimiter;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.retry.policy.TimeoutKind;
import dev.oncemore.time.VirtualTime;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rate limiter at work in an engine. */
@Timeout(60)
class RateLimiterCasesTest {
    private static final RateLimiter TWO_A_SECOND = RateLimiter.calls(2, Duration.ofSeconds(1));

    private final VirtualTime time = new VirtualTime();
    private final List<Duration> started = new ArrayList<>();

    private Retry engine(RetryPolicy.Builder policy) {
        return Retry.builder(policy.build()).virtualTime(time).build();
    }

    private String start() {
        started.add(time.elapsed());
        return "ok";
    }

    private CompletableFuture<String> startAsync(Retry retry) {
        return retry.callAsync(attempt -> CompletableFuture.completedFuture(start()));
    }

    private static GaveUp factsOf(CompletableFuture<?> call) {
        return call.handle((value, failure) -> GaveUpException.of(failure).orElseThrow())
                .join();
    }

    @Test
    void aBurstStartsAtOnce_andTheNextCallIsRefusedWithTheTimeOfItsTurn() {
        Retry retry = engine(noDelay(3).rateLimiter(TWO_A_SECOND));
        retry.call(this::start);
        retry.call(this::start);
        time.advance(millis(300));

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(this::start))
                .withMessage("payments: gave up before the first attempt: the rate limit is reached (the next call may"
                        + " start in 700 ms)")
                .satisfies(e -> {
                    assertThat(e.reason()).isEqualTo(StopReason.RATE_LIMITER);
                    assertThat(e.classification().kind()).isEqualTo(FailureKind.THROTTLED);
                    assertThat(e.classification().timeout()).isEqualTo(TimeoutKind.QUEUE);
                    assertThat(e.classification().suggestedDelay()).isEqualTo(millis(700));
                    assertThat(e.facts().mayHaveHappened()).isFalse();
                });
        assertThat(started).hasSize(2);
    }

    @Test
    void aCallWaitsForItsTurn_whenThatIsAllowed() {
        Retry retry = engine(noDelay(1).rateLimiter(TWO_A_SECOND.queueTimeout(Duration.ofSeconds(1))));

        for (int i = 0; i < 5; i++) {
            assertThat(retry.call(this::start)).isEqualTo("ok");
        }

        assertThat(started).containsExactly(millis(0), millis(0), millis(1_000), millis(1_000), millis(2_000));
        assertThat(retry.status().queued()).isZero();
    }

    @Test
    void anIdleEngineHasAllItsPermitsAgain_butNeverMore() {
        Retry retry = engine(noDelay(1).rateLimiter(TWO_A_SECOND));
        retry.call(this::start);
        time.advance(Duration.ofDays(400));

        retry.call(this::start);
        retry.call(this::start);
        assertThat(reasonOf(retry)).isEqualTo(StopReason.RATE_LIMITER);
    }

    @Test
    void theLimitHoldsInEveryPeriod_notOnlyBetweenTicks() {
        Retry retry = engine(noDelay(1).rateLimiter(TWO_A_SECOND));
        time.advance(millis(900));
        retry.call(this::start);
        retry.call(this::start);
        time.advance(millis(200));
        assertThat(reasonOf(retry))
                .as("a new second began, but not a new period")
                .isEqualTo(StopReason.RATE_LIMITER);
        time.advance(millis(800));
        assertThat(retry.call(this::start)).isEqualTo("ok");
    }

    @Test
    void retriesTakePermitsToo() {
        Retry retry = engine(doubling(4).rateLimiter(TWO_A_SECOND));

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(() -> {
                    start();
                    throw Failure.passing("down");
                }))
                .satisfies(e -> {
                    assertThat(e.facts().attempts()).isEqualTo(2);
                    assertThat(e.reason()).isEqualTo(StopReason.RATE_LIMITER);
                    assertThat(e.facts().delay()).isEqualTo(millis(700));
                });
        assertThat(started).containsExactly(millis(0), millis(100));
    }

    @Test
    void aTurnAfterTheDeadlineIsNotWaitedFor_norTaken() {
        Retry retry = engine(noDelay(1)
                .deadline(Duration.ofSeconds(1))
                .rateLimiter(TWO_A_SECOND.queueTimeout(Duration.ofSeconds(1))));
        retry.call(this::start);
        retry.call(this::start);

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(this::start))
                .withMessage(
                        "payments: gave up before the first attempt: the next delay (1 s) does not fit the deadline"
                                + " (1 s left)")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.DEADLINE));
        assertThat(time.elapsed()).isEqualTo(millis(0));
        time.advance(millis(1));
        assertThat(retry.call(this::start)).isEqualTo("ok");
        assertThat(started).containsExactly(millis(0), millis(0), millis(1_000));
    }

    @Test
    void theQueueIsBounded() {
        Retry retry = engine(noDelay(1)
                .rateLimiter(RateLimiter.calls(1, millis(100))
                        .queueTimeout(Duration.ofSeconds(10))
                        .queueSize(2)));
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(startAsync(retry));
        }

        assertThat(retry.status().queued()).isEqualTo(2);
        assertThat(factsOf(calls.get(3)).reason()).isEqualTo(StopReason.RATE_LIMITER);
        time.advance(millis(200));
        assertThat(calls.subList(0, 3)).allSatisfy(call -> assertThat(call).isCompletedWithValue("ok"));
        assertThat(started).containsExactly(millis(0), millis(100), millis(200));
        assertThat(retry.status().queued()).isZero();
    }

    @Test
    void aRefusedCallGoesAroundTheBreaker_andABrokenOneTakesNoPermit() {
        Retry retry = engine(noDelay(1)
                .breaker(Breaker.failures(1).coolDown(millis(100)))
                .rateLimiter(RateLimiter.calls(1, Duration.ofSeconds(1))));
        retry.breaker().forceOpen(By.person("ann", "maintenance"));
        assertThat(reasonOf(retry)).isEqualTo(StopReason.BREAKER);
        retry.breaker().close(By.person("ann", "over"));
        assertThat(retry.call(this::start)).isEqualTo("ok");
        assertThat(reasonOf(retry)).isEqualTo(StopReason.RATE_LIMITER);

        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
    }

    @Test
    void aProbeThatGetsNoPermitIsReturned() {
        Retry retry = engine(noDelay(1)
                .breaker(Breaker.failures(1).coolDown(millis(100)))
                .rateLimiter(RateLimiter.calls(1, Duration.ofSeconds(1))));
        retry.tryRun(Safety.undeclared(), () -> {
            throw Failure.passing("down");
        });
        time.advance(millis(100));
        assertThat(reasonOf(retry)).isEqualTo(StopReason.RATE_LIMITER);
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.HALF_OPEN);
        time.advance(millis(900));
        assertThat(retry.call(this::start)).isEqualTo("ok");
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
    }

    @Test
    void theAttemptTimeoutBeginsAfterTheWait() {
        Retry retry = engine(noDelay(1)
                .attemptTimeout(millis(100))
                .rateLimiter(RateLimiter.calls(1, millis(500)).queueTimeout(millis(500))));
        retry.call(this::start);

        Duration remaining = retry.attempt(Attempt::remaining);

        assertThat(remaining).isEqualTo(millis(100));
        assertThat(time.elapsed()).isEqualTo(millis(500));
    }

    @Test
    void anInterruptEndsTheWait_andFreesThePlaceInTheLimiter() {
        Retry retry = engine(noDelay(1)
                .limiter(Limiter.concurrency(1))
                .rateLimiter(RateLimiter.calls(1, millis(500)).queueTimeout(millis(500))));
        retry.call(this::start);

        Thread.currentThread().interrupt();
        assertThat(reasonOf(retry)).isEqualTo(StopReason.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(retry.status().running()).isZero();
        assertThat(retry.status().queued()).isZero();
    }

    @Test
    void aPlaceInTheLimiterIsLeft_whenTheRateIsReached() {
        Retry retry = engine(
                noDelay(1).limiter(Limiter.concurrency(1)).rateLimiter(RateLimiter.calls(1, Duration.ofSeconds(1))));
        retry.call(this::start);
        assertThat(reasonOf(retry)).isEqualTo(StopReason.RATE_LIMITER);
        assertThat(factsOf(startAsync(retry)).reason()).isEqualTo(StopReason.RATE_LIMITER);
        assertThat(retry.status().running()).isZero();
    }

    @Test
    void aHedgedCopyTakesAPermit_andIsNotSentWithoutOne() {
        Retry retry = engine(noDelay(1)
                .limiter(Limiter.concurrency(9))
                .hedge(Hedge.after(millis(50)))
                .rateLimiter(TWO_A_SECOND));
        List<CompletableFuture<String>> copies = new ArrayList<>();
        AsyncWork<String> work = attempt -> {
            CompletableFuture<String> copy = new CompletableFuture<>();
            copies.add(copy);
            return copy;
        };
        CompletableFuture<String> first = retry.callAsync(Safety.idempotent(), work);
        time.advance(millis(50));
        assertThat(copies).hasSize(2);
        copies.get(1).complete("second");
        assertThat(first).isCompletedWithValue("second");
        time.advance(millis(960));

        CompletableFuture<String> alone = retry.callAsync(Safety.idempotent(), work);
        time.advance(millis(45));
        CompletableFuture<String> another = retry.callAsync(Safety.idempotent(), work);
        assertThat(copies).hasSize(4);
        long budget = retry.status().budgetRemaining();
        time.advance(millis(5));

        assertThat(copies).as("no permit for a copy").hasSize(4);
        assertThat(retry.status().budgetRemaining()).isEqualTo(budget);
        assertThat(retry.status().running()).isEqualTo(2);
        copies.get(2).complete("first");
        assertThat(alone).isCompletedWithValue("first");
        assertThat(another).isNotDone();
    }

    @Test
    void aSharedEngineSharesTheRate() {
        RetryPolicy policy = noDelay(1).rateLimiter(TWO_A_SECOND).build();
        Retry charges = Retry.builder(policy).virtualTime(time).build();
        Retry refunds = Retry.builder(policy.renamed("refunds"))
                .virtualTime(time)
                .sharing(charges)
                .build();
        charges.call(this::start);
        refunds.call(this::start);
        assertThat(reasonOf(charges)).isEqualTo(StopReason.RATE_LIMITER);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.builder(noDelay(1).build())
                        .virtualTime(time)
                        .sharing(charges)
                        .build());
    }

    @Test
    void aSuccessAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Retry retry = Retry.of(
                noDelay(3).rateLimiter(RateLimiter.calls(100_000, millis(1))).build());
        for (int i = 0; i < 20_000; i++) {
            retry.call(() -> "ok");
        }
        long id = Thread.currentThread().getId();
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getThreadAllocatedBytes(id);
            for (int i = 0; i < 1_000; i++) {
                retry.call(() -> "ok");
            }
            fewest = Math.min(fewest, threads.getThreadAllocatedBytes(id) - before);
        }
        assertThat(fewest).as("bytes of 1,000 calls, and of the measurement").isLessThan(1_000);
    }

    @Test
    void aPolicyIsWrittenAndReadWithItsRate_andRefusesAWaitBeyondItsDeadline() {
        RetryPolicy policy = noDelay(1)
                .rateLimiter(TWO_A_SECOND.queueTimeout(millis(200)).queueSize(7))
                .build();
        assertThat(RetryPolicy.from("payments", policy.toMap())).isEqualTo(policy);
        assertThat(policy.toBuilder().build().rateLimiter()).isEqualTo(policy.rateLimiter());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.toBuilder().deadline(millis(100)).build())
                .withMessage("policy 'payments': rate limiter queue timeout (200 ms) is not shorter than the deadline"
                        + " (100 ms), so it could never take effect");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RateLimiter.calls(0, millis(1)))
                .withMessage("rate limiter calls must be between 1 and 100000, but is 0");
    }

    private StopReason reasonOf(Retry retry) {
        return retry.tryCall(this::start).fold(success -> null, GaveUp::reason);
    }

    @Nested
    class Asynchronous {
        @Test
        void waitsWithoutAThread_inOrder() {
            Retry retry = engine(noDelay(1).rateLimiter(TWO_A_SECOND.queueTimeout(Duration.ofSeconds(9))));
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                calls.add(startAsync(retry));
            }
            assertThat(started).hasSize(2);
            assertThat(retry.status().queued()).isEqualTo(3);

            time.advance(Duration.ofSeconds(2));

            assertThat(calls).allSatisfy(call -> assertThat(call).isCompletedWithValue("ok"));
            assertThat(started).containsExactly(millis(0), millis(0), millis(1_000), millis(1_000), millis(2_000));
            assertThat(retry.status().queued()).isZero();
        }

        @Test
        void aCancelledCallNeverStarts_andLeavesItsPlaces() {
            Retry retry = engine(noDelay(1)
                    .limiter(Limiter.concurrency(2))
                    .breaker(Breaker.failures(1))
                    .rateLimiter(RateLimiter.calls(1, millis(100)).queueTimeout(Duration.ofSeconds(9))));
            assertThat(startAsync(retry)).isCompletedWithValue("ok");
            CompletableFuture<String> waiting = startAsync(retry);
            assertThat(retry.status().queued()).isEqualTo(1);
            assertThat(retry.status().running()).isEqualTo(1);

            waiting.cancel(true);

            assertThat(retry.status().queued()).isZero();
            assertThat(retry.status().running()).isZero();
            time.advance(Duration.ofSeconds(1));
            assertThat(started).hasSize(1);
        }

        @Test
        void aRetryThatWaitsForItsTurnCountsInTheBudgetUntilItIsCancelled() {
            Retry retry = engine(
                    noDelay(2).rateLimiter(RateLimiter.calls(1, millis(100)).queueTimeout(Duration.ofSeconds(9))));
            CompletableFuture<String> call =
                    retry.callAsync(attempt -> CompletableFuture.failedFuture(Failure.passing("down")));
            assertThat(retry.status().budgetRemaining()).isEqualTo(9);
            call.cancel(true);
            assertThat(retry.status().budgetRemaining()).isEqualTo(10);
        }

        @Test
        void aTimerThatRejectsEndsTheCall() {
            Retry retry = engine(noDelay(1)
                    .limiter(Limiter.concurrency(1))
                    .rateLimiter(RateLimiter.calls(1, millis(100)).queueTimeout(Duration.ofSeconds(9))));
            assertThat(startAsync(retry)).isCompletedWithValue("ok");
            time.rejectAlarms();

            assertThat(factsOf(startAsync(retry)).reason()).isEqualTo(StopReason.UNSCHEDULED);
            assertThat(retry.status().queued()).isZero();
            assertThat(retry.status().running()).isZero();
        }

        @Test
        void anExecutorThatRejectsEndsTheCall() {
            boolean[] shut = {false};
            Retry retry = Retry.builder(noDelay(1)
                            .limiter(Limiter.concurrency(1))
                            .rateLimiter(RateLimiter.calls(1, millis(100)).queueTimeout(Duration.ofSeconds(9)))
                            .build())
                    .virtualTime(time)
                    .executor(task -> {
                        if (shut[0]) {
                            throw new RejectedExecutionException("shut down");
                        }
                        task.run();
                    })
                    .build();
            assertThat(startAsync(retry)).isCompletedWithValue("ok");
            CompletableFuture<String> waiting = startAsync(retry);
            shut[0] = true;
            time.advance(millis(100));

            assertThat(factsOf(waiting).reason()).isEqualTo(StopReason.UNSCHEDULED);
            assertThat(retry.status().queued()).isZero();
            assertThat(retry.status().running()).isZero();
        }
    }
}
