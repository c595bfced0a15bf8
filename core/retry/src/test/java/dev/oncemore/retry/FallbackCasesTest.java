package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.By;
import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.RateLimiter;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A fallback answers for a dependency that is not available, and hides nothing else. */
class FallbackCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final List<GaveUp> seen = new ArrayList<>();

    private String fallback(GaveUp facts) {
        seen.add(facts);
        return "yesterday";
    }

    private Retry engine(RetryPolicy.Builder policy) {
        return Retry.builder(policy.build()).virtualTime(time).build();
    }

    private static String fail(Exception failure) throws Exception {
        throw failure;
    }

    @Test
    void aSuccessNeedsNone() throws Exception {
        assertThat(engine(doubling(3)).callOrElse(Safety.readOnly(), () -> "today", this::fallback))
                .isEqualTo("today");
        assertThat(seen).isEmpty();
    }

    @Test
    void answersAfterTheLastAttempt_withTheFacts() throws Exception {
        String value = engine(doubling(3))
                .callOrElse(Safety.undeclared(), () -> fail(Failure.passing("down")), this::fallback);

        assertThat(value).isEqualTo("yesterday");
        assertThat(seen).singleElement().satisfies(facts -> {
            assertThat(facts.reason()).isEqualTo(StopReason.ATTEMPTS);
            assertThat(facts.attempts()).isEqualTo(3);
        });
    }

    @Test
    void answersForEveryWayInWhichADependencyIsNotAvailable() throws Exception {
        Retry open = engine(noDelay(1).breaker(Breaker.failures(1)));
        open.breaker().forceOpen(By.service("test", "maintenance"));
        assertThat(open.callOrElse(Safety.undeclared(), () -> "never", this::fallback))
                .isEqualTo("yesterday");

        Retry rated = engine(noDelay(1).rateLimiter(RateLimiter.calls(1, millis(100))));
        rated.call(() -> "first");
        assertThat(rated.callOrElse(Safety.undeclared(), () -> "never", this::fallback))
                .isEqualTo("yesterday");

        Retry full = engine(noDelay(1).limiter(Limiter.concurrency(1)));
        assertThat(full.call(() -> full.callOrElse(Safety.undeclared(), () -> "never", this::fallback)))
                .isEqualTo("yesterday");

        Retry hinted = engine(noDelay(2).noDeadline());
        assertThat(hinted.callOrElse(
                        Safety.undeclared(), () -> fail(Failure.throttled(millis(100_000_000))), this::fallback))
                .isEqualTo("yesterday");

        Retry late = engine(doubling(3).deadline(millis(50)));
        assertThat(late.callOrElse(Safety.undeclared(), () -> fail(Failure.passing("down")), this::fallback))
                .isEqualTo("yesterday");

        assertThat(seen)
                .extracting(GaveUp::reason)
                .containsExactly(
                        StopReason.BREAKER,
                        StopReason.RATE_LIMITER,
                        StopReason.LIMITER,
                        StopReason.HINT,
                        StopReason.DEADLINE);
    }

    @Test
    void anUnwantedValueThatARetryCouldHelpIsReplaced() throws Exception {
        Classifier busy = Classifier.standard()
                .onResult(
                        String.class,
                        value -> value.equals("busy") ? Failure.passing("busy").classification() : null);
        assertThat(engine(noDelay(2).classifier(busy)).callOrElse(Safety.readOnly(), () -> "busy", this::fallback))
                .isEqualTo("yesterday");
    }

    @Test
    void aLostReplyOfAReadIsReplaced_thatOfAWriteIsNot() throws Exception {
        Retry retry = engine(noDelay(2));
        assertThat(retry.callOrElse(Safety.readOnly(), () -> fail(Failure.unknown("lost")), this::fallback))
                .isEqualTo("yesterday");
        seen.clear();

        for (Safety safety : List.of(Safety.undeclared(), Safety.idempotent(), Safety.keyed("k"))) {
            assertThatExceptionOfType(GaveUpException.class)
                    .isThrownBy(() -> retry.callOrElse(safety, () -> fail(Failure.unknown("lost")), this::fallback))
                    .satisfies(
                            e -> assertThat(GaveUpException.mayHaveHappened(e)).isTrue());
        }
        assertThat(seen).isEmpty();
    }

    @Test
    void earlierDoubtIsNotHiddenByALaterOutage() {
        Retry retry = engine(noDelay(2));
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.callOrElse(
                        Safety.keyed("k"),
                        new Call<String, Exception>() {
                            private boolean again;

                            @Override
                            public String call() throws Exception {
                                Failure failure = again ? Failure.passing("refused") : Failure.unknown("lost");
                                again = true;
                                throw failure;
                            }
                        },
                        this::fallback));
        assertThat(seen).isEmpty();
    }

    @Test
    void rejectionsBugsAndErrorsAreThrownAsTheyAre() {
        Retry retry = engine(noDelay(3));
        Failure no = Failure.rejected("no");
        IllegalStateException bug = new IllegalStateException("bug");
        AssertionError error = new AssertionError("broken");

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> retry.callOrElse(Safety.readOnly(), () -> fail(no), this::fallback))
                .isSameAs(no);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> retry.callOrElse(Safety.readOnly(), () -> fail(bug), this::fallback))
                .isSameAs(bug);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> retry.callOrElse(
                        Safety.readOnly(),
                        () -> {
                            throw error;
                        },
                        this::fallback))
                .isSameAs(error);
        assertThat(seen).isEmpty();
    }

    @Test
    void anInterruptIsNoOutage() {
        Retry retry = engine(doubling(3));
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> retry.callOrElse(
                        Safety.readOnly(),
                        () -> {
                            Thread.currentThread().interrupt();
                            throw Failure.passing("down");
                        },
                        this::fallback))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(seen).isEmpty();
    }

    @Test
    void aFailureInsideATransactionIsThrown_becauseTheTransactionMayBeLost() {
        Retry retry = engine(doubling(3));
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> OpenTransaction.around(() ->
                        retry.callOrElse(Safety.readOnly(), () -> fail(Failure.passing("deadlock")), this::fallback)))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.TRANSACTION));
        assertThat(seen).isEmpty();
    }
}
