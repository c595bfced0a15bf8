package dev.oncemore.torture.planted.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Calls in virtual time: the counts of guards, and the results of callers. */
public final class Calls {
    private static final Duration DELAY = Duration.ofMillis(100);

    private final VirtualTime time = new VirtualTime();

    private static RetryPolicy.Builder policy(int attempts) {
        return RetryPolicy.named("bank")
                .maxAttempts(attempts)
                .backoff(Backoff.exponential(DELAY).noJitter());
    }

    private static StopReason stopReason(Retry retry) {
        return retry.<String>tryCall(() -> {
                    throw new Failing(Classification.transientFailure("down"));
                })
                .fold(success -> null, GaveUp::reason);
    }

    @Test
    void aRetryThatWaitsCountsAgainstTheBudget() {
        Retry retry = Retry.builder(
                        policy(2).budget(RetryBudget.ratio(0.20).floor(1)).build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> waiting = retry.callAsync(attempt -> attempt.isRetry()
                ? CompletableFuture.completedFuture("late")
                : CompletableFuture.failedFuture(new Failing(Classification.transientFailure("down"))));

        assertThat(stopReason(retry)).isEqualTo(StopReason.BUDGET);

        time.advance(DELAY);
        assertThat(waiting).isCompletedWithValue("late");
    }

    @Test
    void anOutcomeOfAnOlderGenerationDecidesNothingForTheProbe() {
        Retry retry = Retry.builder(
                        policy(1).breaker(Breaker.failures(1).coolDown(DELAY)).build())
                .virtualTime(time)
                .build();
        CompletableFuture<String> late = new CompletableFuture<>();
        CompletableFuture<String> old = retry.callAsync(attempt -> late);
        stopReason(retry);
        time.advance(DELAY);
        CompletableFuture<String> probe = retry.callAsync(attempt -> new CompletableFuture<>());

        late.complete("ok");

        assertThat(old).isCompletedWithValue("ok");
        assertThat(probe).isNotDone();
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.HALF_OPEN);
    }

    @Test
    void doubtOfAnEarlierAttemptIsTold_whenTheLastOneIsRefused() {
        Throwable thrown = catchThrowable(() -> Retry.builder(policy(2).build())
                .virtualTime(time)
                .build()
                .attempt(Safety.keyed("k"), attempt -> {
                    throw new Failing(
                            attempt.isRetry()
                                    ? Classification.permanent("401")
                                    : Classification.unknownOutcome("no reply"));
                }));

        assertThat(GaveUpException.mayHaveHappened(thrown)).isTrue();
    }

    @Test
    void whatMayHaveHappenedIsNotRepeated_unlessThatIsSafe() {
        int[] calls = {0};

        Throwable thrown = catchThrowable(() -> Retry.builder(policy(3).build())
                .virtualTime(time)
                .build()
                .call(Safety.undeclared(), () -> {
                    calls[0]++;
                    throw new Failing(Classification.unknownOutcome("no reply"));
                }));

        assertThat(thrown).isNotNull();
        assertThat(calls[0]).isEqualTo(1);
    }

    @Test
    void anInterruptWhileItWaitsIsStillThereAfterwards() {
        Throwable thrown = catchThrowable(
                () -> Retry.builder(policy(2).build()).virtualTime(time).build().call(() -> {
                    Thread.currentThread().interrupt();
                    throw new Failing(Classification.transientFailure("down"));
                }));

        assertThat(thrown).isNotNull();
        assertThat(Thread.interrupted()).isTrue();
    }

    private static final class Failing extends Exception implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient Classification classification;

        Failing(Classification classification) {
            super(classification.reason());
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return classification;
        }
    }
}
