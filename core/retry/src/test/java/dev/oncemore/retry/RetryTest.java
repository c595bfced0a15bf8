package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RetryTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    private String failing(int times, Failure failure) throws Failure {
        if (calls.incrementAndGet() <= times) {
            throw failure;
        }
        return "done";
    }

    @Test
    void returnsTheValue_whenALaterAttemptSucceeds() throws Failure {
        String value = Retry.builder(doubling(4).build())
                .virtualTime(time)
                .build()
                .call(() -> failing(2, Failure.passing("busy")));

        assertThat(value).isEqualTo("done");
        assertThat(calls).hasValue(3);
        assertThat(time.sleeps()).containsExactly(millis(100), millis(200));
    }

    @Test
    void returnsNull_whenTheCallDoes() {
        Object value =
                Retry.builder(doubling(2).build()).virtualTime(time).build().call(() -> null);

        assertThat(value).isNull();
    }

    @Test
    void runsWorkThatReturnsNothing() throws Failure {
        Retry.builder(doubling(4).build()).virtualTime(time).build().run(() -> {
            failing(1, Failure.passing("busy"));
        });

        assertThat(calls).hasValue(2);
    }

    @Test
    void theAttemptKnowsItsNumberAndKey() throws Failure {
        List<String> seen = new ArrayList<>();

        Retry.builder(doubling(4).build()).virtualTime(time).build().attempt(Safety.keyed("k-1"), attempt -> {
            seen.add(attempt.number() + " " + attempt.key().orElseThrow() + " " + attempt.isRetry());
            return failing(1, Failure.unknown("lost"));
        });

        assertThat(seen).containsExactly("1 k-1 false", "2 k-1 true");
    }

    @Nested
    class GivesUp {
        @Test
        void afterTheLastAttempt_withAMessageThatIsEnoughToAct() {
            List<Failure> thrown = new ArrayList<>();

            assertThatExceptionOfType(GaveUpException.class)
                    .isThrownBy(() -> Retry.builder(doubling(3).build())
                            .virtualTime(time)
                            .build()
                            .call(() -> {
                                thrown.add(Failure.passing("busy " + calls.incrementAndGet()));
                                throw thrown.get(thrown.size() - 1);
                            }))
                    .withMessage("payments: gave up after 3 of 3 attempts in 300 ms: no attempts are left;"
                            + " last failure: TRANSIENT busy 3")
                    .satisfies(e -> {
                        assertThat(e.reason()).isEqualTo(StopReason.ATTEMPTS);
                        assertThat(e).hasCause(thrown.get(2));
                        assertThat(e.getSuppressed()).containsExactly(thrown.get(0), thrown.get(1));
                        assertThat(e.facts().elapsed()).isEqualTo(millis(300));
                    });
        }

        @Test
        void atOnce_whenTheFailureIsNotRetryable_andLetsItPassAsItIs() {
            Failure no = Failure.rejected("insufficient funds");

            assertThatThrownBy(() -> Retry.builder(doubling(3).build())
                            .virtualTime(time)
                            .build()
                            .call(() -> failing(9, no)))
                    .isSameAs(no);
            assertThat(calls).hasValue(1);
            assertThat(GaveUpException.of(no)).hasValueSatisfying(facts -> {
                assertThat(facts.reason()).isEqualTo(StopReason.NOT_RETRYABLE);
                assertThat(facts.message())
                        .isEqualTo("payments: gave up after 1 of 3 attempts in 0 ms: trying again cannot help;"
                                + " last failure: DOMAIN_REJECTION insufficient funds");
            });
        }

        @Test
        void withTheEarlierFailuresSuppressed_whenALaterOneIsNotRetryable() {
            Failure busy = Failure.passing("busy");
            Failure no = Failure.rejected("no");

            assertThatThrownBy(() -> Retry.builder(doubling(3).build())
                            .virtualTime(time)
                            .build()
                            .call(() -> {
                                throw calls.incrementAndGet() == 1 ? busy : no;
                            }))
                    .isSameAs(no);
            assertThat(no.getSuppressed()).hasSize(2).contains(busy);
        }

        @Test
        void aSharedExceptionInstanceDoesNotGrowWithoutBound() {
            Failure no = Failure.rejected("no");
            Retry retry = Retry.builder(doubling(3).build()).virtualTime(time).build();

            for (int i = 0; i < 1_000; i++) {
                assertThat(catchThrowable(() -> retry.call(() -> failing(Integer.MAX_VALUE, no))))
                        .isSameAs(no);
            }

            assertThat(no.getSuppressed()).hasSizeLessThanOrEqualTo(16);
        }

        @Test
        void keepsABoundedNumberOfEarlierFailures() {
            RetryPolicy policy = noDelay(1_000).unlimitedBudget().build();

            assertThatExceptionOfType(GaveUpException.class)
                    .isThrownBy(() -> Retry.builder(policy)
                            .virtualTime(time)
                            .build()
                            .call(() -> {
                                throw Failure.passing("busy " + calls.incrementAndGet());
                            }))
                    .satisfies(e -> assertThat(e.getSuppressed()).hasSize(16));
            assertThat(calls).hasValue(1_000);
        }

        @Test
        void whatAFutureWrappedIsStillRecognised() {
            assertThat(catchThrowable(() -> Retry.builder(doubling(3).build())
                            .virtualTime(time)
                            .build()
                            .call(() -> {
                                calls.incrementAndGet();
                                throw new ExecutionException(Failure.passing("busy"));
                            })))
                    .isInstanceOf(GaveUpException.class);
            assertThat(calls).hasValue(3);
        }

        @Test
        void theExceptionCanBeSentElsewhere_withWhatPeopleReadOfIt() throws Exception {
            Throwable thrown = catchThrowable(() -> Retry.builder(doubling(2).build())
                    .virtualTime(time)
                    .build()
                    .call(() -> failing(9, Failure.passing("busy"))));

            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(thrown);
            }
            Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

            assertThat((Throwable) read).hasMessage(thrown.getMessage()).hasCauseInstanceOf(Failure.class);
        }

        @Test
        void errorsAreNeverRetried() {
            AssertionError error = new AssertionError("boom");

            assertThatThrownBy(() -> Retry.builder(doubling(3).build())
                            .virtualTime(time)
                            .build()
                            .call(() -> {
                                calls.incrementAndGet();
                                throw error;
                            }))
                    .isSameAs(error);
            assertThat(calls).hasValue(1);
        }

        @Test
        void insideAnOpenTransaction() {
            try (OpenTransaction open = OpenTransaction.begin()) {
                assertThatExceptionOfType(GaveUpException.class)
                        .isThrownBy(() -> Retry.builder(doubling(3).build())
                                .virtualTime(time)
                                .build()
                                .call(() -> failing(9, Failure.passing("busy"))))
                        .withMessageContaining("a database transaction is open; retry the whole transaction");
                assertThat(open).isNotNull();
            }
            assertThat(calls).hasValue(1);
            calls.set(0);
            assertThat(catchThrowable(() -> Retry.builder(doubling(3).build())
                            .virtualTime(time)
                            .build()
                            .call(() -> failing(9, Failure.passing("busy")))))
                    .isInstanceOf(GaveUpException.class);
            assertThat(calls).as("the transaction has ended").hasValue(3);
        }

        @Test
        void insideATransactionThatAProbeKnowsOf_andWhenTheProbeThrows() {
            Retry inside = Retry.builder(doubling(3).build())
                    .virtualTime(time)
                    .transactionProbe(() -> true)
                    .build();
            Retry broken = Retry.builder(doubling(3).build())
                    .virtualTime(time)
                    .transactionProbe(() -> {
                        throw new IllegalStateException("probe");
                    })
                    .build();

            for (Retry retry : List.of(inside, broken)) {
                assertThat(retry.tryCall(() -> failing(9, Failure.passing("busy")))
                                .fold(success -> null, GaveUp::reason))
                        .isEqualTo(StopReason.TRANSACTION);
            }
        }
    }

    @Nested
    class WithResultsThatStandForFailures {
        private final Classifier judging = Classifier.standard()
                .onResult(
                        Reply.class, reply -> reply.status == 503 ? Classification.transientFailure("HTTP 503") : null);

        @Test
        void retriesThem_andClosesThoseItThrowsAway() {
            List<Reply> replies = List.of(new Reply(503), new Reply(503), new Reply(200));

            Reply reply = Retry.builder(doubling(3).classifier(judging).build())
                    .virtualTime(time)
                    .build()
                    .call(() -> replies.get(calls.getAndIncrement()));

            assertThat(reply).isSameAs(replies.get(2));
            assertThat(replies).extracting(r -> r.closed).containsExactly(true, true, false);
        }

        @Test
        void returnsThoseThatRetryingCannotHelp_asItLetsExceptionsPass() {
            Reply notFound = new Reply(404);
            Retry retry = Retry.builder(doubling(3)
                            .classifier(judging.onResult(
                                    Reply.class,
                                    reply -> reply.status == 404 ? Classification.permanent("HTTP 404") : null))
                            .build())
                    .virtualTime(time)
                    .build();

            assertThat(retry.call(() -> notFound)).isSameAs(notFound);
            assertThat(retry.callAsync(attempt -> CompletableFuture.completedFuture(notFound)))
                    .isCompletedWithValue(notFound);
            assertThat(retry.tryCall(() -> notFound).<StopReason>fold(success -> null, GaveUp::reason))
                    .isEqualTo(StopReason.NOT_RETRYABLE);
            assertThat(notFound.closed).isFalse();
        }

        @Test
        void handsOutTheLastOne_whenItGivesUp() {
            List<Reply> replies = List.of(new Reply(503), new Reply(503));

            GaveUp facts = Retry.builder(doubling(2).classifier(judging).build())
                    .virtualTime(time)
                    .build()
                    .tryCall(() -> replies.get(calls.getAndIncrement()))
                    .fold(success -> null, gaveUp -> gaveUp);

            assertThat(facts.result()).isSameAs(replies.get(1));
            assertThat(facts.failure()).isNull();
            assertThat(replies).extracting(r -> r.closed).containsExactly(true, false);
            assertThat(facts.message()).endsWith("last failure: TRANSIENT HTTP 503");
        }
    }

    @Nested
    class TryCall {
        @Test
        void answersWithTheValueAndHowManyAttemptsItTook() {
            CallResult<String> outcome = Retry.builder(doubling(3).build())
                    .virtualTime(time)
                    .build()
                    .tryCall(() -> failing(1, Failure.passing("busy")));

            assertThat(outcome).isEqualTo(new CallResult.Success<>("done", 2, millis(100)));
            assertThat(outcome.require()).isEqualTo("done");
        }

        @Test
        void answersWithTheFacts_andThrowsThemWhenAValueIsRequired() {
            CallResult<String> outcome = Retry.builder(doubling(2).build())
                    .virtualTime(time)
                    .build()
                    .tryCall(() -> failing(9, Failure.passing("busy")));

            assertThat(outcome.<StopReason>fold(success -> null, GaveUp::reason))
                    .isEqualTo(StopReason.ATTEMPTS);
            assertThatExceptionOfType(GaveUpException.class).isThrownBy(outcome::require);
        }
    }

    @Nested
    class Sharing {
        @Test
        void enginesOfOneDependencyShareItsBudget() {
            RetryPolicy charge =
                    noDelay(3).budget(RetryBudget.ratio(0.2).floor(2)).build();
            RetryPolicy refund = RetryPolicy.named("refunds")
                    .maxAttempts(3)
                    .backoff(charge.backoff())
                    .budget(RetryBudget.ratio(0.2).floor(2))
                    .build();
            Retry charges = Retry.builder(charge).virtualTime(time).build();
            Retry refunds =
                    Retry.builder(refund).virtualTime(time).sharing(charges).build();

            assertThat(catchThrowable(() -> charges.call(() -> failing(9, Failure.passing("busy")))))
                    .isNotNull();
            assertThat(refunds.status().budgetRemaining()).isZero();
        }

        @Test
        void isRefused_whenTheLimitsDiffer() {
            Retry charges = Retry.builder(doubling(3).build()).virtualTime(time).build();

            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> Retry.builder(doubling(3).unlimitedBudget().build())
                                    .virtualTime(time)
                                    .sharing(charges)
                                    .build())
                    .withMessageContaining("must be the same");
        }
    }

    private static final class Reply implements AutoCloseable {
        private final int status;
        private boolean closed;

        Reply(int status) {
            this.status = status;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
