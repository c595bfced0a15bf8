package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.retry.policy.TimeoutKind;
import dev.oncemore.time.VirtualTime;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Time limits of blocking calls without an alarm for each: as punctual, and nothing but the attempt is hit. */
class WatchdogTest {
    private final VirtualTime time = new VirtualTime();
    private final Watchdog watchdog = new Watchdog(time);
    private final AtomicInteger calls = new AtomicInteger();

    private Retry engine(RetryPolicy.Builder policy) {
        return Retry.builder(policy.build())
                .virtualTime(time)
                .watchdog(watchdog)
                .build();
    }

    private static RetryPolicy.Builder limit(long timeoutMillis) {
        return noDelay(2).attemptTimeout(millis(timeoutMillis)).deadline(millis(100_000));
    }

    private String sleep(long sleepMillis) throws InterruptedException {
        calls.incrementAndGet();
        time.sleep(millis(sleepMillis).toNanos());
        return "slept";
    }

    @Test
    void anAttemptEndsExactlyAtItsLimit_andIsRetried() {
        Retry retry = engine(limit(350));

        Throwable thrown = catchThrowable(() -> retry.call(Safety.idempotent(), () -> sleep(1_000)));

        assertThat(thrown)
                .isInstanceOf(GaveUpException.class)
                .hasCauseInstanceOf(AttemptTimeoutException.class)
                .hasMessageContaining("no answer within the attempt timeout of 350 ms");
        assertThat(calls).hasValue(2);
        assertThat(time.elapsed()).isEqualTo(millis(700));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void theDeadlineEndsTheFirstAttempt_whenItIsTheShorterLimit() {
        Retry retry = engine(noDelay(2).deadline(millis(800)));

        Throwable thrown = catchThrowable(() -> retry.call(Safety.idempotent(), () -> sleep(1_000)));

        GaveUp facts = ((GaveUpException) thrown).facts();
        assertThat(facts.reason()).isEqualTo(StopReason.DEADLINE);
        assertThat(((AttemptTimeoutException) facts.failure()).timeout()).isEqualTo(TimeoutKind.TOTAL);
        assertThat(facts.mayHaveHappened()).isTrue();
        assertThat(time.elapsed()).isEqualTo(millis(800));
    }

    @Test
    void laterAttemptsHaveWhatIsLeftOfTheDeadline() {
        Retry retry = engine(noDelay(5).attemptTimeout(millis(300)).deadline(millis(500)));

        assertThat(catchThrowable(() -> retry.call(Safety.idempotent(), () -> sleep(1_000))))
                .isInstanceOf(GaveUpException.class);
        assertThat(calls).hasValue(2);
        assertThat(time.elapsed()).isEqualTo(millis(500));
    }

    @Test
    void oneAlarmServesManyCalls_andGoesWhenNothingRuns() {
        Retry retry = engine(limit(100));

        for (int i = 0; i < 1_000; i++) {
            assertThat(retry.<String, RuntimeException>call(() -> "done")).isEqualTo("done");
        }
        assertThat(time.alarmsWaiting()).isEqualTo(1);
        time.advance(millis(250));

        assertThat(time.alarmsWaiting()).isZero();
        assertThat(catchThrowable(() -> retry.call(() -> sleep(1_000)))).isInstanceOf(GaveUpException.class);
        assertThat(time.elapsed()).as("set again").isEqualTo(millis(350));
    }

    @Test
    void aCallThatStartsJustBeforeAScanIsStillPunctual() throws Exception {
        Retry retry = engine(limit(100));
        retry.call(() -> "sets the alarm");
        time.advance(millis(99));

        assertThat(catchThrowable(() -> retry.call(() -> sleep(1_000)))).isInstanceOf(GaveUpException.class);

        assertThat(time.elapsed()).isEqualTo(millis(199));
    }

    @Test
    void anEngineWithAShorterLimitIsPunctual_thoughTheAlarmWasSetForALongerOne() throws Exception {
        engine(limit(60_000)).call(() -> "sets the alarm");
        Retry quick = engine(limit(100));

        assertThat(catchThrowable(() -> quick.call(() -> sleep(1_000)))).isInstanceOf(GaveUpException.class);

        assertThat(time.elapsed()).isEqualTo(millis(100));
    }

    @Test
    void aLimitTooShortToWatchHasItsOwnAlarm() {
        Retry retry = engine(limit(20));

        assertThat(catchThrowable(() -> retry.call(() -> sleep(1_000)))).isInstanceOf(GaveUpException.class);
        assertThat(time.elapsed()).isEqualTo(millis(20));
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void aLateValueCounts_andItsInterruptIsGone() throws Exception {
        Retry retry = engine(limit(100));

        String value = retry.call(() -> {
            time.advance(millis(150));
            return "late";
        });

        assertThat(value).isEqualTo("late");
        assertThat(Thread.interrupted()).isFalse();
        assertThat(retry.<String, RuntimeException>call(() -> "next")).isEqualTo("next");
    }

    @Test
    void aLateRejectionIsTheAnswer() {
        Retry retry = engine(limit(100));

        assertThat(catchThrowable(() -> retry.call(Safety.keyed("k"), () -> {
                    time.advance(millis(150));
                    throw Failure.rejected("no");
                })))
                .isInstanceOf(Failure.class)
                .hasMessage("no");
    }

    @Test
    void anInterruptFromElsewhereIsKept() {
        Retry retry = engine(limit(100));

        Throwable thrown = catchThrowable(() -> retry.call(() -> {
            Thread.currentThread().interrupt();
            throw Failure.passing("busy");
        }));

        assertThat(thrown).isInstanceOf(GaveUpException.class).hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void workSeesItsAttempt_withTheTimeLeftAndHooks() throws Exception {
        Retry retry = engine(limit(100));
        List<String> hooks = new ArrayList<>();

        String value = retry.attempt(Safety.keyed("k"), attempt -> {
            assertThat(attempt.remaining()).isEqualTo(millis(100));
            assertThat(Deadline.remaining()).contains(millis(100));
            assertThat(attempt.key()).contains("k");
            attempt.onCancel(() -> hooks.add("closed"));
            time.advance(millis(150));
            assertThat(attempt.isCancelled()).isTrue();
            return "late";
        });

        assertThat(value).isEqualTo("late");
        assertThat(hooks).containsExactly("closed");
        assertThat(Deadline.remaining()).isEmpty();
    }

    @Test
    void aCallInsideIsUnderTheSameLimit_andItsOwnTimeoutDoesNotHideTheOuterOne() {
        Retry outer = engine(limit(100));
        Retry inner = engine(limit(5_000));
        AtomicInteger reached = new AtomicInteger();

        Throwable thrown = catchThrowable(() -> outer.call(() -> {
            try {
                return inner.call(() -> sleep(1_000));
            } finally {
                reached.incrementAndGet();
            }
        }));

        assertThat(thrown).isInstanceOf(GaveUpException.class);
        assertThat(time.elapsed()).isEqualTo(millis(100));
        assertThat(reached).hasValue(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aCallThatLeavesTheOuterDeadlineKeepsItsOwn() throws Exception {
        Retry outer = engine(limit(10_000));
        Retry inner = engine(limit(100));

        outer.call(() -> Deadline.without(() -> {
            assertThat(catchThrowable(() -> inner.call(() -> sleep(1_000)))).isInstanceOf(GaveUpException.class);
            return "done";
        }));

        assertThat(time.elapsed()).isEqualTo(millis(100));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void withoutATimerNothingStarts() {
        Retry retry = engine(limit(100));
        time.rejectAlarms();

        Throwable thrown = catchThrowable(() -> retry.call(() -> sleep(10)));

        assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.UNSCHEDULED);
        assertThat(calls).hasValue(0);
    }

    @Test
    void aCallThatTheBreakerRefusesLeavesNothingBehind() {
        Retry retry = engine(limit(100).breaker(Breaker.failures(2).coolDown(Duration.ofMinutes(1))));
        assertThat(catchThrowable(() -> retry.call(() -> {
                    throw Failure.passing("down");
                })))
                .isInstanceOf(GaveUpException.class);

        for (int i = 0; i < 10; i++) {
            assertThat(catchThrowable(() -> retry.call(() -> sleep(10))))
                    .isInstanceOfSatisfying(
                            GaveUpException.class, e -> assertThat(e.reason()).isEqualTo(StopReason.BREAKER));
        }
        time.advance(millis(300));
        assertThat(time.alarmsWaiting()).isZero();
        assertThat(Thread.interrupted()).isFalse();
    }

    /** A channel in which threads wait, and that cannot be closed. */
    private static final class Stubborn extends AbstractInterruptibleChannel {
        void waitHere(Action<InterruptedException> work) throws InterruptedException, AsynchronousCloseException {
            begin();
            try {
                work.run();
            } finally {
                end(true);
            }
        }

        @Override
        protected void implCloseChannel() {
            throw new IllegalStateException("cannot be closed");
        }
    }

    @Test
    void aChannelThatFailsWhenItIsInterruptedStopsNeitherTheCallNorTheWatchdog() throws InterruptedException {
        Retry retry = engine(limit(100));

        Thread timer = new Thread(() -> time.advance(millis(100)));

        Throwable thrown = catchThrowable(() -> retry.run(() -> new Stubborn().waitHere(() -> {
            timer.start();
            new CountDownLatch(1).await();
        })));
        timer.join();

        assertThat(thrown).isInstanceOf(GaveUpException.class).hasCauseInstanceOf(AttemptTimeoutException.class);
        assertThat(retry.status().hookFailures())
                .as("JDK 17 throws the channel's failure out of the interrupt, later ones swallow it")
                .isLessThanOrEqualTo(1);
        assertThat(catchThrowable(() -> retry.call(() -> sleep(1_000)))).isInstanceOf(GaveUpException.class);
        assertThat(time.elapsed()).isEqualTo(millis(200));
    }

    @Test
    void moreCallsThanPlacesAreAllLimited() throws Exception {
        int many = 700;
        Retry retry = Retry.of(
                noDelay(1).attemptTimeout(millis(200)).deadline(millis(60_000)).build());
        CountDownLatch running = new CountDownLatch(many);
        AtomicInteger timedOut = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            Thread thread = new Thread(
                    null,
                    () -> {
                        Throwable thrown = catchThrowable(() -> retry.call(() -> {
                            running.countDown();
                            return never.await(1, TimeUnit.MINUTES);
                        }));
                        if (thrown instanceof GaveUpException e
                                && e.getCause() instanceof AttemptTimeoutException
                                && !Thread.interrupted()) {
                            timedOut.incrementAndGet();
                        }
                    },
                    "caller-" + i,
                    128 * 1024);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(running.getCount()).isZero();
        assertThat(timedOut).hasValue(many);
    }

    /** On virtual threads, where the JDK has them. */
    @Test
    void manyShortLivedThreadsAreWatched_andLeaveNothing() {
        Retry retry = Retry.of(noDelay(1).attemptTimeout(millis(100)).build());
        CountDownLatch never = new CountDownLatch(1);
        List<CompletableFuture<Boolean>> calls = IntStream.range(0, 300)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> {
                            Throwable thrown = catchThrowable(() -> retry.call(() -> {
                                return i % 3 == 0 || never.await(1, TimeUnit.MINUTES);
                            }));
                            boolean expected = i % 3 == 0 ? thrown == null : thrown instanceof GaveUpException;
                            return expected && !Thread.interrupted();
                        },
                        Workers.blocking()))
                .toList();

        assertThat(calls).allSatisfy(call -> assertThat(call.join()).isTrue());
    }

    @Test
    void inSystemTimeAHangingCallIsInterrupted_onItsOwnThread() {
        Retry retry = Retry.of(noDelay(1).attemptTimeout(millis(60)).build());
        AtomicReference<Thread> ran = new AtomicReference<>();

        Throwable thrown = catchThrowable(() -> retry.call(() -> {
            ran.set(Thread.currentThread());
            return new CountDownLatch(1).await(1, TimeUnit.MINUTES);
        }));

        assertThat(thrown).hasCauseInstanceOf(AttemptTimeoutException.class);
        assertThat(ran).hasValue(Thread.currentThread());
    }
}
