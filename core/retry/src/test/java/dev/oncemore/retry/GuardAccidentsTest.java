package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What once went wrong with budget, breaker and limiter, and must not again. */
@Timeout(60)
class GuardAccidentsTest {
    private final VirtualTime time = new VirtualTime();

    @AfterEach
    void clearTheFlag() {
        boolean unused = Thread.interrupted();
    }

    private static <T> CompletableFuture<T> failed(Throwable failure) {
        return CompletableFuture.failedFuture(failure);
    }

    @Test
    void workThatNeverGotAThreadGivesItsPlaceBack() {
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(Limiter.concurrency(1))
                        .attemptTimeout(millis(100))
                        .build())
                .virtualTime(time)
                .build();
        List<Runnable> queue = new ArrayList<>();
        CompletableFuture<String> f = retry.callAsync(Safety.idempotent(), queue::add, a -> "x");
        time.advance(millis(100));
        assertThat(f).isCompletedExceptionally();
        assertThat(retry.status().running()).isZero();
    }

    @Test
    void timeInTheLimitersQueueIsNotTheDependencysSlowness() {
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(Limiter.concurrency(1).queueTimeout(millis(1_000)))
                        .breaker(Breaker.failureRate(0.9).overCalls(4).slowRate(0.5, millis(100)))
                        .build())
                .virtualTime(time)
                .build();
        List<CompletableFuture<String>> work = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            CompletableFuture<?> unused = retry.callAsync(a -> {
                CompletableFuture<String> s = new CompletableFuture<>();
                work.add(s);
                return s;
            });
        }
        for (int i = 0; i < 4; i++) {
            time.advance(millis(60)); // every attempt takes 60 ms: quick
            work.get(i).complete("x");
        }
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
    }

    @Test
    void anOpenBreakerDoesNotHideAnUnknownOutcome() {
        Retry inner = Retry.builder(noDelay(3).breaker(Breaker.failures(1)).build())
                .virtualTime(time)
                .build();
        Throwable thrown = catchThrowable(() -> inner.attempt(Safety.keyed("k"), a -> {
            throw Failure.unknown("lost");
        }));
        assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.BREAKER);
        assertThat(((GaveUpException) thrown).classification().needsIdempotency())
                .isTrue();
    }

    @Test
    void aProbeThatWasJustAdmittedIsNotGivenUp() {
        Retry retry = Retry.builder(noDelay(1)
                        .breaker(Breaker.failures(1).coolDown(millis(100)))
                        .build())
                .virtualTime(time)
                .build();
        retry.tryCall(() -> {
            throw Failure.passing("down");
        });
        time.advance(millis(100));
        retry.tryCall(() -> {
            throw new IllegalStateException("bug of ours");
        }); // half-open, place given back
        time.advance(millis(100));
        CompletableFuture<String> probe = new CompletableFuture<>();
        assertThat(retry.callAsync(a -> probe)).isNotDone();
        StopReason second = retry.tryCall(() -> "second").fold(s -> null, GaveUp::reason);
        assertThat(second).as("one probe at a time").isEqualTo(StopReason.BREAKER);
    }

    @Test
    void aProbeIsGivenBackWhenTheExecutorRejectsItAfterTheQueue() {
        AtomicBoolean full = new AtomicBoolean();
        Retry retry = Retry.builder(noDelay(1)
                        .breaker(Breaker.failures(1).coolDown(millis(100)).probes(1))
                        .limiter(Limiter.concurrency(1).queueTimeout(millis(1_000)))
                        .build())
                .virtualTime(time)
                .executor(t -> {
                    if (full.get()) throw new RejectedExecutionException("full");
                    t.run();
                })
                .build();
        CompletableFuture<String> stubborn = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean b) {
                return false;
            }
        };
        assertThat(retry.callAsync(a -> stubborn).cancel(false))
                .isTrue(); // an old attempt that still holds the place; says nothing
        // open the breaker by a call of another engine that shares the limits but ... simplest: fail through the gate
        CompletableFuture<String> unused = retry.callAsync(a -> failed(Failure.passing("down"))); // queues
        stubborn.complete("x"); // opener runs, fails: OPEN
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.OPEN);
        CompletableFuture<String> stubborn2 = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean b) {
                return false;
            }
        };
        time.advance(millis(100));
        assertThat(retry.callAsync(a -> stubborn2).cancel(false)).isTrue(); // probe given back, place still held
        assertThat(retry.status().running()).isEqualTo(1);
        CompletableFuture<String> probe =
                retry.callAsync(a -> CompletableFuture.completedFuture("up")); // admitted as probe, queues
        full.set(true);
        stubborn2.complete("x"); // place goes to probe, executor rejects
        full.set(false);
        assertThat(probe).isCompletedExceptionally();
        assertThat(retry.status().running()).isZero();
        assertThat(retry.tryCall(() -> "up").<StopReason>fold(s -> null, GaveUp::reason))
                .isNull();
    }

    @Test
    void aRetryThatTheLimiterTurnedAwayIsGivenBack() {
        Retry retry = Retry.builder(doubling(2)
                        .budget(RetryBudget.ratio(0.01).floor(1))
                        .limiter(Limiter.concurrency(1))
                        .build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> f = retry.callAsync(a -> failed(Failure.passing("busy")));
        CompletableFuture<String> holder = new CompletableFuture<>();
        assertThat(retry.callAsync(a -> holder)).isNotDone();
        time.advance(millis(100));
        assertThat(f).isCompletedExceptionally();
        assertThat(retry.status().budgetRemaining()).isEqualTo(1);
    }

    @Test
    void theBudgetHoldsOverAWholeWindow() {
        Retry retry = Retry.builder(noDelay(2)
                        .budget(RetryBudget.ratio(0.01).floor(5).window(Duration.ofSeconds(10)))
                        .build())
                .virtualTime(time)
                .build();
        time.advance(millis(999));
        long from = time.elapsed().toMillis();
        AtomicInteger retries = new AtomicInteger();
        Runnable burst = () -> {
            for (int i = 0; i < 10; i++)
                retry.tryAttempt(a -> {
                    if (a.isRetry()) retries.incrementAndGet();
                    throw Failure.passing("x");
                });
        };
        burst.run();
        time.advance(millis(9_001));
        burst.run();
        assertThat(time.elapsed().toMillis() - from).isLessThan(10_000);
        assertThat(retries).hasValue(5);
    }

    @Test
    void theLeastNumberOfCallsMayBeReachedByASuccess() {
        Breaker overTime = Breaker.failureRate(0.5).over(Duration.ofSeconds(10)).minimumCalls(4);
        Breaker overCalls = Breaker.failureRate(0.5).overCalls(4);
        List<BreakerMode> modes = new ArrayList<>();
        for (Breaker b : List.of(overTime, overCalls)) {
            Retry retry = Retry.builder(noDelay(1).breaker(b).build())
                    .virtualTime(time)
                    .build();
            for (int i = 0; i < 3; i++)
                retry.tryCall(() -> {
                    throw Failure.passing("x");
                });
            retry.call(() -> "ok");
            modes.add(retry.status().breaker());
        }
        assertThat(modes).containsExactly(BreakerMode.OPEN, BreakerMode.OPEN);
    }

    @Test
    void aLongQueueNeedsNoStack() {
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(Limiter.concurrency(1)
                                .queueTimeout(millis(1_000))
                                .queueSize(20_000))
                        .build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> first = new CompletableFuture<>();
        List<CompletableFuture<String>> all = new ArrayList<>();
        all.add(retry.callAsync(a -> first));
        for (int i = 0; i < 20_000; i++) all.add(retry.callAsync(a -> CompletableFuture.completedFuture("x")));
        first.complete("x");
        assertThat(all).allMatch(f -> f.isDone() && !f.isCompletedExceptionally());
        assertThat(retry.status().running()).isZero();
    }

    @Test
    void anAlarmThatCannotStartItsThreadCostsNoPlace() {
        Time broken = new Time() {
            @Override
            public long nanoTime() {
                return time.nanoTime();
            }

            @Override
            public void sleep(long n) throws InterruptedException {
                time.sleep(n);
            }

            @Override
            public Alarm alarm(long d, Runnable r) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        };
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(Limiter.concurrency(1))
                        .attemptTimeout(millis(50))
                        .build())
                .time(broken)
                .executor(Runnable::run)
                .build();
        CompletableFuture<String> f = retry.callAsync(a -> CompletableFuture.completedFuture("x"));
        assertThat(f).isCompletedExceptionally();
        assertThat(retry.status().running()).isZero();
    }

    @Test
    void cancellingARetryInTheLimitersQueueGivesItBack() {
        Retry retry = Retry.builder(doubling(2)
                        .budget(RetryBudget.ratio(0.01).floor(1))
                        .limiter(Limiter.concurrency(1).queueTimeout(millis(1_000)))
                        .build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> f = retry.callAsync(a -> failed(Failure.passing("busy")));
        CompletableFuture<String> holder = new CompletableFuture<>();
        assertThat(retry.callAsync(a -> holder)).isNotDone();
        time.advance(millis(100));
        f.cancel(true);
        assertThat(retry.status().budgetRemaining()).isEqualTo(1);
    }

    @Test
    void callsThatTheBreakerRefusedGrantNoRetries() {
        Retry retry = Retry.builder(noDelay(1)
                        .budget(RetryBudget.ratio(0.2).floor(0))
                        .breaker(Breaker.failures(1))
                        .build())
                .virtualTime(time)
                .build();
        retry.tryCall(() -> {
            throw Failure.passing("x");
        });
        for (int i = 0; i < 100; i++) retry.tryCall(() -> "never");
        assertThat(retry.status().budgetRemaining()).isZero();
    }

    @Test
    void aStageThatTakesNoCallbacksCostsNoPlace() {
        // a stage that refuses a listener: the place must come back
        Retry retry = Retry.builder(noDelay(1).limiter(Limiter.concurrency(1)).build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> f = retry.callAsync(a -> new CompletableFuture<String>() {
            @Override
            public <U> CompletableFuture<U> handle(BiFunction<? super String, Throwable, ? extends U> callback) {
                throw new UnsupportedOperationException();
            }
        });
        assertThat(f).isCompletedExceptionally();
        assertThat(retry.status().running()).isZero();
    }

    @Test
    void aWaitForAPlaceThatTheDeadlineEndedSaysSo() {
        Retry retry = Retry.builder(noDelay(1)
                        .deadline(millis(100))
                        .limiter(Limiter.concurrency(1).queueTimeout(millis(100)))
                        .build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> st = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean b) {
                return false;
            }
        };
        CompletableFuture<?> unused = retry.callAsync(a -> st);
        CompletableFuture<String> f =
                Deadline.within(time, millis(20), () -> retry.callAsync(a -> CompletableFuture.completedFuture("x")));
        time.advance(millis(20));
        Throwable t = f.handle((v, e) -> e).join();
        assertThat(((GaveUpException) t).reason()).isEqualTo(StopReason.DEADLINE);
    }
}
