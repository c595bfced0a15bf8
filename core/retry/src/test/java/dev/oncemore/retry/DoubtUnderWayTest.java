package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static dev.oncemore.retry.Policies.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An attempt that was under way when its call ended may have taken effect; one that had not started has not. */
@Timeout(60)
class DoubtUnderWayTest {
    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<Object>> copies = new ArrayList<>();
    private final List<RetryEvent> events = new ArrayList<>();

    private static boolean mayHaveHappened(Throwable thrown) {
        return GaveUpException.of(thrown).orElseThrow().mayHaveHappened();
    }

    private CompletableFuture<Object> start(RetryPolicy policy, Safety safety) {
        return Retry.builder(policy)
                .virtualTime(time)
                .listener(events::add)
                .build()
                .callAsync(safety, attempt -> {
                    CompletableFuture<Object> copy = new CompletableFuture<>();
                    copies.add(copy);
                    return copy;
                });
    }

    private static Throwable failure(CompletableFuture<Object> call) {
        return call.handle((value, failure) -> failure).join();
    }

    private boolean abandonedInDoubt() {
        List<Boolean> told = events.stream()
                .filter(RetryEvent.Abandoned.class::isInstance)
                .map(event -> ((RetryEvent.Abandoned) event).facts().mayHaveHappened())
                .toList();
        return told.get(told.size() - 1);
    }

    @Nested
    class Interrupted {
        @AfterEach
        void clearTheFlag() {
            assertThat(Thread.interrupted()).isTrue();
        }

        @Test
        void insideAnotherEngine_afterALostReply_theInnerVerdictDoesNotHideTheDoubt() {
            Retry inner = Retry.builder(doubling(3).nested(Nesting.RETRY).build())
                    .virtualTime(time)
                    .build();
            Throwable thrown = catchThrowable(() -> Retry.builder(noDelay(2).build())
                    .virtualTime(time)
                    .build()
                    .attempt(Safety.keyed("order-1"), attempt -> {
                        if (attempt.number() == 1) {
                            throw Failure.unknown("reply lost");
                        }
                        return inner.call(() -> {
                            Thread.currentThread().interrupt();
                            throw Failure.passing("the store is away");
                        });
                    }));

            assertThat(mayHaveHappened(thrown)).isTrue();
            assertThat(((GaveUpException) thrown).classification().doubt()).isEqualTo(Doubt.RAISES);
        }

        @Test
        void whileAnAttemptRuns_itMayHaveHappened_andTheExceptionPasses() {
            Throwable thrown = catchThrowable(() -> Retry.builder(noDelay(2).build())
                    .virtualTime(time)
                    .build()
                    .call(() -> {
                        throw new InterruptedException("in the call");
                    }));

            assertThat(thrown).isInstanceOf(InterruptedException.class);
            assertThat(mayHaveHappened(thrown)).isTrue();
            assertThat(GaveUpException.mayHaveHappened(thrown)).isTrue();
            assertThat(GaveUpException.of(thrown).orElseThrow().message()).endsWith("it may have taken effect");
        }

        @Test
        void whileAReadRuns_nothingHappened() {
            Throwable thrown = catchThrowable(() -> Retry.builder(noDelay(2).build())
                    .virtualTime(time)
                    .build()
                    .call(Safety.readOnly(), () -> {
                        throw new InterruptedException("in the call");
                    }));

            assertThat(mayHaveHappened(thrown)).isFalse();
        }

        @Test
        void whileSleeping_nothingIsAddedToWhatAttemptsLeft() {
            for (Failure failure : List.of(Failure.passing("busy"), Failure.unknown("reply lost"))) {
                Retry engine =
                        Retry.builder(doubling(3).build()).virtualTime(time).build();

                Throwable thrown = catchThrowable(() -> engine.call(Safety.keyed("k"), () -> {
                    time.alarm(1, Thread.currentThread()::interrupt);
                    throw failure;
                }));

                assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.INTERRUPTED);
                assertThat(mayHaveHappened(thrown))
                        .isEqualTo(failure.classification().needsIdempotency());
            }
        }

