package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hedging: a second copy of a slow attempt. */
@Timeout(60)
class HedgeCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<Object>> copies = new ArrayList<>();
    private final List<RetryEvent> events = new ArrayList<>();
    private final RetryPolicy policy = noDelay(1).hedge(Hedge.after(millis(50))).build();

    private CompletableFuture<Object> start(Retry retry) {
        return retry.callAsync(Safety.idempotent(), attempt -> {
            CompletableFuture<Object> copy = new CompletableFuture<>();
            copies.add(copy);
            return copy;
        });
    }

    @Test
    void theFirstSuccessWins_andTheLoserIsCancelled() {
        CompletableFuture<Object> call = start(
                Retry.builder(policy).virtualTime(time).listener(events::add).build());
        assertThat(copies).hasSize(1);
        time.advance(millis(50));
        assertThat(copies).hasSize(2);

        copies.get(1).complete("second");

        assertThat(call).isCompletedWithValue("second");
        assertThat(copies.get(0)).isCancelled();
        assertThat(events).contains(new RetryEvent.Hedged("payments", "default", 1, millis(50)));
    }

    @Test
    void aLoserThatEndsAllTheSameIsClosed() {
        AtomicInteger closed = new AtomicInteger();
        List<CompletableFuture<Object>> uncancellable = new ArrayList<>();
        CompletableFuture<Object> call = Retry.builder(policy)
                .virtualTime(time)
                .listener(events::add)
                .build()
                .callAsync(Safety.idempotent(), attempt -> {
                    CompletableFuture<Object> copy = new CompletableFuture<>() {
                        @Override
                        public boolean cancel(boolean mayInterruptIfRunning) {
                            return false;
                        }
                    };
                    uncancellable.add(copy);
                    return copy;
                });
        time.advance(millis(50));
        uncancellable.get(1).complete("second");

        uncancellable.get(0).complete((AutoCloseable) closed::incrementAndGet);

        assertThat(call).isCompletedWithValue("second");
        assertThat(closed).hasValue(1);
        assertThat(events).contains(new RetryEvent.LateOutcome("payments", "default", 1, true));
    }

    @Test
    void aFailingCopyNeverFailsACallWhosePrimarySucceeds() {
        CompletableFuture<Object> call =
                start(Retry.builder(policy).virtualTime(time).build());
        time.advance(millis(50));

        copies.get(1).completeExceptionally(Failure.rejected("no"));
        assertThat(call).isNotDone();
        copies.get(0).complete("first");

        assertThat(call).isCompletedWithValue("first");
    }

    @Test
    void whenBothFail_theAttemptHasFailed_andIsRetried() {
        Retry retry = Retry.builder(noDelay(2).hedge(Hedge.after(millis(50))).build())
                .virtualTime(time)
                .build();
        CompletableFuture<Object> call = start(retry);
        time.advance(millis(50));

        copies.get(0).completeExceptionally(Failure.passing("busy"));
        copies.get(1).completeExceptionally(Failure.passing("busy"));
        assertThat(copies).hasSize(3);
        copies.get(2).complete("third");

        assertThat(call).isCompletedWithValue("third");
    }

    @Test
    void deniedByTheBudget_thePrimaryIsLeftAlone() {
        Retry retry = Retry.builder(noDelay(2)
                        .hedge(Hedge.after(millis(50)))
                        .budget(RetryBudget.ratio(0.01).floor(0))
                        .build())
                .virtualTime(time)
                .build();
        CompletableFuture<Object> call = start(retry);
        time.advance(millis(500));
        assertThat(copies).hasSize(1);

        copies.get(0).complete("first");

        assertThat(call).isCompletedWithValue("first");
    }

    @Test
    void onlyCallsThatMayBeRepeatedAreHedged() {
        CompletableFuture<Object> call = Retry.builder(policy)
                .virtualTime(time)
                .build()
                .callAsync(attempt -> {
                    copies.add(new CompletableFuture<>());
                    return copies.get(0);
                });

        time.advance(millis(500));

        assertThat(call).isNotDone();
        assertThat(copies).hasSize(1);
    }

    @Test
    void afterTheObservedP95_onceThereIsEnoughToObserve() {
        Retry retry = Retry.builder(noDelay(1)
                        .hedge(Hedge.afterP95().warmUp(100))
                        .budget(RetryBudget.ratio(1))
                        .build())
                .virtualTime(time)
                .build();
        for (int i = 1; i <= 100; i++) {
            assertThat(start(retry)).isNotDone();
            time.advance(millis(i));
            copies.get(copies.size() - 1).complete("ok");
        }
        assertThat(copies).as("nothing is hedged while it warms up").hasSize(100);

        assertThat(start(retry)).isNotDone();
        time.advance(millis(89));
        assertThat(copies).hasSize(101);
        time.advance(millis(12));

        assertThat(copies).as("hedged at about 95 ms").hasSize(102);
    }

    @Test
    void blockingCallsAreHedgedOnOtherThreads_andCheckedExceptionsPassUnwrapped() throws Exception {
        Retry retry = Retry.of(noDelay(1).hedge(Hedge.after(millis(5))).build());
        CountDownLatch primaryRuns = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);

        String value = retry.attempt(Safety.idempotent(), attempt -> {
            if (attempt.isCopy()) {
                primaryRuns.await();
                return "copy";
            }
            try {
                primaryRuns.countDown();
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                cancelled.countDown();
                throw e;
            }
            return "never";
        });

        assertThat(value).isEqualTo("copy");
        assertThat(cancelled.await(30, TimeUnit.SECONDS))
                .as("the loser was interrupted")
                .isTrue();
        Failure no = Failure.rejected("no");
        assertThatThrownBy(() -> retry.call(Safety.idempotent(), () -> {
                    throw no;
                }))
                .isSameAs(no);
        assertThat(retry.tryCall(Safety.idempotent(), () -> "first").require()).isEqualTo("first");
        assertThat(retry.tryCall(Safety.idempotent(), () -> {
                            throw new Unsuppressible();
                        })
                        .<StopReason>fold(success -> null, GaveUp::reason))
                .isEqualTo(StopReason.NOT_RETRYABLE);
    }

    @Test
    void interruptingABlockedCallerCancelsItsCopies() throws Exception {
        Retry retry = Retry.of(noDelay(1).hedge(Hedge.after(millis(1))).build());
        CountDownLatch cancelled = new CountDownLatch(2);
        CountDownLatch running = new CountDownLatch(2);
        AtomicInteger restored = new AtomicInteger();
        Thread caller = new Thread(() -> {
            CallResult<String> outcome = retry.tryCall(Safety.idempotent(), () -> {
                running.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    cancelled.countDown();
                    throw e;
                }
                return "never";
            });
            boolean interrupted = outcome.<StopReason>fold(success -> null, GaveUp::reason) == StopReason.INTERRUPTED;
            restored.set(interrupted && Thread.currentThread().isInterrupted() ? 1 : 0);
        });
        caller.start();
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();

        caller.interrupt();
        caller.join(10_000);

        assertThat(cancelled.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(restored).hasValue(1);
    }

    /** An exception that nothing can be added to. */
    private static final class Unsuppressible extends Exception {
        private static final long serialVersionUID = 1L;

        Unsuppressible() {
            super("alone", null, false, false);
        }
    }
}
