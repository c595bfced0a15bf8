package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static dev.oncemore.retry.Policies.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What once went wrong with timeouts, interrupts and futures, and must not again. */
@Timeout(60)
class EngineAccidentsTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    @AfterEach
    void clearTheFlag() {
        boolean unused = Thread.interrupted();
    }

    private static <T> CompletableFuture<T> failed(Throwable failure) {
        return CompletableFuture.failedFuture(failure);
    }

    @Test
    void anInnerTimeoutIsNoInterruptForTheOuterEngine() {
        Retry outer = Retry.builder(noDelay(3).build()).virtualTime(time).build();
        Retry inner = Retry.builder(noDelay(3).attemptTimeout(millis(50)).build())
                .virtualTime(time)
                .build();
        Throwable thrown = catchThrowable(() -> outer.call(
                Safety.idempotent(),
                () -> inner.call(Safety.idempotent(), () -> {
                    calls.incrementAndGet();
                    time.sleep(millis(100).toNanos());
                    return "never";
                })));
        boolean flag = Thread.interrupted();
        assertThat(thrown).isInstanceOf(GaveUpException.class);
        assertThat(flag).as("nobody interrupted this thread").isFalse();
        assertThat(calls).hasValue(3);
    }

    @Test
    void aFailureThatCannotDescribeItselfStillEndsTheFuture() {
        CompletableFuture<String> f =
                Retry.builder(noDelay(3).build()).virtualTime(time).build().callAsync(a -> failed(new Mute()));
        assertThat(f.isDone()).isTrue();
    }

    @Test
    void aFailureThatCannotDescribeItselfReachesTheCaller() {
        Mute mute = new Mute();
        Throwable thrown = catchThrowable(() -> Retry.builder(noDelay(3).build())
                .virtualTime(time)
                .build()
                .call(() -> {
                    throw mute;
                }));
        assertThat(thrown == mute).isTrue();
    }

    @Test
    void aRandomGeneratorThatThrowsStillEndsTheFuture() {
        RandomGenerator broken = () -> {
            throw new IllegalStateException("no entropy");
        };
        Retry retry = Retry.builder(RetryPolicy.named("p").maxAttempts(3).build())
                .virtualTime(time)
                .random(broken)
                .build();
        CompletableFuture<String> f = retry.callAsync(a -> failed(Failure.passing("busy")));
        assertThat(f.isDone()).isTrue();
    }

    @Test
    void aTimeoutFiresThoughTheExecutorIsBusyWithTheVeryWork() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            Retry retry = Retry.builder(noDelay(1)
                            .hedge(Hedge.after(millis(20)))
                            .attemptTimeout(millis(100))
                            .build())
                    .executor(one)
                    .build();
            CompletableFuture<Throwable> ended =
                    CompletableFuture.supplyAsync(() -> catchThrowable(() -> retry.call(Safety.idempotent(), () -> {
                        new CountDownLatch(1).await();
                        return "never";
                    })));
            assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(GaveUpException.class);
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void theWaitForAThreadCountsAgainstTheDeadline() {
        Retry retry = Retry.builder(noDelay(1).attemptTimeout(millis(350)).build())
                .virtualTime(time)
                .build();
        List<Runnable> queue = new ArrayList<>();
        AtomicReference<Duration> seen = new AtomicReference<>();
        CompletableFuture<String> f = retry.callAsync(Safety.idempotent(), queue::add, a -> {
            seen.set(Deadline.remaining().orElseThrow());
            assertThat(a.remaining()).isEqualTo(millis(150));
            return "x";
        });
        time.advance(millis(200));
        queue.get(0).run();
        assertThat(f).isCompletedWithValue("x");
        assertThat(seen).hasValue(millis(150));
    }

    @Test
    void anEarlierUnknownOutcomeIsNotForgotten() {
        Retry inner = Retry.builder(noDelay(2).nested(Nesting.RETRY).build())
                .virtualTime(time)
                .build();
        Throwable thrown = catchThrowable(() -> inner.attempt(Safety.keyed("k"), a -> {
            throw a.isRetry() ? Failure.passing("refused") : Failure.unknown("lost");
        }));
        assertThat(((GaveUpException) thrown).classification().needsIdempotency())
                .isTrue();
    }

    @Test
    void aDeadlineThatEndsExactlyAtTheLargestReading() {
        VirtualTime edge = new VirtualTime(Long.MAX_VALUE - millis(800).toNanos());
        Retry retry = Retry.builder(noDelay(2).deadline(millis(800)).build())
                .virtualTime(edge)
                .build();
        Throwable thrown = catchThrowable(() -> retry.call(() -> {
            edge.sleep(millis(2_000).toNanos());
            return "never";
        }));
        assertThat(thrown).isInstanceOf(GaveUpException.class);
        assertThat(edge.elapsed()).isEqualTo(millis(800));
    }

    @Test
    void tryCallAnswersACancellationOfHedgedWork() {
        Retry retry = Retry.of(noDelay(1).hedge(Hedge.after(millis(4_000))).build());
        CallResult<String> o = retry.tryCall(Safety.idempotent(), () -> {
            throw new CancellationException("x");
        });
        assertThat(o).isInstanceOf(CallResult.Failure.class);
    }

    @Test
    void theUnwantedValueOfACopyIsClosed() {
        AtomicInteger closed = new AtomicInteger();
        AutoCloseable busy = closed::incrementAndGet;
        Retry retry = Retry.builder(noDelay(1)
                        .hedge(Hedge.after(millis(50)))
                        .classifier(Classifier.standard()
                                .onResult(AutoCloseable.class, v -> Classification.transientFailure("503")))
                        .build())
                .virtualTime(time)
                .build();
        List<CompletableFuture<Object>> copies = new ArrayList<>();
        CompletableFuture<Object> call = retry.callAsync(Safety.idempotent(), a -> {
            CompletableFuture<Object> c = new CompletableFuture<>();
            copies.add(c);
            return c;
        });
        time.advance(millis(50));
        copies.get(0).complete(busy);
        copies.get(1).complete("good");
        assertThat(call).isCompletedWithValue("good");
        assertThat(closed).hasValue(1);
    }

    @Test
    void anInnerEngineDoesNotEatTheOutersTimeout() {
        Retry outer = Retry.builder(noDelay(1).attemptTimeout(millis(100)).build())
                .virtualTime(time)
                .build();
        Retry inner = Retry.builder(noDelay(1).attemptTimeout(millis(50)).build())
                .virtualTime(time)
                .build();
        Throwable thrown = catchThrowable(() -> outer.call(Safety.idempotent(), () -> {
            inner.call(() -> {
                time.advance(millis(150));
                return "late";
            });
            time.sleep(millis(1_000).toNanos());
            return "never";
        }));
        assertThat(thrown).isInstanceOf(GaveUpException.class);
        assertThat(time.elapsed()).isLessThan(millis(1_000));
    }

    @Test
    void withoutATimerABlockingCallWithATimeoutIsNotStarted() {
        Retry retry = Retry.builder(noDelay(3).attemptTimeout(millis(50)).build())
                .virtualTime(time)
                .build();
        time.rejectAlarms();
        GaveUp facts = retry.tryCall(Safety.idempotent(), () -> {
                    calls.incrementAndGet();
                    return "x";
                })
                .fold(s -> null, g -> g);
        assertThat(facts == null || facts.reason() == StopReason.UNSCHEDULED).isTrue();
    }

    @Test
    void withoutATimerAnAsynchronousCallWithATimeoutIsNotStarted() {
        Retry retry = Retry.builder(noDelay(3).attemptTimeout(millis(50)).build())
                .virtualTime(time)
                .build();
        time.rejectAlarms();
        CompletableFuture<String> f = retry.callAsync(a -> {
            calls.incrementAndGet();
            return CompletableFuture.completedFuture("x");
        });
        Throwable t = f.handle((v, e) -> e).join();
        assertThat(t == null || ((GaveUpException) t).reason() == StopReason.UNSCHEDULED)
                .isTrue();
    }

    @Test
    void withoutATimerNothingIsHedged() {
        Retry retry = Retry.builder(unlimited(noDelay(1).hedge(Hedge.after(millis(50)))))
                .virtualTime(time)
                .build();
        time.rejectAlarms();
        List<Boolean> order = new ArrayList<>();
        CompletableFuture<?> unused = retry.callAsync(Safety.idempotent(), a -> {
            order.add(a.isCopy());
            return new CompletableFuture<>();
        });
        assertThat(order).containsExactly(false);
    }

    @Test
    void completeAsyncStopsTheAttemptToo() {
        CompletableFuture<String> running = new CompletableFuture<>();
        CompletableFuture<String> f =
                Retry.builder(noDelay(3).build()).virtualTime(time).build().callAsync(a -> running);
        f.completeAsync(() -> "enough", Runnable::run);
        assertThat(f).isCompletedWithValue("enough");
        assertThat(running).isCancelled();
    }

    @Test
    void aTimeoutNamedLikeAnInterruptIsNoInterrupt() {
        Retry retry = Retry.builder(noDelay(3)
                        .classifier(Classifier.standard().transientOn(ConnectTimeoutException.class))
                        .build())
                .virtualTime(time)
                .build();
        Throwable unused = catchThrowable(() -> retry.call(() -> {
            calls.incrementAndGet();
            throw new ConnectTimeoutException();
        }));
        boolean flag = Thread.interrupted();
        assertThat(calls).hasValue(3);
        assertThat(flag).isFalse();
    }

    @Test
    void anInterruptOfAHedgedCallKeepsEarlierFailures() throws Exception {
        List<StopReason> told = new CopyOnWriteArrayList<>();
        CountDownLatch waiting = new CountDownLatch(1);
        Retry retry = Retry.builder(RetryPolicy.named("p")
                        .maxAttempts(2)
                        .backoff(Backoff.fixed(Duration.ofSeconds(20)))
                        .hedge(Hedge.after(millis(1_000)))
                        .build())
                .listener(e -> {
                    if (e instanceof RetryEvent.Abandoned a) told.add(a.facts().reason());
                    if (e instanceof RetryEvent.RetryScheduled) waiting.countDown();
                })
                .build();
        Failure busy = Failure.passing("busy");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread t = new Thread(() -> thrown.set(catchThrowable(() -> retry.call(Safety.idempotent(), () -> {
            throw busy;
        }))));
        t.start();
        assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
        t.interrupt();
        t.join(10_000);
        assertThat(told).containsExactly(StopReason.INTERRUPTED);
        assertThat(thrown.get().getSuppressed()).contains(busy);
    }

    @Test
    void aWrappedErrorIsNotRetried() {
        Retry retry = Retry.builder(noDelay(3)
                        .classifier(f -> Classification.transientFailure("all"))
                        .build())
                .virtualTime(time)
                .build();
        Throwable unused = catchThrowable(() -> retry.call(() -> {
            calls.incrementAndGet();
            throw new ExecutionException(new OutOfMemoryError("x"));
        }));
        assertThat(calls).hasValue(1);
    }

    @Test
    void noSecondCopyInsideATransaction() {
        Retry retry = Retry.builder(noDelay(1).hedge(Hedge.after(millis(50))).build())
                .virtualTime(time)
                .build();
        CompletableFuture<?> unused = OpenTransaction.around(() -> retry.callAsync(Safety.idempotent(), a -> {
            calls.incrementAndGet();
            return new CompletableFuture<>();
        }));
        time.advance(millis(500));
        assertThat(calls).hasValue(1);
    }

    @Test
    void theDeadlineMayPassWhileItWaitsForAThread() {
        List<Runnable> queue = new ArrayList<>();
        Retry retry = Retry.builder(doubling(3).deadline(millis(300)).build())
                .virtualTime(time)
                .executor(queue::add)
                .build();
        CompletableFuture<String> f = retry.callAsync(a -> failed(Failure.passing("busy")));
        time.advance(millis(500));
        queue.get(0).run();
        Throwable t = f.handle((v, e) -> e).join();
        assertThat(t).hasMessageContaining("the deadline has passed");
    }

    @Test
    void anErrorCarriesEarlierFailures() {
        Failure busy = Failure.passing("busy");
        AssertionError error = new AssertionError("boom");
        Throwable unused = catchThrowable(() -> Retry.builder(noDelay(3).build())
                .virtualTime(time)
                .build()
                .attempt(a -> {
                    if (a.isRetry()) throw error;
                    throw busy;
                }));
        assertThat(error.getSuppressed()).contains(busy);
    }

    @Test
    void aDeadlineFiresThoughItsExecutorIsBusyWithTheWork() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            Retry retry = Retry.builder(noDelay(1).deadline(millis(100)).build())
                    .executor(one)
                    .build();
            CompletableFuture<String> f = retry.callAsync(Safety.idempotent(), one, a -> {
                new CountDownLatch(1).await();
                return "never";
            });
            Throwable t = catchThrowable(() -> f.get(30, TimeUnit.SECONDS));
            assertThat(t).isInstanceOf(ExecutionException.class);
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void anOuterCallWithoutAKeyDoesNotRepeatWhatMayHaveHappened() {
        Retry outer = Retry.builder(noDelay(2).build()).virtualTime(time).build();
        Retry inner = Retry.builder(noDelay(2).nested(Nesting.RETRY).build())
                .virtualTime(time)
                .build();
        Throwable unused = catchThrowable(() -> outer.call(() -> inner.attempt(Safety.keyed("k"), a -> {
            calls.incrementAndGet();
            throw a.isRetry() ? Failure.passing("refused") : Failure.unknown("lost");
        })));
        assertThat(calls).as("the outer call declares nothing").hasValue(2);
    }

    @Test
    void anotherThreadsInterruptIsNotThisThreads() {
        Retry retry = Retry.builder(noDelay(2).build()).virtualTime(time).build();
        Throwable unused = catchThrowable(() -> retry.call(() -> {
            throw new ExecutionException(new InterruptedException("a worker's"));
        }));
        assertThat(Thread.interrupted()).as("this thread was never interrupted").isFalse();
    }

    private static final class Mute extends Exception {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    /** As some HTTP clients name theirs. */
    private static final class ConnectTimeoutException extends InterruptedIOException {
        private static final long serialVersionUID = 1L;
    }
}
