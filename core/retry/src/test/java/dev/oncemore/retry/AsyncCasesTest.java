package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.time.VirtualTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asynchronous calls: starters that fail, cancellation, and what they share with blocking calls. */
@Timeout(60)
class AsyncCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    private static <T> CompletableFuture<T> failed(Throwable failure) {
        return CompletableFuture.failedFuture(failure);
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        return future.handle((value, failure) -> failure).join();
    }

    @Test
    void waitsWithoutAThread_andSucceedsLater() {
        CompletableFuture<String> future = Retry.builder(doubling(3).build())
                .virtualTime(time)
                .build()
                .callAsync(attempt -> attempt.number() < 3
                        ? failed(Failure.passing("busy"))
                        : CompletableFuture.completedFuture("done"));

        time.advance(millis(100));
        assertThat(future).isNotDone();
        time.advance(millis(200));

        assertThat(future).isCompletedWithValue("done");
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void endsWithWhatABlockingCallWouldThrow() {
        Failure no = Failure.rejected("no");
        Retry retry = Retry.builder(noDelay(3).build()).virtualTime(time).build();

        assertThat(failureOf(retry.callAsync(attempt -> failed(Failure.passing("busy")))))
                .isInstanceOf(GaveUpException.class)
                .hasMessageContaining("after 3 of 3 attempts");
        assertThat(failureOf(retry.callAsync(attempt -> failed(no)))).isSameAs(no);
        assertThat(GaveUpException.of(no).orElseThrow().reason()).isEqualTo(StopReason.NOT_RETRYABLE);
    }

    @Test
    void aStarterThatThrowsOnTheSecondAttempt() {
        IllegalStateException bug = new IllegalStateException("bug");

        CompletableFuture<String> future = Retry.builder(noDelay(3).build())
                .virtualTime(time)
                .build()
                .callAsync(attempt -> {
                    if (attempt.isRetry()) {
                        throw bug;
                    }
                    return failed(Failure.passing("busy"));
                });

        assertThat(failureOf(future)).isSameAs(bug);
    }

    @Test
    void aStarterThatReturnsNull() {
        CompletableFuture<String> future = Retry.builder(noDelay(3).build())
                .virtualTime(time)
                .build()
                .callAsync(attempt -> attempt.isRetry() ? null : failed(Failure.passing("busy")));

        assertThat(failureOf(future))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("payments: the asynchronous work returned null instead of a CompletionStage");
    }

    @Test
    void aStarterThatThrowsAnError() {
        AssertionError error = new AssertionError("boom");

        assertThat(failureOf(Retry.builder(noDelay(3).build())
                        .virtualTime(time)
                        .build()
                        .callAsync(attempt -> {
                            throw error;
                        })))
                .isSameAs(error);
    }

    @Test
    void aTimerThatRejects() {
        Retry retry = Retry.builder(doubling(3).build()).virtualTime(time).build();
        time.rejectAlarms();

        Throwable failure = failureOf(retry.callAsync(attempt -> failed(Failure.passing("busy"))));

        assertThat(failure).isInstanceOf(GaveUpException.class);
        assertThat(((GaveUpException) failure).reason()).isEqualTo(StopReason.UNSCHEDULED);
        assertThat(retry.status().budgetRemaining()).as("given back").isEqualTo(10);
    }

    @Test
    void anExecutorThatRejects() {
        Retry retry = Retry.builder(doubling(3).build())
                .virtualTime(time)
                .executor(task -> {
                    throw new RejectedExecutionException("full");
                })
                .build();
        CompletableFuture<String> future = retry.callAsync(attempt -> failed(Failure.passing("busy")));

        time.advance(millis(100));

        assertThat(((GaveUpException) failureOf(future)).reason()).isEqualTo(StopReason.UNSCHEDULED);
    }

    @Test
    void cancellingTheFutureCancelsTheAttemptThatRuns() {
        CompletableFuture<String> running = new CompletableFuture<>();
        List<String> closed = new ArrayList<>();
        List<StopReason> abandoned = new ArrayList<>();
        Retry retry = Retry.builder(doubling(3).build())
                .virtualTime(time)
                .listener(event -> {
                    if (event instanceof RetryEvent.Abandoned end) {
                        abandoned.add(end.facts().reason());
                    }
                })
                .build();
        CompletableFuture<String> future = retry.callAsync(attempt -> {
            calls.incrementAndGet();
            attempt.onCancel(() -> closed.add("socket"));
            return running;
        });

        future.cancel(true);

        assertThat(running).isCancelled();
        assertThat(closed).containsExactly("socket");
        assertThat(future).isCancelled();
        assertThat(abandoned).containsExactly(StopReason.CANCELLED);
        time.advance(millis(10_000));
        assertThat(calls).hasValue(1);
    }

    @Test
    void cancellingTheFutureWhileItWaits_startsNothingMore() {
        CompletableFuture<String> future = Retry.builder(doubling(3).build())
                .virtualTime(time)
                .build()
                .callAsync(attempt -> {
                    calls.incrementAndGet();
                    return failed(Failure.passing("busy"));
                });

        future.cancel(true);
        time.advance(millis(10_000));

        assertThat(calls).hasValue(1);
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void endingTheFutureInAnyOtherWayStopsItToo() {
        CompletableFuture<String> running = new CompletableFuture<>();
        CompletableFuture<String> future =
                Retry.builder(doubling(3).build()).virtualTime(time).build().callAsync(attempt -> running);

        future.complete("enough");

        assertThat(running).isCancelled();
        assertThat(future).isCompletedWithValue("enough");
    }

    @Test
    void cancelRacingTheNextAttemptNeverLeavesOneRunning() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 300; round++) {
                VirtualTime own = new VirtualTime();
                List<CompletableFuture<String>> started = Collections.synchronizedList(new ArrayList<>());
                CompletableFuture<String> future = Retry.builder(doubling(3).build())
                        .virtualTime(own)
                        .build()
                        .callAsync(attempt -> {
                            CompletableFuture<String> stage = new CompletableFuture<>();
                            started.add(stage);
                            if (attempt.number() == 1) {
                                stage.completeExceptionally(Failure.passing("busy"));
                            }
                            return stage;
                        });
                CountDownLatch go = new CountDownLatch(1);
                var cancelling = threads.submit(() -> {
                    go.await();
                    return future.cancel(true);
                });
                var passing = threads.submit(() -> {
                    go.await();
                    own.advance(millis(100));
                    return true;
                });
                go.countDown();
                assertThat(cancelling.get(30, TimeUnit.SECONDS)).isTrue();
                passing.get(30, TimeUnit.SECONDS);
                assertThat(started).as("round %s", round).allMatch(CompletableFuture::isDone);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anAttemptThatTimesOutIsCancelled_andTheNextOneMayFollow() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        CompletableFuture<String> future = Retry.builder(
                        noDelay(2).attemptTimeout(millis(350)).build())
                .virtualTime(time)
                .build()
                .callAsync(
                        Safety.keyed("k"),
                        attempt -> attempt.isRetry() ? CompletableFuture.completedFuture("done") : slow);

        time.advance(millis(350));

        assertThat(slow).isCancelled();
        assertThat(future).isCompletedWithValue("done");
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void aCallThatBeganInsideATransactionIsNotRetriedLater() {
        Retry retry = Retry.builder(doubling(3).build()).virtualTime(time).build();
        CompletableFuture<String> running = new CompletableFuture<>();
        CompletableFuture<String> future = OpenTransaction.around(() -> retry.callAsync(attempt -> running));

        running.completeExceptionally(Failure.passing("busy"));

        assertThat(((GaveUpException) failureOf(future)).reason()).isEqualTo(StopReason.TRANSACTION);
    }

    @Test
    void thousandsOfImmediateRetriesNeedNoStack() {
        CompletableFuture<String> future = Retry.builder(
                        noDelay(10_000).unlimitedBudget().build())
                .virtualTime(time)
                .build()
                .callAsync(attempt -> attempt.number() < 10_000
                        ? failed(Failure.passing("busy"))
                        : CompletableFuture.completedFuture("done"));

        assertThat(future).isCompletedWithValue("done");
    }

    @Test
    void resultsThatStandForFailuresAreRetried() {
        CompletableFuture<Integer> future = Retry.builder(noDelay(3)
                        .classifier(Classifier.standard()
                                .onResult(
                                        Integer.class,
                                        status -> status == 503 ? Classification.transientFailure("503") : null))
                        .build())
                .virtualTime(time)
                .build()
                .callAsync(attempt -> CompletableFuture.completedFuture(attempt.isRetry() ? 200 : 503));

        assertThat(future).isCompletedWithValue(200);
    }

    @Test
    void blockingWorkOnAnExecutorIsInterruptedByCancel_andItsThreadIsCleanAfterwards() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch interrupted = new CountDownLatch(1);
            CompletableFuture<String> future = Retry.of(noDelay(3).build())
                    .callAsync(Safety.idempotent(), one, attempt -> {
                        started.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            interrupted.countDown();
                            throw e;
                        }
                        return "never";
                    });
            assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();

            future.cancel(true);

            assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(one.submit(() -> Thread.currentThread().isInterrupted()).get(30, TimeUnit.SECONDS))
                    .isFalse();
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void inRealTime_aMillisecondOfBackoffPasses() throws Exception {
        CompletableFuture<String> future = Retry.preset("api")
                .callAsync(attempt -> attempt.isRetry()
                        ? CompletableFuture.completedFuture("done")
                        : failed(Failure.passing("busy")));

        assertThat(future.get(30, TimeUnit.SECONDS)).isEqualTo("done");
    }
}
