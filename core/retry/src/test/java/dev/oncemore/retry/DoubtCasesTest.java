package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Doubt across attempts: a failure after a lost reply says nothing about the attempt whose reply was lost. */
@Timeout(60)
class DoubtCasesTest {
    private static final Safety KEYED = Safety.keyed("order-1");

    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    /** The ways to make a call; all keep the same promise. */
    enum Way {
        PLAIN,
        LIMITED,
        ASYNC,
        THREADED,
        HEDGED;

        RetryPolicy policy() {
            RetryPolicy.Builder policy = noDelay(2)
                    .classifier(Classifier.standard().onResult(Classification.class, classification -> classification));
            return switch (this) {
                case LIMITED -> policy.deadline(millis(60_000)).build();
                case HEDGED -> policy.hedge(Hedge.after(millis(50))).build();
                default -> policy.build();
            };
        }

        Object call(Retry engine, Safety safety, AttemptCall<Object, Exception> work) throws Throwable {
            return switch (this) {
                case PLAIN, LIMITED, HEDGED -> engine.attempt(safety, work);
                case ASYNC -> await(engine.callAsync(safety, attempt -> completed(work, attempt)));
                case THREADED -> await(engine.callAsync(safety, Runnable::run, work));
            };
        }

        private static CompletableFuture<Object> completed(AttemptCall<Object, Exception> work, Attempt attempt) {
            try {
                return CompletableFuture.completedFuture(work.call(attempt));
            } catch (Exception e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        private static Object await(CompletableFuture<Object> future) throws Throwable {
            try {
                return future.get();
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        }
    }

    static Stream<Classification> refusals() {
        return Stream.of(
                Classification.permanent("401"),
                Classification.transientFailure("connection refused"),
                Classification.throttled("429"),
                Classification.rejected("409").with(Doubt.LEAVES),
                Classification.programmerError("a bug"));
    }

    /** Loses the first reply, and fails with that from then on. */
    private Object lostThen(Classification later) throws Failure {
        throw calls.incrementAndGet() == 1 ? Failure.unknown("reply lost") : new Failure(later);
    }

    private Throwable thrown(Way way, Safety safety, Classification later) {
        Retry engine = Retry.builder(way.policy()).virtualTime(time).build();
        return catchThrowable(() -> way.call(engine, safety, attempt -> lostThen(later)));
    }

    private static void assertInDoubt(Throwable thrown) {
        assertThat(thrown).isInstanceOf(GaveUpException.class).hasCauseInstanceOf(Failure.class);
        assertThat(((GaveUpException) thrown).facts().mayHaveHappened()).isTrue();
        assertThat(((Classified) thrown).classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        assertThat(((Classified) thrown).classification().doubt()).isEqualTo(Doubt.RAISES);
        assertThat(GaveUpException.mayHaveHappened(thrown)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void noRefusalAfterALostReplyIsThrownAsItIs(Way way) {
        for (Classification refusal : refusals().toList()) {
            for (Safety safety : List.of(KEYED, Safety.idempotent())) {
                calls.set(0);

                Throwable thrown = thrown(way, safety, refusal);

                assertInDoubt(thrown);
                assertThat(thrown.getCause()).hasMessage(refusal.reason());
                assertThat(thrown).hasMessageContaining("may have taken effect").hasMessageContaining(refusal.reason());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void norIsAnUnwantedValueReturned(Way way) {
        Retry engine = Retry.builder(way.policy()).virtualTime(time).build();

        Throwable thrown = catchThrowable(() -> way.call(engine, KEYED, attempt -> {
            if (calls.incrementAndGet() == 1) {
                throw Failure.unknown("reply lost");
            }
            return Classification.permanent("HTTP 401");
        }));

        assertThat(thrown).isInstanceOf(GaveUpException.class).hasNoCause();
        assertThat(((GaveUpException) thrown).facts().result()).isEqualTo(Classification.permanent("HTTP 401"));
        assertThat(((GaveUpException) thrown).classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
    }

    @ParameterizedTest
    @EnumSource
    void aRejectionOfAKeyedCallSettlesIt(Way way) {
        Throwable thrown = thrown(way, KEYED, Classification.rejected("insufficient funds"));

        assertThat(thrown).isInstanceOf(Failure.class).hasMessage("insufficient funds");
        assertThat(GaveUpException.of(thrown).orElseThrow().mayHaveHappened()).isFalse();
        assertThat(GaveUpException.mayHaveHappened(thrown)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aRejectionOfAnIdempotentCallMayComeFromItsOwnFirstAttempt(Way way) {
        assertInDoubt(thrown(way, Safety.idempotent(), Classification.rejected("not found")));
    }

    @ParameterizedTest
    @EnumSource
    void aReadLeavesNoDoubt(Way way) {
        for (Classification refusal : refusals().toList()) {
            calls.set(0);

            Throwable thrown = thrown(way, Safety.readOnly(), refusal);

            assertThat(GaveUpException.of(thrown).orElseThrow().mayHaveHappened())
                    .isFalse();
            assertThat(thrown instanceof GaveUpException).isEqualTo(refusal.retryable());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReadWhoseRepliesAreAllLostDidNothing_whateverWrapsIt(Way way) {
        Throwable thrown = thrown(way, Safety.readOnly(), Classification.unknownOutcome("reply lost again"));

        assertThat(((GaveUpException) thrown).classification())
                .isEqualTo(Classification.transientFailure("reply lost again"));
        assertThat(thrown).hasMessageContaining("last failure: TIMEOUT_UNKNOWN_OUTCOME reply lost again");
    }

    @ParameterizedTest
    @EnumSource
    void aFirstFailureIsThrownAsItIs(Way way) {
        for (Classification first : List.of(Classification.permanent("401"), Classification.programmerError("a bug"))) {
            Retry engine = Retry.builder(way.policy()).virtualTime(time).build();

            Throwable thrown = catchThrowable(() -> way.call(engine, KEYED, attempt -> {
                throw new Failure(first);
            }));

            assertThat(thrown).isInstanceOf(Failure.class);
            assertThat(GaveUpException.mayHaveHappened(thrown))
                    .as("a bug may come after the effect")
                    .isEqualTo(first.doubt() == Doubt.RAISES);
        }
    }

    @Test
    void tryCallTellsIt() {
        CallResult<Object> outcome = Retry.builder(Way.PLAIN.policy())
                .virtualTime(time)
                .build()
                .tryAttempt(KEYED, attempt -> lostThen(Classification.permanent("403")));

        assertThat(outcome.<Boolean>fold(success -> false, GaveUp::mayHaveHappened))
                .isTrue();
        assertInDoubt(catchThrowable(outcome::require));
    }

    @Test
    void anExplicitRuleAroundAnEnginesFailureDoesNotHideItsDoubt() {
        Retry inner = Retry.builder(noDelay(1).build()).virtualTime(time).build();
        Retry outer = Retry.builder(noDelay(3)
                        .classifier(Classifier.standard().transientOn(IllegalStateException.class))
                        .build())
                .virtualTime(time)
                .build();

        Throwable thrown = catchThrowable(() -> outer.call(() -> {
            calls.incrementAndGet();
            throw new IllegalStateException(
                    "booking",
                    catchThrowable(() -> inner.call(() -> {
                        throw Failure.unknown("reply lost");
                    })));
        }));

        assertThat(calls).as("not repeated without a key").hasValue(1);
        assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.UNKNOWN_OUTCOME);
        assertThat(((GaveUpException) thrown).facts().mayHaveHappened()).isTrue();
    }

    @Nested
    class InsideAnotherEngine {
        @ParameterizedTest
        @MethodSource("dev.oncemore.retry.DoubtCasesTest#refusals")
        void theOuterEngineIsInDoubt_thoughTheInnerOneMakesSingleAttempts(Classification refusal) {
            Retry outer = Retry.builder(noDelay(3).build()).virtualTime(time).build();
            Retry inner = Retry.builder(noDelay(3).build()).virtualTime(time).build();

            Throwable thrown =
                    catchThrowable(() -> outer.call(KEYED, () -> inner.call(KEYED, () -> lostThen(refusal))));

            assertThat(thrown).isInstanceOf(GaveUpException.class);
            assertThat(((GaveUpException) thrown).classification().kind())
                    .isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        }

        @Test
        void anAnswerToTheInnerCallSettlesTheOuterOne() {
            Retry outer = Retry.builder(noDelay(3).build()).virtualTime(time).build();
            Retry inner = Retry.builder(noDelay(3).build()).virtualTime(time).build();

            Throwable thrown = catchThrowable(() -> outer.call(
                    KEYED, () -> inner.call(KEYED, () -> lostThen(Classification.rejected("insufficient funds")))));

            assertThat(thrown).isInstanceOf(Failure.class).hasMessage("insufficient funds");
            assertThat(GaveUpException.mayHaveHappened(thrown)).isFalse();
        }

        @Test
        void aLostReadInsideDoesNotStopACallThatDeclaresNothing() throws Exception {
            Retry outer = Retry.builder(noDelay(3).build()).virtualTime(time).build();
            Retry inner = Retry.builder(noDelay(3).build()).virtualTime(time).build();

            assertThat(outer.call(() -> inner.call(Safety.readOnly(), () -> {
                        if (calls.incrementAndGet() < 3) {
                            throw Failure.unknown("reply lost");
                        }
                        return "balance";
                    })))
                    .isEqualTo("balance");
        }

        @Test
        void anOuterLimitThatEndsTheInnerCallAfterALostReplyIsDoubt() {
            Retry inner = Retry.builder(Policies.doubling(3).build())
                    .virtualTime(time)
                    .build();

            Throwable thrown = catchThrowable(() -> Deadline.within(
                    time, millis(50), () -> inner.call(KEYED, () -> lostThen(Classification.permanent("401")))));

            assertInDoubt(thrown);
            assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.DEADLINE);
        }

        @Test
        void anOuterAttemptTimeoutIsDoubt() {
            Retry outer = Retry.builder(noDelay(2).attemptTimeout(millis(50)).build())
                    .virtualTime(time)
                    .build();
            Retry inner = Retry.builder(noDelay(3).build()).virtualTime(time).build();

            Throwable thrown = catchThrowable(() -> outer.call(
                    KEYED,
                    () -> inner.call(KEYED, () -> {
                        if (calls.incrementAndGet() == 1) {
                            time.sleep(millis(100).toNanos());
                        }
                        throw new Failure(Classification.permanent("401"));
                    })));

            assertInDoubt(thrown);
            assertThat(calls).hasValue(2);
        }

        @Test
        void aHedgeOutsideIsInDoubt() {
            Retry outer = Retry.builder(Way.HEDGED.policy()).virtualTime(time).build();
            Retry inner = Retry.builder(noDelay(3).build()).virtualTime(time).build();

            assertInDoubt(catchThrowable(() ->
                    outer.call(KEYED, () -> inner.call(KEYED, () -> lostThen(Classification.permanent("401"))))));
        }
    }
}
