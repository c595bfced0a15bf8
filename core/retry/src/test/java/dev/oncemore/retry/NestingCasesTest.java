package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Nested engines: one layer retries. */
class NestingCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();
    private final Retry outer =
            Retry.builder(noDelay(3).build()).virtualTime(time).build();

    private String fail() throws Failure {
        calls.incrementAndGet();
        throw Failure.passing("down");
    }

    @Test
    void threeTimesThreeAttemptsAreThreeCalls() {
        Retry inner = Retry.builder(noDelay(3).build()).virtualTime(time).build();

        Throwable thrown = catchThrowable(() -> outer.call(() -> inner.call(this::fail)));

        assertThat(calls).hasValue(3);
        assertThat(thrown).isInstanceOf(GaveUpException.class);
        assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.ATTEMPTS);
        assertThat(((GaveUpException) thrown.getCause()).reason()).isEqualTo(StopReason.NESTED);
        assertThat(thrown.getCause()).hasMessageContaining("after 1 of 1 attempt");
    }

    @Test
    void theOuterEngineBelievesWhatTheInnerOneKnowsOfItsFailures() {
        Retry inner = Retry.builder(noDelay(3)
                        .classifier(Classifier.standard().transientOn(StrangeException.class))
                        .build())
                .virtualTime(time)
                .build();

        Throwable thrown = catchThrowable(() -> outer.call(() -> inner.call(() -> {
            calls.incrementAndGet();
            throw new StrangeException();
        })));

        assertThat(thrown).hasRootCauseInstanceOf(StrangeException.class);
        assertThat(calls).hasValue(3);
    }

    @Test
    void unlessToldOtherwise() {
        RetryPolicy multiplying = noDelay(3).nested(Nesting.RETRY).build();
        Retry inner = Retry.builder(multiplying).virtualTime(time).build();

        assertThat(catchThrowable(() -> outer.call(() -> inner.call(this::fail))))
                .isInstanceOf(GaveUpException.class);
        assertThat(calls).hasValue(9);
    }

    @Test
    void somebodyElsesRetriesAreAnOuterEngineToo() {
        Retry inner = Retry.builder(noDelay(3).build()).virtualTime(time).build();

        Throwable thrown = catchThrowable(() -> OuterRetry.within(() -> inner.call(this::fail)));

        assertThat(calls).hasValue(1);
        assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.NESTED);
        assertThat(OuterRetry.isPresent()).isFalse();
        assertThat(outer.call(OuterRetry::isPresent)).isTrue();
        assertThat(OuterRetry.within(OuterRetry::isPresent)).isTrue();
    }

    @Test
    void acrossAsynchronousCallsToo() {
        Retry inner = Retry.builder(noDelay(3).build()).virtualTime(time).build();

        CompletableFuture<String> future = outer.callAsync(attempt -> inner.callAsync(inside -> {
            calls.incrementAndGet();
            return CompletableFuture.failedFuture(Failure.passing("down"));
        }));

        assertThat(future).isCompletedExceptionally();
        assertThat(calls).hasValue(3);
    }

    @Test
    void oneCallAfterAnotherIsNotNested() {
        Retry other = Retry.builder(noDelay(3).build()).virtualTime(time).build();

        assertThat(catchThrowable(() -> outer.call(this::fail))).isNotNull();
        assertThat(catchThrowable(() -> other.call(this::fail))).isNotNull();
        assertThat(calls).hasValue(6);
    }

    private static final class StrangeException extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
