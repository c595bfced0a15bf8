package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Hooks that throw: the call still ends as it should and reports the failure. Also the events that listeners receive. */
class HookCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();
    private final List<RetryEvent> events = new ArrayList<>();
    private final RuntimeException broken = new RuntimeException("broken hook");

    private String failing(int times) throws Failure {
        if (calls.incrementAndGet() <= times) {
            throw Failure.passing("busy");
        }
        return "done";
    }

    @Test
    void aListenerThatThrowsChangesNothing() throws Failure {
        Retry retry = Retry.builder(doubling(3)
                        .breaker(Breaker.failures(1).coolDown(Policies.millis(1)))
                        .build())
                .virtualTime(time)
                .listener(event -> {
                    throw broken;
                })
                .build();

        assertThat(retry.call(() -> failing(1))).isEqualTo("done");
        assertThat(retry.call(() -> failing(0))).isEqualTo("done");
        assertThat(retry.callAsync(attempt -> CompletableFuture.completedFuture("async")))
                .isCompletedWithValue("async");
        assertThat(retry.status().hookFailures()).isGreaterThan(3);
    }

    @Test
    void aClassifierThatThrowsMeansNoRetry_andTheFailureCarriesBoth() {
        Failure busy = Failure.passing("busy");
        Retry retry = Retry.builder(doubling(3)
                        .classifier(failure -> {
                            throw broken;
                        })
                        .build())
                .virtualTime(time)
                .listener(events::add)
                .build();

        assertThatThrownBy(() -> retry.call(() -> {
                    calls.incrementAndGet();
                    throw busy;
                }))
                .isSameAs(busy);
        assertThat(calls).hasValue(1);
        assertThat(busy.getSuppressed()).contains(broken);
        assertThat(GaveUpException.of(busy).orElseThrow().message())
                .contains("PROGRAMMER_ERROR the classifier threw java.lang.RuntimeException: broken hook");
        assertThat(events).contains(new RetryEvent.HookFailed("payments", "classifier", broken));
    }

    @Test
    void aClassifierWithoutAnAnswerMeansNoRetry() {
        Retry retry = Retry.builder(doubling(3).classifier(failure -> null).build())
                .virtualTime(time)
                .build();

        assertThat(retry.tryCall(() -> failing(9)).<StopReason>fold(success -> null, GaveUp::reason))
                .isEqualTo(StopReason.NOT_RETRYABLE);
        assertThat(calls).hasValue(1);
    }

    @Test
    void aPredicateOnResultsThatThrowsCannotTurnASuccessIntoAFailure() {
        Retry retry = Retry.builder(doubling(3)
                        .classifier(Classifier.standard().onResult(String.class, value -> {
                            throw broken;
                        }))
                        .build())
                .virtualTime(time)
                .listener(events::add)
                .build();

        assertThat(retry.call(() -> "done")).isEqualTo("done");
        assertThat(events).contains(new RetryEvent.HookFailed("payments", "judge", broken));
    }

    @Test
    void inAsynchronousCallsToo() {
        Retry retry = Retry.builder(noDelay(3)
                        .classifier(failure -> {
                            throw new StackOverflowError("planted");
                        })
                        .build())
                .virtualTime(time)
                .listener(event -> {
                    throw broken;
                })
                .build();

        CompletableFuture<String> future =
                retry.callAsync(attempt -> CompletableFuture.failedFuture(Failure.passing("busy")));

        assertThat(future).isCompletedExceptionally();
        assertThat(future.handle((value, failure) -> failure).join()).isInstanceOf(Failure.class);
    }

    @Test
    void listenersHearEveryStepInOrder() throws Failure {
        Retry retry = Retry.builder(doubling(3)
                        .breaker(Breaker.failures(2).coolDown(Policies.millis(100)))
                        .build())
                .virtualTime(time)
                .listener(events::add)
                .build();

        retry.call(() -> failing(2));
        retry.call(() -> failing(0));

        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly(
                        "AttemptFailed",
                        "RetryScheduled",
                        "BreakerChanged",
                        "AttemptFailed",
                        "RetryScheduled",
                        "BreakerChanged",
                        "BreakerChanged",
                        "Succeeded",
                        "Succeeded");
        assertThat(events.get(1))
                .isEqualTo(new RetryEvent.RetryScheduled(
                        "payments",
                        "default",
                        2,
                        Policies.millis(100),
                        ((RetryEvent.AttemptFailed) events.get(0)).classification()));
        assertThat(events.get(7)).isEqualTo(new RetryEvent.Succeeded("payments", "default", 3, Policies.millis(300)));
        assertThat(events).allSatisfy(event -> assertThat(event.policy()).isEqualTo("payments"));
    }

    @Test
    void listenersHearOfGivingUp() {
        Retry retry = Retry.builder(doubling(1).build())
                .virtualTime(time)
                .listener(events::add)
                .build();

        assertThatThrownBy(() -> retry.call(() -> failing(9))).isInstanceOf(GaveUpException.class);
        assertThat(events.get(1))
                .isInstanceOfSatisfying(
                        RetryEvent.Abandoned.class,
                        abandoned -> assertThat(abandoned.facts().reason()).isEqualTo(StopReason.ATTEMPTS));
    }
}
