package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Breaker and budget at work in an engine. */
class GuardCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    private StopReason failOnce(Retry retry) {
        return retry.tryCall(() -> {
                    calls.incrementAndGet();
                    throw Failure.passing("down");
                })
                .fold(success -> null, GaveUp::reason);
    }

    @Nested
    class TheBreaker {
        @Test
        void opensAfterSoManyFailuresInARow_andRefusesWithoutCalling() {
            Retry retry = Retry.builder(noDelay(1).breaker(Breaker.failures(2)).build())
                    .virtualTime(time)
                    .build();

            failOnce(retry);
            failOnce(retry);

            assertThatExceptionOfType(GaveUpException.class)
                    .isThrownBy(() -> retry.call(() -> "never"))
                    .withMessage("payments: gave up before the first attempt: the circuit breaker is open"
                            + " (lets a probe in after 30 s)");
            assertThat(calls).hasValue(2);
        }

        @Test
        void isNotWaitedFor_whenItWouldStillBeOpenAfterTheDelay() {
            Retry retry = Retry.builder(doubling(5).breaker(Breaker.failures(2)).build())
                    .virtualTime(time)
                    .build();

            assertThat(failOnce(retry)).isEqualTo(StopReason.BREAKER);
            assertThat(calls).hasValue(2);
            assertThat(time.sleeps()).containsExactly(millis(100));
        }

        @Test
        void aRefusalCountsAsAnAnswer() {
            Retry retry = Retry.builder(noDelay(1).breaker(Breaker.failures(2)).build())
                    .virtualTime(time)
                    .build();

            for (int i = 0; i < 5; i++) {
                retry.tryCall(() -> {
                    throw Failure.rejected("no");
                });
            }

            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
        }

        @Test
        void opensOnAShareOfSlowCalls() {
            Retry retry = Retry.builder(noDelay(1)
                            .breaker(Breaker.failureRate(0.9).overCalls(4).slowRate(0.5, millis(100)))
                            .build())
                    .virtualTime(time)
                    .build();

            for (int i = 0; i < 4; i++) {
                Duration took = millis(i % 2 == 0 ? 150 : 10);
                retry.call(() -> {
                    time.advance(took);
                    return "slow";
                });
            }

            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.OPEN);
        }

        @Test
        void opensOnAShareOfFailuresOverAPeriod_andForgetsOldOnes() {
            Retry retry = Retry.builder(noDelay(1)
                            .breaker(Breaker.failureRate(0.5)
                                    .over(Duration.ofSeconds(10))
                                    .minimumCalls(4))
                            .build())
                    .virtualTime(time)
                    .build();
            failOnce(retry);
            failOnce(retry);
            failOnce(retry);
            time.advance(Duration.ofSeconds(11));
            failOnce(retry);
            assertThat(retry.status().breaker())
                    .as("three of them are forgotten")
                    .isEqualTo(BreakerMode.CLOSED);

            retry.call(() -> "ok");
            retry.call(() -> "ok");
            failOnce(retry);

            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.OPEN);
        }

        @Test
        void lateOutcomesOfAnOlderGenerationNeitherCloseNorOpenIt() {
            List<CompletableFuture<String>> late = new ArrayList<>();
            Retry retry = Retry.builder(noDelay(1)
                            .breaker(Breaker.failures(2).coolDown(millis(100)))
                            .build())
                    .virtualTime(time)
                    .build();
            for (int i = 0; i < 4; i++) {
                CompletableFuture<String> pending = new CompletableFuture<>();
                late.add(pending);
                assertThat(retry.callAsync(attempt -> pending)).isNotDone();
            }
            failOnce(retry);
            failOnce(retry);
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.OPEN);

            late.get(0).complete("ok");
            assertThat(retry.status().breaker())
                    .as("an old success does not close it")
                    .isEqualTo(BreakerMode.OPEN);
            time.advance(millis(100));
            CompletableFuture<String> probe = new CompletableFuture<>();
            CompletableFuture<String> call = retry.callAsync(attempt -> probe);
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.HALF_OPEN);
            late.get(1).complete("ok");
            late.get(2).completeExceptionally(Failure.passing("down"));
            assertThat(retry.status().breaker()).as("nor decide for the probe").isEqualTo(BreakerMode.HALF_OPEN);
            assertThat(failOnce(retry)).as("nor admit another").isEqualTo(StopReason.BREAKER);

            probe.complete("up");
            assertThat(call).isCompletedWithValue("up");
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
            late.get(3).completeExceptionally(Failure.passing("down"));
            failOnce(retry);
            assertThat(retry.status().breaker())
                    .as("one failure of this generation")
                    .isEqualTo(BreakerMode.CLOSED);
        }

        @Test
        void aProbeThatNeverReportsIsReplacedAfterAnotherCoolDown() {
            Retry retry = Retry.builder(noDelay(1)
                            .breaker(Breaker.failures(1).coolDown(millis(100)))
                            .build())
                    .virtualTime(time)
                    .build();
            failOnce(retry);
            time.advance(millis(100));
            CompletableFuture<String> lost = new CompletableFuture<>();
            assertThat(retry.callAsync(attempt -> lost)).isNotDone();
            assertThat(failOnce(retry)).isEqualTo(StopReason.BREAKER);

            time.advance(millis(100));

            assertThat(retry.call(() -> "up")).isEqualTo("up");
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
            lost.completeExceptionally(Failure.passing("down"));
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
        }

        @Test
        void aProbeThatSaysNothingAboutTheDependencyGivesItsPlaceBack() {
            Retry retry = Retry.builder(noDelay(1)
                            .breaker(Breaker.failures(1).coolDown(millis(100)))
                            .build())
                    .virtualTime(time)
                    .build();
            failOnce(retry);
            time.advance(millis(100));

            retry.tryCall(() -> {
                throw new IllegalStateException("a bug of ours");
            });

            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.HALF_OPEN);
            assertThat(retry.call(() -> "up")).isEqualTo("up");
        }

        @Test
        void aFailedProbeOpensItAgain_andSeveralProbesMustAllSucceed() {
            Retry retry = Retry.builder(noDelay(1)
                            .breaker(Breaker.failures(1).coolDown(millis(100)).probes(2))
                            .build())
                    .virtualTime(time)
                    .build();
            failOnce(retry);
            time.advance(millis(100));
            failOnce(retry);
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.OPEN);

            time.advance(millis(100));
            retry.call(() -> "one");
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.HALF_OPEN);
            retry.call(() -> "two");
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
        }
    }

    @Nested
    class TheBudget {
        @Test
        void ofAThousandSimultaneousFailuresTwoHundredAreRetried_countingThoseThatWait() {
            Retry retry = Retry.builder(
                            doubling(2).budget(RetryBudget.ratio(0.20)).build())
                    .virtualTime(time)
                    .build();
            List<CompletableFuture<String>> first = new ArrayList<>();
            List<CompletableFuture<String>> results = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                CompletableFuture<String> pending = new CompletableFuture<>();
                first.add(pending);
                results.add(retry.callAsync(attempt -> {
                    calls.incrementAndGet();
                    return attempt.isRetry() ? CompletableFuture.completedFuture("rescued") : pending;
                }));
            }

            first.forEach(pending -> pending.completeExceptionally(Failure.passing("down")));
            assertThat(calls).as("the retries still wait").hasValue(1_000);
            assertThat(retry.status().budgetRemaining()).isZero();
            time.advance(millis(100));

            assertThat(calls).hasValue(1_200);
            assertThat(results.stream().filter(result -> !result.isCompletedExceptionally()))
                    .hasSize(200);
        }

        @Test
        void retriesThatWaitLongerThanTheWindowStillCount() {
            Retry retry = Retry.builder(noDelay(2)
                            .budget(RetryBudget.ratio(0.20).floor(1).window(millis(100)))
                            .build())
                    .virtualTime(time)
                    .build();
            CompletableFuture<String> waiting = retry.callAsync(attempt -> attempt.isRetry()
                    ? CompletableFuture.completedFuture("late")
                    : CompletableFuture.failedFuture(Failure.throttled(Duration.ofSeconds(5))));

            time.advance(Duration.ofSeconds(1));
            assertThat(failOnce(retry)).isEqualTo(StopReason.BUDGET);
            time.advance(Duration.ofSeconds(4));

            assertThat(waiting).isCompletedWithValue("late");
        }

        @Test
        void coldAndWithLittleTrafficTheFloorHolds() {
            Retry retry = Retry.builder(
                            noDelay(2).budget(RetryBudget.ratio(0.20).floor(3)).build())
                    .virtualTime(time)
                    .build();

            for (int i = 0; i < 5; i++) {
                failOnce(retry);
            }

            assertThat(calls).as("five calls and three retries").hasValue(8);
        }

        @Test
        void itRefillsWhenTheWindowHasPassed_andIdleCallsExpire() {
            Retry retry = Retry.builder(
                            noDelay(2).budget(RetryBudget.ratio(0.20).floor(1)).build())
                    .virtualTime(time)
                    .build();
            for (int i = 0; i < 100; i++) {
                retry.call(() -> "ok");
            }
            assertThat(retry.status().budgetRemaining()).isEqualTo(20);

            time.advance(Duration.ofSeconds(11));
            assertThat(retry.status().budgetRemaining())
                    .as("the calls are forgotten")
                    .isEqualTo(1);
            assertThat(failOnce(retry)).isEqualTo(StopReason.ATTEMPTS);
            assertThat(failOnce(retry)).isEqualTo(StopReason.BUDGET);
            time.advance(Duration.ofSeconds(11));

            assertThat(failOnce(retry)).as("refilled").isEqualTo(StopReason.ATTEMPTS);
        }

        @Test
        void aCancelledRetryIsGivenBack() {
            Retry retry = Retry.builder(
                            doubling(2).budget(RetryBudget.ratio(0.20).floor(1)).build())
                    .virtualTime(time)
                    .build();
            CompletableFuture<String> waiting =
                    retry.callAsync(attempt -> CompletableFuture.failedFuture(Failure.passing("down")));
            assertThat(retry.status().budgetRemaining()).isZero();

            waiting.cancel(true);

            assertThat(retry.status().budgetRemaining()).isEqualTo(1);
            assertThat(time.alarmsWaiting()).isZero();
        }
    }
}
