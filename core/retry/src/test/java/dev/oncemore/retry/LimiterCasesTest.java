package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The concurrency limiter and its queue. */
@Timeout(60)
class LimiterCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<String>> running = new ArrayList<>();

    private CompletableFuture<String> start(Retry retry) {
        return retry.callAsync(Safety.idempotent(), attempt -> {
            CompletableFuture<String> stage = new Stubborn();
            running.add(stage);
            return stage;
        });
    }

    @Test
    void anAttemptThatTimedOutButStillRunsKeepsItsPlace() {
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(Limiter.concurrency(1))
                        .attemptTimeout(millis(100))
                        .build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> first = start(retry);
        time.advance(millis(100));
        assertThat(first).isCompletedExceptionally();

        assertThat(retry.status().running()).isEqualTo(1);
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(() -> "never"))
                .withMessage("payments: gave up before the first attempt: no place in the limiter came free in time");

        running.get(0).complete("late");
        assertThat(retry.status().running()).isZero();
        assertThat(retry.call(() -> "now")).isEqualTo("now");
    }

    @Test
    void blockingWorkOnAThreadKeepsItsPlaceUntilTheThreadIsDone() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Retry retry = Retry.builder(noDelay(1)
                            .limiter(Limiter.concurrency(1))
                            .attemptTimeout(millis(100))
                            .build())
                    .virtualTime(time)
                    .build();
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch ended = new CountDownLatch(1);
            CompletableFuture<String> call = retry.callAsync(Safety.idempotent(), threads, attempt -> {
                started.countDown();
                boolean waiting = true;
                while (waiting) {
                    try {
                        release.await();
                        waiting = false;
                    } catch (InterruptedException e) {
                        // Deaf to interrupts, as a socket read on a platform thread is.
                        waiting = release.getCount() > 0;
                    }
                }
                ended.countDown();
                return "late";
            });
            assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
            time.advance(millis(100));
            assertThat(call).isCompletedExceptionally();
            assertThat(retry.status().running()).isEqualTo(1);

            release.countDown();
            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            threads.shutdown();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            assertThat(retry.status().running()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void thoseWhoQueueAreServedInOrder() {
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(Limiter.concurrency(1).queueTimeout(millis(100)))
                        .build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> first = start(retry);
        CompletableFuture<String> second = start(retry);
        CompletableFuture<String> third = start(retry);
        assertThat(running).hasSize(1);
        assertThat(retry.status().queued()).isEqualTo(2);

        running.get(0).complete("one");
        running.get(1).complete("two");
        running.get(2).complete("three");

        assertThat(first).isCompletedWithValue("one");
        assertThat(second).isCompletedWithValue("two");
        assertThat(third).isCompletedWithValue("three");
        assertThat(retry.status().running()).isZero();
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void aCallThatQueuesTooLongIsRefused() {
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(Limiter.concurrency(1).queueTimeout(millis(100)))
                        .build())
                .virtualTime(time)
                .build();
        assertThat(start(retry)).isNotDone();
        CompletableFuture<String> second = start(retry);

        time.advance(millis(100));

        assertThat(second).isCompletedExceptionally();
        assertThat(retry.status().queued()).isZero();
        running.get(0).complete("one");
        assertThat(retry.status().running()).isZero();
    }

    @Test
    void theQueueIsBounded() {
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(
                                Limiter.concurrency(1).queueTimeout(millis(100)).queueSize(1))
                        .build())
                .virtualTime(time)
                .build();
        assertThat(start(retry)).isNotDone();
        assertThat(start(retry)).isNotDone();

        assertThat(start(retry)).isCompletedExceptionally();
    }

    @Test
    void cancellingWhileQueuedLeavesThePlaceToOthers() {
        Retry retry = Retry.builder(noDelay(1)
                        .limiter(Limiter.concurrency(1).queueTimeout(millis(100)))
                        .build())
                .virtualTime(time)
                .build();
        assertThat(start(retry)).isNotDone();
        CompletableFuture<String> second = start(retry);
        CompletableFuture<String> third = start(retry);

        second.cancel(true);
        running.get(0).complete("one");
        running.get(1).complete("three");

        assertThat(third).isCompletedWithValue("three");
        assertThat(retry.status().running()).isZero();
    }

    @Test
    void blockingCallersShareThePlaces_andNeverRunMoreThanAllowed() throws Exception {
        Retry retry = Retry.of(noDelay(3)
                .unlimitedBudget()
                .limiter(Limiter.concurrency(3).queueTimeout(millis(30_000)))
                .build());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                results.add(threads.submit(() -> retry.attempt(attempt -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    try {
                        if (attempt.number() == 1) {
                            throw Failure.passing("busy");
                        }
                        return attempt.number();
                    } finally {
                        inside.decrementAndGet();
                    }
                })));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo(2);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(most.get()).isLessThanOrEqualTo(3);
        assertThat(retry.status().running()).isZero();
    }

    /** Work that cannot be cancelled. */
    private static final class Stubborn extends CompletableFuture<String> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
        }
    }
}
