package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.retry.policy.TimeoutKind;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlines, timeouts, hints and clocks. */
class TimeCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    private String fail(Failure failure) throws Failure {
        calls.incrementAndGet();
        throw failure;
    }

    @Test
    void aDelayBelowAMillisecondIsSleptInFull() throws InterruptedException {
        long start = Time.system().nanoTime();
        Time.system().sleep(300_000);

        assertThat(Time.system().nanoTime() - start).isGreaterThanOrEqualTo(300_000);
    }

    @Test
    void givesUpAtOnce_whenTheDelayDoesNotFitTheDeadline() {
        Failure last = Failure.passing("busy");
        Retry retry = Retry.builder(doubling(5).deadline(millis(319)).build())
                .virtualTime(time)
                .build();

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(() -> fail(last)))
                .withMessage(
                        "payments: gave up after 3 of 5 attempts in 300 ms: the next delay (400 ms) does not fit the"
                                + " deadline (19 ms left); last failure: TRANSIENT busy")
                .withCause(last)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.DEADLINE));
        assertThat(calls).hasValue(3);
        assertThat(time.elapsed()).as("the last delay was not slept").isEqualTo(millis(300));
    }

    @Test
    void aDelayThatFitsExactlyLeavesNoTimeForTheAttempt() {
        Retry retry = Retry.builder(doubling(5).deadline(millis(100)).build())
                .virtualTime(time)
                .build();

        GaveUp facts = retry.tryCall(() -> fail(Failure.passing("busy"))).fold(success -> null, gaveUp -> gaveUp);

        assertThat(facts.reason()).isEqualTo(StopReason.DEADLINE);
        assertThat(calls).hasValue(1);
        assertThat(time.sleeps()).as("not slept").isEmpty();
    }

    @Test
    void neverBeforeTheHint_whenItIsLongerThanTheBackoff() {
        Retry retry = Retry.builder(doubling(2).build()).virtualTime(time).build();

        assertThat(catchThrowable(() -> retry.call(() -> fail(Failure.throttled(Duration.ofSeconds(7))))))
                .isNotNull();
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void keepsItsOwnDelay_whenTheHintIsShorter() {
        Retry retry = Retry.builder(doubling(2).build()).virtualTime(time).build();

        assertThat(catchThrowable(() -> retry.call(() -> fail(Failure.throttled(millis(1))))))
                .isNotNull();
        assertThat(time.sleeps()).containsExactly(millis(100));
    }

    @Test
    void givesUpNow_whenTheHintIsBeyondTheDeadline() {
        Retry retry = Retry.builder(doubling(5).deadline(Duration.ofSeconds(5)).build())
                .virtualTime(time)
                .build();

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(() -> fail(Failure.throttled(Duration.ofSeconds(7)))))
                .withMessageContaining("the next delay (7 s) does not fit the deadline (5 s left)");
        assertThat(calls).hasValue(1);
        assertThat(time.elapsed()).isZero();
    }

    @Test
    void givesUpNow_whenThereIsNoDeadlineButTheHintIsAbsurd() {
        Retry retry = Retry.builder(doubling(5).noDeadline().build())
                .virtualTime(time)
                .build();

        GaveUp facts = retry.tryCall(() -> fail(Failure.throttled(Duration.ofDays(400))))
                .fold(success -> null, gaveUp -> gaveUp);

        assertThat(facts.reason()).isEqualTo(StopReason.HINT);
        assertThat(facts.message()).contains("the other side asks to wait 400 d");
        assertThat(time.elapsed()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, Long.MAX_VALUE - 150_000_000, Long.MIN_VALUE, -1})
    void aTickerThatWrapsChangesNothing(long start) {
        VirtualTime wrapping = new VirtualTime(start);
        RetryPolicy policy = doubling(3)
                .deadline(Duration.ofSeconds(2))
                .attemptTimeout(Duration.ofSeconds(1))
                .breaker(Breaker.failures(3).coolDown(millis(50)))
                .build();
        Retry retry = Retry.builder(policy).virtualTime(wrapping).build();

        for (int round = 0; round < 3; round++) {
            GaveUp facts = retry.tryCall(() -> fail(Failure.passing("busy"))).fold(success -> null, gaveUp -> gaveUp);
            assertThat(facts.reason()).isIn(StopReason.ATTEMPTS, StopReason.BREAKER);
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.OPEN);
            wrapping.advance(millis(60));
            assertThat(retry.tryCall(() -> "up").require()).isEqualTo("up");
            assertThat(retry.status().breaker()).isEqualTo(BreakerMode.CLOSED);
        }
        assertThat(wrapping.elapsed()).isEqualTo(millis(3 * 360));
    }

    @Test
    void attemptTimeout_interruptsTheWork_andTheNextAttemptIsUndisturbed() throws InterruptedException {
        List<String> seen = new ArrayList<>();
        Retry retry = Retry.builder(noDelay(2).attemptTimeout(millis(350)).build())
                .virtualTime(time)
                .build();

        String value = retry.attempt(Safety.idempotent(), attempt -> {
            seen.add(attempt.number() + " " + attempt.remaining().toMillis() + " "
                    + Thread.currentThread().isInterrupted());
            if (attempt.number() == 1) {
                time.sleep(millis(500).toNanos());
                throw new AssertionError("the sleep was not interrupted");
            }
            return "done";
        });

        assertThat(value).isEqualTo("done");
        assertThat(seen).containsExactly("1 350 false", "2 350 false");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void attemptTimeout_isAnUnknownOutcome_soItIsNotRepeatedWithoutAKey() {
        Retry retry = Retry.builder(noDelay(2).attemptTimeout(millis(350)).build())
                .virtualTime(time)
                .build();

        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.call(() -> {
                    time.sleep(millis(500).toNanos());
                    return "never";
                }))
                .withMessageContaining("it may have happened, and the call declares neither a key")
                .withMessageEndingWith("no answer within the attempt timeout of 350 ms")
                .withCauseInstanceOf(AttemptTimeoutException.class);
    }

    @Test
    void deadline_endsTheAttemptThatRuns_andIsToldApartFromTheAttemptTimeout() {
        Retry retry = Retry.builder(noDelay(5).deadline(millis(800)).build())
                .virtualTime(time)
                .build();

        GaveUp facts = retry.tryAttempt(Safety.idempotent(), attempt -> {
                    time.sleep(Duration.ofSeconds(2).toNanos());
                    return "never";
                })
                .fold(success -> null, gaveUp -> gaveUp);

        assertThat(facts.reason()).isEqualTo(StopReason.DEADLINE);
        assertThat(facts.message()).contains("the deadline has passed");
        assertThat(((AttemptTimeoutException) facts.failure()).timeout()).isEqualTo(TimeoutKind.TOTAL);
        assertThat(time.elapsed()).isEqualTo(millis(800));
    }

    @Test
    void aValueThatComesLateIsStillTheValue() {
        Retry retry = Retry.builder(noDelay(5).attemptTimeout(millis(10)).build())
                .virtualTime(time)
                .build();

        String value = retry.call(() -> {
            time.advance(millis(50));
            return "late";
        });

        assertThat(value).isEqualTo("late");
        assertThat(Thread.currentThread().isInterrupted())
                .as("the interrupt was ours")
                .isFalse();
    }

    @Test
    void anAnswerThatComesLateIsStillTheAnswer() {
        Failure no = Failure.rejected("insufficient funds");
        Retry retry = Retry.builder(noDelay(5).attemptTimeout(millis(10)).build())
                .virtualTime(time)
                .build();

        assertThat(catchThrowable(() -> retry.call(() -> {
                    time.advance(millis(50));
                    throw no;
                })))
                .isSameAs(no);
    }

    @Test
    void cancelHooksRun_whenAnAttemptTimesOut() {
        List<String> closed = new ArrayList<>();
        Retry retry = Retry.builder(noDelay(1).attemptTimeout(millis(10)).build())
                .virtualTime(time)
                .build();

        Throwable thrown = catchThrowable(() -> retry.attempt(attempt -> {
            attempt.onCancel(() -> closed.add("socket"));
            time.sleep(millis(50).toNanos());
            return "never";
        }));

        assertThat(thrown).isInstanceOf(GaveUpException.class);
        assertThat(closed).containsExactly("socket");
    }

    @Test
    void theDeadlineIsHandedDownToEnginesInside() {
        AtomicReference<Duration> left = new AtomicReference<>();
        Retry outer = Retry.builder(noDelay(1).deadline(Duration.ofSeconds(1)).build())
                .virtualTime(time)
                .build();
        Retry inner = Retry.builder(noDelay(1).deadline(Duration.ofSeconds(30)).build())
                .virtualTime(time)
                .build();

        outer.call(() -> {
            time.advance(millis(300));
            assertThat(Deadline.remaining()).contains(millis(700));
            return inner.attempt(attempt -> {
                left.set(attempt.remaining());
                return "done";
            });
        });

        assertThat(left).hasValue(millis(700));
        assertThat(Deadline.remaining()).as("afterwards").isEmpty();
    }

    @Test
    void aRequestThatArrivesWithALimitBoundsEveryEngineInside() {
        Retry retry = Retry.builder(doubling(5).build()).virtualTime(time).build();

        GaveUp facts = Deadline.within(
                time,
                millis(250),
                () -> retry.tryCall(() -> fail(Failure.passing("busy"))).fold(s -> null, g -> g));

        assertThat(facts.reason()).isEqualTo(StopReason.DEADLINE);
        assertThat(calls).hasValue(2);
        assertThatIllegalArgumentException().isThrownBy(() -> Deadline.within(millis(-1), () -> "x"));
    }

    @Test
    void realTime_aTimeoutInterruptsABlockedThread_andNothingLeaksIntoWhatFollows() {
        Retry retry = Retry.of(noDelay(3).attemptTimeout(millis(20)).build());
        CountDownLatch never = new CountDownLatch(1);

        for (int round = 0; round < 20; round++) {
            Throwable thrown = catchThrowable(() -> retry.attempt(Safety.undeclared(), attempt -> {
                never.await();
                return "never";
            }));
            assertThat(thrown).hasCauseInstanceOf(AttemptTimeoutException.class);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }
}
