package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.Policies.Failure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocking work without a value, on other threads. */
@Timeout(60)
class RunAsyncTest {
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void runsElsewhere_andIsRetried() throws Exception {
        AtomicReference<Thread> ran = new AtomicReference<>();
        CompletableFuture<Void> done = Retry.of(noDelay(3).build()).runAsync(() -> {
            ran.set(Thread.currentThread());
            if (runs.incrementAndGet() < 3) {
                throw Failure.passing("down");
            }
        });

        assertThat(done.get(30, TimeUnit.SECONDS)).isNull();
        assertThat(runs).hasValue(3);
        assertThat(ran.get()).isNotSameAs(Thread.currentThread());
    }

    @Test
    void runsOnTheGivenExecutor_andATimeoutInterruptsIt() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor(task -> new Thread(task, "mine"));
        try {
            CountDownLatch never = new CountDownLatch(1);
            CountDownLatch interrupted = new CountDownLatch(1);
            AtomicReference<String> ran = new AtomicReference<>();
            CompletableFuture<Void> done = Retry.of(
                            noDelay(1).attemptTimeout(millis(20)).build())
                    .runAsync(Safety.idempotent(), threads, () -> {
                        ran.set(Thread.currentThread().getName());
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            interrupted.countDown();
                            throw e;
                        }
                    });

            assertThatThrownBy(() -> done.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(GaveUpException.class);
            assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(ran).hasValue("mine");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aLostReplyIsRetriedOnlyIfDeclaredSafe() {
        Retry retry = Retry.of(noDelay(3).build());
        Action<Failure> lost = () -> {
            runs.incrementAndGet();
            throw Failure.unknown("lost");
        };
        assertThatThrownBy(() -> retry.runAsync(lost).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(GaveUpException.class);
        assertThat(runs).hasValue(1);
        assertThatThrownBy(() -> retry.runAsync(Safety.idempotent(), lost).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(GaveUpException.class);
        assertThat(runs).hasValue(4);
    }
}
