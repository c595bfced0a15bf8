package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.oncemore.By;
import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.RateLimiter;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.retry.policy.TimeoutKind;
import dev.oncemore.time.VirtualTime;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The status for each reason to give up, in doubt and not. */
class GaveUpProblemTest {
    private final VirtualTime time = new VirtualTime();

    private Retry engine(RetryPolicy.Builder policy) {
        return Retry.builder(policy.build()).virtualTime(time).build();
    }

    private static RetryPolicy.Builder policy() {
        return RetryPolicy.named("bank").maxAttempts(2).backoff(Backoff.none());
    }

    private static GaveUp refused(Retry retry) {
        return failing(retry, Safety.idempotent(), new ConnectException("refused"));
    }

    private static GaveUp failing(Retry retry, Safety safety, IOException failure) {
        return retry.tryRun(safety, () -> {
                    throw failure;
                })
                .fold(
                        success -> {
                            throw new AssertionError("it must fail");
                        },
                        facts -> facts);
    }

    private static void assertAnswer(GaveUp facts, StopReason reason, int status, Duration retryAfter) {
        assertThat(facts.reason()).isEqualTo(reason);
        GaveUpProblem problem = GaveUpProblem.of(facts);
        assertThat(problem.status()).isEqualTo(status);
        assertThat(problem.retryAfter()).isEqualTo(retryAfter);
    }

    @ParameterizedTest
    @EnumSource(StopReason.class)
    void everyReasonHasItsStatus(StopReason reason) {
        assertThat(GaveUpProblem.of(facts(reason, null, false)).status()).isEqualTo(503);
        assertThat(GaveUpProblem.of(facts(reason, null, true)).status())
                .isEqualTo(reason == StopReason.DEADLINE ? 504 : 502);
        Classification late = Classification.unknownOutcome("late").causedBy(TimeoutKind.READ);
        assertThat(GaveUpProblem.of(facts(reason, late, true)).status()).isEqualTo(504);
    }

    private static GaveUp facts(StopReason reason, Classification last, boolean mayHaveHappened) {
        return new GaveUp(
                "bank",
                "default",
                reason,
                1,
                3,
                Duration.ofMillis(5),
                last,
                null,
                null,
                List.of(),
                null,
                null,
                mayHaveHappened);
    }

    @Test
    void attemptsUsedUp() {
        Retry retry = engine(policy());
        assertAnswer(refused(retry), StopReason.ATTEMPTS, 503, null);
        SocketTimeoutException late = new SocketTimeoutException("read");
        assertAnswer(failing(retry, Safety.idempotent(), late), StopReason.ATTEMPTS, 504, null);
        assertAnswer(failing(retry, Safety.idempotent(), new IOException("reset")), StopReason.ATTEMPTS, 502, null);
        assertAnswer(failing(retry, Safety.readOnly(), late), StopReason.ATTEMPTS, 503, null);
        assertAnswer(failing(retry, Safety.undeclared(), late), StopReason.UNKNOWN_OUTCOME, 504, null);
    }

    @Test
    void aBreakerSaysWhenToComeBack_unlessItWasOpenedByHand() {
        Retry retry = engine(policy().maxAttempts(1).breaker(Breaker.failures(1).coolDown(Duration.ofSeconds(30))));
        refused(retry);
        time.advance(Duration.ofSeconds(10));
        assertAnswer(refused(retry), StopReason.BREAKER, 503, Duration.ofSeconds(20));

        retry.breaker().forceOpen(By.person("ann", "maintenance"));
        assertThat(retry.status().breaker()).isEqualTo(BreakerMode.FORCED_OPEN);
        assertAnswer(refused(retry), StopReason.BREAKER, 503, null);
    }

