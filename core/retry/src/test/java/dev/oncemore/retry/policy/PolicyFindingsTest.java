package dev.oncemore.retry.policy;

import static dev.oncemore.retry.policy.PolicyFinding.Code;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy says is questionable about itself. */
class PolicyFindingsTest {
    private static RetryPolicy.Builder policy() {
        return RetryPolicy.named("p");
    }

    private static List<Code> codes(RetryPolicy.Builder policy) {
        return policy.build().findings().stream().map(PolicyFinding::code).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "documents", "pipeline", "three-retries", "long-job", "aws-2026"})
    void nothingIsQuestionableAboutAPreset(String preset) {
        assertThat(RetryPolicy.preset(preset).findings()).isEmpty();
    }

    @Test
    void nothingIsQuestionableAboutTheDefault() {
        assertThat(policy().build().findings()).isEmpty();
    }

    @Test
    void unlimitedIsQuestionable() {
        assertThat(codes(policy().noAttemptTimeout())).containsExactly(Code.NO_ATTEMPT_TIMEOUT);
        assertThat(codes(policy().noDeadline())).containsExactly(Code.NO_DEADLINE);
        assertThat(codes(policy().unlimitedBudget())).containsExactly(Code.NO_BUDGET);
        assertThat(policy().noAttemptTimeout().build().findings().get(0))
                .hasToString("NO_ATTEMPT_TIMEOUT: one attempt that hangs uses up the deadline (30 s); set an"
                        + " attemptTimeout");
    }

    @Test
    void attemptsThatNeverRunAreTold_withTheFirstOfThem() {
        RetryPolicy policy = policy().maxAttempts(6)
                .backoff(Backoff.exponential(Duration.ofSeconds(1)).equalJitter())
                .deadline(Duration.ofSeconds(6))
                .build();

        assertThat(policy.findings())
                .containsExactly(new PolicyFinding(
                        Code.ATTEMPTS_BEYOND_DEADLINE,
                        "attempt 5 of 6 never runs: the delays before it take at least 7.5 s, and the deadline is 6 s;"
                                + " allow fewer attempts or set a longer deadline"));
        assertThat(codes(policy().maxAttempts(6).backoff(Backoff.exponential(Duration.ofSeconds(1)))))
                .as("full jitter may be 0")
                .isEmpty();
    }

    @Test
    void theShortestBaseOfAnyKindCounts() {
        assertThat(codes(policy().deadline(Duration.ofSeconds(9))
                        .backoff(Backoff.exponential(Duration.ofSeconds(20))
                                .equalJitter()
                                .base(FailureKind.TRANSIENT, Duration.ofMillis(10)))))
                .isEmpty();
    }

    @Test
    void aTimeoutThatLeavesNoTimeForARetryIsQuestionable() {
        assertThat(codes(policy().deadline(Duration.ofMillis(800)))).containsExactly(Code.NO_RETRY_AFTER_TIMEOUT);
        assertThat(codes(policy().deadline(Duration.ofMillis(800)).attemptTimeout(Duration.ofMillis(350))))
                .isEmpty();
    }

    @Test
    void delaysWithoutSpreadAndNoDelaysAreQuestionable() {
        assertThat(codes(policy().backoff(Backoff.fixed(Duration.ofSeconds(1)).noJitter())))
                .containsExactly(Code.NO_JITTER);
        assertThat(codes(policy().backoff(Backoff.none()))).containsExactly(Code.NO_DELAY);
    }

    @Test
    void aBudgetIsMeasuredByItsCosts() {
        assertThat(codes(policy().budget(RetryBudget.ratio(0.6)))).containsExactly(Code.GENEROUS_BUDGET);
        RetryBudget dear = RetryBudget.ratio(0.6);
        for (FailureKind kind : Kinds.retried()) {
            dear = dear.cost(kind, 12);
        }
        assertThat(policy().budget(dear).build().findings())
                .containsExactly(new PolicyFinding(
                        Code.COST_OVER_FLOOR,
                        "a retry costs up to 12, but the floor is 10, so a client with under 20 calls per 10 s never"
                                + " retries such a failure"));
    }

    @Test
    void aBreakerThatOneCallOpensOrThatSlowCallsNeverOpenIsQuestionable() {
        assertThat(codes(policy().maxAttempts(5).breaker(Breaker.failures(5))))
                .containsExactly(Code.BREAKER_OPENED_BY_ONE_CALL);
        Breaker slow = Breaker.failureRate(0.5).slowRate(0.8, Duration.ofSeconds(5));
        assertThat(codes(policy().breaker(slow))).containsExactly(Code.SLOW_CALLS_NEVER_COUNT);
        assertThat(codes(policy().breaker(slow).attemptTimeout(Duration.ofSeconds(6))))
                .isEmpty();
    }

    @Test
    void aRuleThatCallsLostRepliesTransientIsQuestionable() {
        assertThat(codes(policy().classifier(Classifier.standard().transientOn(IOException.class))))
                .containsExactly(Code.LOST_REPLY_AS_TRANSIENT);
        assertThat(codes(policy().classifier(Classifier.standard()
                        .throttledOn(TimeoutException.class)
                        .rejectedOn(IllegalStateException.class))))
                .containsExactly(Code.LOST_REPLY_AS_TRANSIENT);
        RetryPolicy fromFile = RetryPolicy.from(
                "p", Map.of("classify.transient", "java.net.SocketTimeoutException, java.lang.Exception"));
        assertThat(fromFile.findings()).extracting(PolicyFinding::code).containsExactly(Code.LOST_REPLY_AS_TRANSIENT);
        assertThat(codes(policy().classifier(Classifier.standard().unknownOutcomeOn(Exception.class))))
                .isEmpty();
    }

    @Test
    void retriesInsideRetriesAreQuestionable() {
        assertThat(codes(policy().nested(Nesting.RETRY))).containsExactly(Code.NESTED_RETRIES);
    }

    @Test
    void aSingleAttemptHasNoFindingsAboutRetries() {
        assertThat(codes(policy().maxAttempts(1)
                        .backoff(Backoff.none())
                        .unlimitedBudget()
                        .nested(Nesting.RETRY)))
                .isEmpty();
    }

    @Test
    void everyCodeCanBeFound_atMostOnceEach() {
        RetryPolicy worst = policy().maxAttempts(10_000)
                .backoff(Backoff.fixed(Duration.ofSeconds(1)).noJitter())
                .deadline(Duration.ofSeconds(10))
                .attemptTimeout(Duration.ofSeconds(10))
                .budget(RetryBudget.ratio(1).floor(0))
                .breaker(Breaker.failures(1))
                .nested(Nesting.RETRY)
                .classifier(Classifier.standard().transientOn(Throwable.class).transientOn(IOException.class))
                .build();
        RetryPolicy unlimited = policy().noAttemptTimeout()
                .noDeadline()
                .unlimitedBudget()
                .backoff(Backoff.none())
                .build();
        RetryPolicy slow = policy().breaker(Breaker.failureRate(0.5).slowRate(0.8, Duration.ofSeconds(5)))
                .build();

        List<Code> found = Stream.of(worst, unlimited, slow)
                .flatMap(policy -> policy.findings().stream())
                .map(PolicyFinding::code)
                .toList();

        Set<Code> all = EnumSet.allOf(Code.class);
        assertThat(found).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(all);
        assertThat(Arrays.asList(Code.values())).hasSize(13);
    }
}
