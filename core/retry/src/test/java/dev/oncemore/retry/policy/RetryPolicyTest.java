package dev.oncemore.retry.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {

    private static RetryPolicy everything() {
        return RetryPolicy.named("payments")
                .maxAttempts(4)
                .backoff(Backoff.exponential(Duration.ofMillis(100))
                        .cap(Duration.ofSeconds(2))
                        .plusMinusJitter(Duration.ofMillis(1500)))
                .attemptTimeout(Duration.ofMillis(350))
                .deadline(Duration.ofMillis(800))
                .longestHint(Duration.ofMinutes(10))
                .budget(RetryBudget.ratio(0.1).floor(3).window(Duration.ofSeconds(30)))
                .breaker(Breaker.failureRate(0.5)
                        .slowRate(0.8, Duration.ofSeconds(2))
                        .over(Duration.ofMinutes(1))
                        .minimumCalls(7)
                        .probes(3))
                .limiter(Limiter.concurrency(20)
                        .queueTimeout(Duration.ofMillis(100))
                        .queueSize(50))
                .hedge(Hedge.afterP95().warmUp(10))
                .nested(Nesting.RETRY)
                .classifier(Classifier.standard().on("com.acme.BankClosed", FailureKind.TRANSIENT))
                .build();
    }

    @Test
    void isAValue() {
        assertThat(everything()).isEqualTo(everything()).hasSameHashCodeAs(everything());
        assertThat(everything().toBuilder().build()).isEqualTo(everything());
        assertThat(everything().toBuilder().maxAttempts(5).build()).isNotEqualTo(everything());
        assertThat(everything())
                .hasToString(everything().name() + " " + everything().toMap());
    }

    @Test
    void canBeRenamed() {
        assertThat(RetryPolicy.preset("api").renamed("bank").name()).isEqualTo("bank");
        assertThat(RetryPolicy.preset("api").renamed("bank").toMap())
                .isEqualTo(RetryPolicy.preset("api").toMap());
    }

    @Test
    void survivesTheWayThroughAMap() {
        assertThat(RetryPolicy.from("payments", everything().toMap())).isEqualTo(everything());
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "documents", "pipeline", "three-retries", "long-job", "aws-2026"})
    void everyPresetSurvivesTheWayThroughAMap(String preset) {
        RetryPolicy policy = RetryPolicy.preset(preset);

        assertThat(RetryPolicy.from(preset, policy.toMap())).isEqualTo(policy);
    }

    @Test
    void presetsHaveThePublishedNumbers() {
        RetryPolicy documents = RetryPolicy.preset("documents");
        assertThat(documents.maxAttempts()).isEqualTo(6);
        assertThat(documents.backoff())
                .isEqualTo(Backoff.exponential(Duration.ofMillis(300)).additiveJitter(Duration.ofMillis(199)));
        RetryPolicy api = RetryPolicy.preset("api");
        assertThat(api.maxAttempts()).isEqualTo(5);
        assertThat(api.backoff())
                .isEqualTo(Backoff.exponential(Duration.ofMillis(100))
                        .cap(Duration.ofSeconds(30))
                        .fullJitter());
        RetryPolicy pipeline = RetryPolicy.preset("pipeline");
        assertThat(pipeline.maxAttempts()).isEqualTo(3);
        assertThat(pipeline.breaker()).contains(Breaker.failures(5).coolDown(Duration.ofSeconds(30)));
        RetryPolicy longJob = RetryPolicy.preset("long-job");
        assertThat(longJob.backoff().cap()).isEqualTo(Duration.ofSeconds(60));
        assertThat(longJob.backoff().jitter()).hasToString("plus-minus 30 s");
        assertThat(List.of(documents, api, pipeline, longJob))
                .allSatisfy(preset -> assertThat(preset.budget()).contains(RetryBudget.standard()));
    }

    @Nested
    class FromAMap {
        @Test
        void readsDottedKeysLikeSections() {
            RetryPolicy nested = RetryPolicy.from(
                    "p", Map.of("max-attempts", 4, "backoff", Map.of("base", "100ms", "cap", "2s", "jitter", "full")));
            RetryPolicy dotted = RetryPolicy.from(
                    "p",
                    Map.of(
                            "max-attempts",
                            "4",
                            "backoff.base",
                            "100ms",
                            "backoff.cap",
                            "2s",
                            "backoff.jitter",
                            "full"));

            assertThat(dotted).isEqualTo(nested);
        }

        @Test
        void startsFromAPreset() {
            RetryPolicy policy = RetryPolicy.from("mine", Map.of("preset", "pipeline", "max-attempts", 9));

            assertThat(policy.name()).isEqualTo("mine");
            assertThat(policy.maxAttempts()).isEqualTo(9);
            assertThat(policy.breaker())
                    .isEqualTo(RetryPolicy.preset("pipeline").breaker());
        }

        @Test
        void readsWhichClassesMeanWhat() {
            RetryPolicy policy = RetryPolicy.from(
                    "p",
                    Map.of("classify", Map.of("transient", List.of("java.io.IOException"), "permanent", "a.B, c.D")));

            assertThat(policy.classifier()
                            .classify(new FileNotFoundException("x"))
                            .kind())
                    .isEqualTo(FailureKind.TRANSIENT);
            assertThat(RetryPolicy.from("p", policy.toMap())).isEqualTo(policy);
            assertThat(policy.toMap().get("classify"))
                    .isEqualTo(Map.of("transient", List.of("java.io.IOException"), "permanent", List.of("a.B", "c.D")));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                max-attempts       | many       | policy 'p', max-attempts: 'many' is not a whole number
                max-attempts       | 0          | policy 'p', max-attempts: maxAttempts must be between 1 and 10000, but is 0
                deadline           | 2 parsecs  | policy 'p', deadline: '2 parsecs' is not a duration; write for example 250ms, 1.5s, 5min, 1h or 7d
                deadline           | 0s         | policy 'p', deadline: deadline must be over 0, but is 0
                backoff.base       | -1s        | policy 'p', backoff.base: '-1s' is not a duration; write for example 250ms, 1.5s, 5min, 1h or 7d
                backoff.cap        | 1s         | policy 'p', backoff.base: is missing
                backoff.base       | 400d       | policy 'p', backoff.base: backoff base must be between 0 and 365 d, but is 400 d
                budget             | none       | policy 'p', budget: 'none' is not a section; give it keys of its own, or write unlimited
                backoff            | quick      | policy 'p', backoff: 'quick' is not a section; give it keys of its own
                budget.ratio       | 1.5        | policy 'p', budget.ratio: budget ratio must be over 0 and at most 1, but is 1.5
                breaker.probes     | 2          | policy 'p', breaker.failures: set either failures (in a row) or failure-rate
                limiter.queue-size | 2          | policy 'p', limiter.concurrency: is missing
                hedge.after        | p99        | policy 'p', hedge.after: 'p99' is not a duration; write for example 250ms, 1.5s, 5min, 1h or 7d
                nested             | twice      | policy 'p', nested: 'twice' is not one of single-attempt, retry
                preset             | fast       | policy 'p', preset: there is no preset 'fast'; the presets are api, documents, pipeline, three-retries, long-job and aws-2026
                classify.sometimes | a.B        | policy 'p', classify.sometimes: there is no such setting; the settings here are domain-rejection, permanent, programmer-error, throttled, timeout-unknown-outcome, transient
                """)
        void refusesAWrongValue_namingKeyValueAndWhatIsAllowed(String key, String value, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RetryPolicy.from("p", Map.of(key, value)))
                    .withMessage(message);
        }

        @Test
        void ofSeveralClassNamesTheMostSpecificWins_whateverTheirOrder() {
            RetryPolicy policy = RetryPolicy.from(
                    "p",
                    Map.of(
                            "classify.permanent", "java.io.FileNotFoundException",
                            "classify.transient", "java.io.IOException"));

            for (RetryPolicy read : List.of(policy, RetryPolicy.from("p", policy.toMap()))) {
                assertThat(read.classifier()
                                .classify(new FileNotFoundException("x"))
                                .kind())
                        .isEqualTo(FailureKind.PERMANENT);
                assertThat(read.classifier().classify(new IOException("x")).kind())
                        .isEqualTo(FailureKind.TRANSIENT);
            }
        }

        @Test
        void refusesAKeyItDoesNotKnow_andListsThoseItDoes() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RetryPolicy.from("p", Map.of("maxAttempts", 4)))
                    .withMessageStartingWith("policy 'p', maxAttempts: there is no such setting; the settings here are")
                    .withMessageContaining("max-attempts");
        }

        @Test
        void refusesTheSameSettingTwice() {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> RetryPolicy.from("p", Map.of("backoff.base", "1s", "backoff", Map.of("base", "2s"))))
                    .withMessageContaining("is set twice");
        }

        @Test
        void refusesJitterWithoutItsSpread() {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> RetryPolicy.from("p", Map.of("backoff", Map.of("base", "1s", "jitter", "additive"))))
                    .withMessage("policy 'p', backoff.jitter: 'additive' write how much, for example 'additive 200ms'");
        }
    }

    @Nested
    class Refuses {
        @Test
        void timeoutsThatCouldNeverTakeEffect() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RetryPolicy.named("p")
                            .attemptTimeout(Duration.ofSeconds(2))
                            .deadline(Duration.ofSeconds(1))
                            .build())
                    .withMessage(
                            "policy 'p': attemptTimeout (2 s) is not shorter than the deadline (1 s), so it could never"
                                    + " take effect");
        }

        @Test
        void aHedgeThatCouldNeverBeSent() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RetryPolicy.named("p")
                            .attemptTimeout(Duration.ofSeconds(1))
                            .hedge(Hedge.after(Duration.ofSeconds(1)))
                            .build())
                    .withMessageContaining("hedge after (1 s) is not shorter than the attemptTimeout (1 s)");
        }

        @Test
        void namesThatWouldSpoilALogLine() {
            assertThatIllegalArgumentException().isThrownBy(() -> RetryPolicy.named(" "));
            assertThatIllegalArgumentException().isThrownBy(() -> RetryPolicy.named("a\nb"));
            assertThatIllegalArgumentException().isThrownBy(() -> RetryPolicy.named("x".repeat(101)));
        }

        @Test
        void ratesOnABreakerThatCountsFailuresInARow() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Breaker.failures(5).overCalls(10))
                    .withMessageContaining("goes with a failure rate");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Breaker.failureRate(0.5).overCalls(10).minimumCalls(11))
                    .withMessage("breaker minimum calls (11) can never be reached in a window of 10 calls");
        }
    }

    @Test
    void aRuleOfYourOwnGoesBeforeTheStandardOnes() {
        Classifier classifier = Classifier.standard()
                .transientOn(IllegalStateException.class)
                .on(IOException.class, e -> "gone".equals(e.getMessage()) ? Classification.rejected("gone") : null)
                .onResult(Integer.class, status -> status == 429 ? Classification.throttled("429") : null);

        assertThat(classifier.classify(new IllegalStateException()).kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(classifier.classify(new IOException("gone")).kind()).isEqualTo(FailureKind.DOMAIN_REJECTION);
        assertThat(classifier.classify(new IOException("reset")).kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        assertThat(classifier.judge(429)).isEqualTo(Classification.throttled("429"));
        assertThat(classifier.judge(200)).isNull();
        assertThat(classifier.judge("429")).isNull();
        assertThat(classifier.judgesResults()).isTrue();
    }
}