    @Test
    void aRateLimiterSaysWhenToComeBack_aLimiterDoesNotKnow() {
        Retry rated = engine(policy().rateLimiter(RateLimiter.calls(1, Duration.ofSeconds(3))));
        assertThat(rated.call(() -> "ok")).isEqualTo("ok");
        assertAnswer(refused(rated), StopReason.RATE_LIMITER, 503, Duration.ofSeconds(3));

        Retry full = engine(policy().limiter(Limiter.concurrency(1)));
        full.run(() -> assertAnswer(refused(full), StopReason.LIMITER, 503, null));
    }

    @Test
    void aDeadlineThatCutAnAttemptIs504_oneThatPassedBeforeIs503() {
        Retry retry = engine(policy().deadline(Duration.ofSeconds(1)));
        GaveUp cut = retry.tryRun(
                        Safety.idempotent(),
                        () -> time.sleep(Duration.ofSeconds(2).toNanos()))
                .fold(
                        success -> {
                            throw new AssertionError("it must fail");
                        },
                        facts -> facts);
        assertAnswer(cut, StopReason.DEADLINE, 504, null);

        GaveUp before = Deadline.within(time, Duration.ZERO, () -> refused(retry));
        assertAnswer(before, StopReason.DEADLINE, 503, null);
    }

    @Test
    void budgetNestingAndTransactions() {
        Retry poor = engine(policy().budget(RetryBudget.standard().floor(0)));
        assertAnswer(refused(poor), StopReason.BUDGET, 503, null);

        Retry outer = engine(policy());
        outer.run(() -> assertAnswer(refused(engine(policy())), StopReason.NESTED, 503, null));
        GaveUp inside = OpenTransaction.around(() -> refused(outer));
        assertAnswer(inside, StopReason.TRANSACTION, 503, null);
    }

    @Test
    void anExceptionAroundItHidesNoDoubt_andOtherExceptionsHaveNoAnswer() {
        CompletableFuture<String> lost = engine(policy())
                .callAsync(Safety.keyed("k"), attempt -> CompletableFuture.failedFuture(new IOException("reset")));
        Throwable failure = lost.handle((value, thrown) -> thrown).join();
        assertThat(GaveUpProblem.of(failure)).map(GaveUpProblem::status).hasValue(502);
        assertThat(GaveUpProblem.of(new IllegalStateException(failure)))
                .map(GaveUpProblem::status)
                .hasValue(502);
        assertThat(GaveUpProblem.of(new IllegalStateException("other"))).isEmpty();
    }

    @Test
    void theBodyIsProblemJson() {
        assertThat(GaveUpProblem.of(facts(StopReason.ATTEMPTS, null, false)).json(URI.create("https://x/p")))
                .isEqualTo("{\"type\":\"https://x/p#dependency-unavailable\","
                        + "\"title\":\"A service that the request needs is not available\",\"status\":503,"
                        + "\"detail\":\"a service that this request needs is not available, and the call to it had no"
                        + " effect; retry later\"}");
    }

    @Test
    void aRequestThatAsynchronousWorkHasIsLeftToTheContainer() {
        ServletRequest request =
                answering(HttpServletRequest.class, name -> name.equals("isAsyncStarted") ? true : unexpected(name));
        ServletResponse response = answering(HttpServletResponse.class, name -> switch (name) {
            case "getHeaderNames" -> List.of();
            case "isCommitted" -> false;
            default -> unexpected(name);
        });
        GaveUpException gaveUp = catchThrowableOfType(
                GaveUpException.class,
                () -> engine(policy().maxAttempts(1)).call(() -> {
                    throw new ConnectException("down");
                }));

        assertThatThrownBy(() -> GaveUpFilter.standard().doFilter(request, response, (asked, given) -> {
                    throw gaveUp;
                }))
                .as("another thread may write to the response")
                .isSameAs(gaveUp);
    }

    private static <T> T answering(Class<T> type, Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.apply(method.getName())));
    }

    private static Object unexpected(String name) {
        throw new AssertionError(name + " must not be called");
    }
}