        @Test
        void whileACallerWaitsForHedgedCopies_itMayHaveHappened() {
            Retry engine = Retry.of(unlimited(noDelay(1).hedge(Hedge.after(millis(60_000)))));
            Thread caller = Thread.currentThread();
            CountDownLatch ended = new CountDownLatch(1);

            Throwable thrown = catchThrowable(() -> engine.call(Safety.keyed("k"), () -> {
                caller.interrupt();
                return ended.await(30, TimeUnit.SECONDS);
            }));

            assertThat(thrown).isInstanceOf(GaveUpException.class).hasCauseInstanceOf(InterruptedException.class);
            assertThat(((GaveUpException) thrown).classification().needsIdempotency())
                    .isTrue();
        }
    }

    @Test
    void anErrorInTheCallMayHaveComeAfterTheEffect() {
        AssertionError error = new AssertionError("broken");
        Retry engine = Retry.builder(noDelay(2).build()).virtualTime(time).build();

        Throwable blocking = catchThrowable(() -> engine.call(() -> {
            throw error;
        }));

        assertThat(blocking).isSameAs(error);
        assertThat(GaveUpException.mayHaveHappened(error)).isTrue();
        AssertionError other = new AssertionError("broken, too");
        assertThat(engine.callAsync(attempt -> CompletableFuture.failedFuture(other)))
                .isCompletedExceptionally();
        assertThat(GaveUpException.mayHaveHappened(other)).isTrue();
    }

    @Nested
    class Cancelled {
        @Test
        void whileAnAttemptRuns_itMayHaveHappened() {
            for (RetryPolicy policy : List.of(
                    noDelay(2).build(), noDelay(2).deadline(millis(1_000)).build())) {
                assertThat(start(policy, Safety.keyed("k")).cancel(true)).isTrue();
                assertThat(abandonedInDoubt()).as(policy.toString()).isTrue();
            }
        }

        @Test
        void whileAReadRuns_nothingHappened() {
            assertThat(start(noDelay(2).build(), Safety.readOnly()).cancel(true))
                    .isTrue();
            assertThat(abandonedInDoubt()).isFalse();
        }

        @Test
        void whileWaitingForTheNextAttempt_nothingIsAddedToWhatAttemptsLeft() {
            for (Failure failure : List.of(Failure.passing("busy"), Failure.unknown("reply lost"))) {
                CompletableFuture<Object> call = start(doubling(2).build(), Safety.keyed("k"));
                copies.get(copies.size() - 1).completeExceptionally(failure);

                assertThat(call.cancel(true)).isTrue();

                assertThat(abandonedInDoubt())
                        .isEqualTo(failure.classification().needsIdempotency());
            }
        }

        @Test
        void whileWaitingForAPlaceInTheLimiter_nothingHappened() {
            RetryPolicy policy = noDelay(2)
                    .limiter(Limiter.concurrency(1).queueSize(1).queueTimeout(millis(60_000)))
                    .deadline(millis(90_000))
                    .build();
            Retry engine = Retry.builder(policy)
                    .virtualTime(time)
                    .listener(events::add)
                    .build();
            CompletableFuture<Object> running = engine.callAsync(attempt -> new CompletableFuture<>());
            CompletableFuture<Object> queued = engine.callAsync(attempt -> new CompletableFuture<>());
            assertThat(running).isNotDone();

            assertThat(queued.cancel(true)).isTrue();

            assertThat(abandonedInDoubt()).isFalse();
        }

        @Test
        void byTheWorkItself_itMayHaveHappened() {
            CompletableFuture<Object> call = start(noDelay(2).build(), Safety.keyed("k"));

            copies.get(0).completeExceptionally(new CancellationException("inside"));

            Throwable seen = failure(call);
            assertThat(seen).isInstanceOf(CancellationException.class);
            assertThat(GaveUpException.mayHaveHappened(seen)).isTrue();
        }
    }

    @Nested
    class Hedged {
        private final RetryPolicy policy =
                noDelay(1).hedge(Hedge.after(millis(50))).build();

        @Test
        void aCopyWithALostReplyIsNotForgotten_whenTheOtherOneIsRefused() {
            CompletableFuture<Object> call = start(policy, Safety.keyed("k"));
            time.advance(millis(50));
            copies.get(0).completeExceptionally(Failure.unknown("reply lost"));
            copies.get(1).completeExceptionally(new Failure(Classification.permanent("401")));

            assertThat(failure(call)).isInstanceOf(GaveUpException.class);
            assertThat(mayHaveHappened(failure(call))).isTrue();
        }

        @Test
        void aCopyThatWasRefusedLeavesNoDoubt() {
            CompletableFuture<Object> call = start(policy, Safety.keyed("k"));
            time.advance(millis(50));
            copies.get(1).completeExceptionally(Failure.passing("refused"));
            copies.get(0).completeExceptionally(new Failure(Classification.permanent("401")));

            assertThat(failure(call)).isInstanceOf(Failure.class).hasMessage("401");
            assertThat(mayHaveHappened(failure(call))).isFalse();
        }

        @Test
        void aRejectionThatOneCopyGotSettlesWhatTheOtherLeft() {
            CompletableFuture<Object> call = start(policy, Safety.keyed("k"));
            time.advance(millis(50));
            copies.get(0).completeExceptionally(Failure.unknown("reply lost"));
            copies.get(1).completeExceptionally(Failure.rejected("insufficient funds"));

            assertThat(failure(call)).isInstanceOf(Failure.class).hasMessage("insufficient funds");
        }

        @Test
        void copiesThatTheTimeoutCutOffMayHaveHappened() {
            CompletableFuture<Object> call = start(
                    noDelay(1)
                            .hedge(Hedge.after(millis(50)))
                            .attemptTimeout(millis(100))
                            .build(),
                    Safety.keyed("k"));
            time.advance(millis(50));
            copies.get(0).completeExceptionally(Failure.passing("refused"));
            time.advance(millis(50));

            assertThat(mayHaveHappened(failure(call))).isTrue();
        }
    }
}
