package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.once.DelegatingRecordStore;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.ForbiddenException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;

/** Exceptions that leave the filter, and become responses further out. */
abstract class ExceptionContract extends FilterContract {
    private final AtomicBoolean allowed = new AtomicBoolean();

    /** As Spring Security's subclasses. */
    private static final class NotLoggedIn extends AuthenticationException {
        private static final long serialVersionUID = 1L;

        NotLoggedIn() {
            super("who are you?");
        }
    }

    /** What an application throws when its own check of a request fails. */
    private static final class OutOfStock extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** An exception of the application's, made of one that a library threw after the effect. */
    private static final class NoticeFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoticeFailed(Throwable cause) {
            super(cause);
        }
    }

    /** Makes this status of any exception, as Spring Security's and other frameworks' outer filters do. */
    private static Filter answers(int status) {
        return (request, response, chain) -> {
            try {
                chain.doFilter(request, response);
            } catch (ServletException | RuntimeException e) {
                ((HttpServletResponse) response).setStatus(status);
                response.getWriter().print("from the outer filter");
            }
        };
    }

    private void failsUntilAllowed(Exception thrown) {
        allowed.set(false);
        shop.does((request, response) -> {
            if (!allowed.get()) {
                sneak(thrown);
            }
            response.setStatus(201);
            response.getWriter().print("done");
        });
    }

    private static void sneak(Exception thrown) throws IOException, ServletException {
        if (thrown instanceof ServletException servlet) {
            throw servlet;
        }
        throw (RuntimeException) thrown;
    }

    static Stream<Exception> refusedAccess() {
        return Stream.of(
                new AccessDeniedException("no"),
                new AccessDeniedException("no") {
                    private static final long serialVersionUID = 1L;
                },
                new NotLoggedIn(),
                new ForbiddenException(),
                new ServletException("Request processing failed", new AccessDeniedException("no")),
                new ServletException(new CompletionException(new AccessDeniedException("no"))));
    }

    @ParameterizedTest
    @MethodSource("refusedAccess")
    void refusedAccess_thatAnOuterFilterMakes403Of_leavesTheKeyFree(Exception refused) throws Exception {
        for (IdempotencySettings settings : settings()) {
            filteredBy(settings);
            failsUntilAllowed(refused);
            shop.behind(answers(403));

            HttpResponse<String> first = order("\"k\"", ORDER);
            assertThat(first.statusCode()).isEqualTo(403);
            assertThat(first.body()).isEqualTo("from the outer filter");
            assertThat(awaitEnd()).isEqualTo(RecordState.FAILED_RETRYABLE);

            allowed.set(true);
            HttpResponse<String> second = order("\"k\"", ORDER);
            assertThat(second.statusCode()).isEqualTo(201);
            assertThat(isReplay(second)).isFalse();
            assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
            assertThat(isReplay(order("\"k\"", ORDER))).isTrue();
            assertThat(shop.served).hasValue(2);
        }
    }

    private static List<IdempotencySettings> settings() {
        return List.of(
                IdempotencySettings.standard(),
                IdempotencySettings.standard().outcomes(OutcomePolicy.keepServerErrors()),
                IdempotencySettings.standard().outcomes(any -> ResponseDisposition.KEEP),
                IdempotencySettings.stripeDefaults());
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 409, 500})
    void anyOtherException_isUnknown_whateverResponseAnOuterFilterMakesOfIt(int status) throws Exception {
        for (IdempotencySettings settings : settings()) {
            filteredBy(settings);
            failsUntilAllowed(new IllegalStateException("after the effect"));
            shop.behind(answers(status));

            assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(status);
            assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);

            allowed.set(true);
            HttpResponse<String> second = order("\"k\"", ORDER);
            assertThat(second.statusCode()).isEqualTo(409);
            assertThat(isReplay(second)).isFalse();
            assertThat(second.body()).doesNotContain("outer filter").doesNotContain("after the effect");
            assertThat(shop.served).hasValue(1);
        }
    }

    @Test
    void anExceptionThatTheContainerAnswers_isUnknown_andIsNotReplayedAsA500() throws Exception {
        failsUntilAllowed(new IllegalStateException("broken"));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(500);
        HttpResponse<String> second = order("\"k\"", ORDER);
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).contains("#outcome-unknown").doesNotContain("broken");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void refusedAccessWithinAnExceptionOfTheApplications_isUnknown() throws Exception {
        failsUntilAllowed(new NoticeFailed(new AccessDeniedException("no")));
        shop.behind(answers(403));
        order("\"k\"", ORDER);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
    }

    @Test
    void theApplicationSays_whichExceptionsMeanThatNothingHappened() throws Exception {
        filteredBy(IdempotencySettings.standard()
                .exceptions(ExceptionPolicy.standard().or(OutOfStock.class)));
        for (Exception thrown : List.of(new OutOfStock(), new ServletException(new OutOfStock()))) {
            String key = "\"" + thrown.getClass().getSimpleName() + "\"";
            failsUntilAllowed(thrown);
            shop.behind(answers(409));
            assertThat(order(key, ORDER).statusCode()).isEqualTo(409);
            assertThat(awaitEnd()).isEqualTo(RecordState.FAILED_RETRYABLE);
            allowed.set(true);
            assertThat(order(key, ORDER).statusCode()).isEqualTo(201);
            assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
        }
        failsUntilAllowed(new AccessDeniedException("no"));
        order("\"denied\"", ORDER);
        assertThat(awaitEnd()).as("the standard ones stay").isEqualTo(RecordState.FAILED_RETRYABLE);
    }

    @Test
    void anExceptionPolicyThatThrows_leavesTheOutcomeUnknown_andTheClientGetsTheFirstException() throws Exception {
        filteredBy(IdempotencySettings.standard().exceptions(thrown -> {
            throw new IllegalStateException("a bug");
        }));
        failsUntilAllowed(new OutOfStock());
        shop.behind((request, response, chain) -> {
            try {
                chain.doFilter(request, response);
            } catch (OutOfStock e) {
                ((HttpServletResponse) response).setStatus(409);
            }
        });
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(409);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
    }

    @Test
    void refusedAccessAfterAnAsyncDispatch_leavesTheKeyFree() throws Exception {
        allowed.set(false);
        shop.does((request, response) -> {
            if (request.getDispatcherType() != DispatcherType.ASYNC) {
                request.startAsync().dispatch();
            } else if (allowed.get()) {
                response.setStatus(201);
            } else {
                throw new AccessDeniedException("no");
            }
        });
        shop.behind(answers(403));

        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(403);
        assertThat(awaitEnd()).isEqualTo(RecordState.FAILED_RETRYABLE);
        allowed.set(true);
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(201);
        assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void refusedAccessAfterAStreamHasBegun_isUnknown() throws Exception {
        shop.does((request, response) -> {
            response.setContentType("text/event-stream");
            response.getWriter().print("data: 1\n\n");
            response.flushBuffer();
            throw new AccessDeniedException("no");
        });
        shop.behind((request, response, chain) -> {
            try {
                chain.doFilter(request, response);
            } catch (AccessDeniedException e) {
                // It is too late for a 403.
            }
        });
        assertThat(order("\"k\"", ORDER).body()).isEqualTo("data: 1\n\n");
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void refusedAccessBySendError_isNeverKept(int status) throws Exception {
        for (IdempotencySettings settings : settings()) {
            filteredBy(settings);
            allowed.set(false);
            shop.does((request, response) -> {
                if (request.getDispatcherType() == DispatcherType.REQUEST && request.getHeader("X-Async") != null) {
                    request.startAsync().dispatch();
                } else if (allowed.get()) {
                    response.setStatus(201);
                } else {
                    response.sendError(status, "no");
                }
            });
            assertThat(send(order(ORDER)
                                    .header("Idempotency-Key", "\"k\"")
                                    .header("X-Async", "1")
                                    .build())
                            .statusCode())
                    .isEqualTo(status);
            assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(status);
            allowed.set(true);
            assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(201);
            assertThat(shop.served).hasValue(3);
        }
    }

    @Test
    void whereUnknownOutcomesRunAgain_aRequestThatThrewIsServedAnew() throws Exception {
        filteredBy(IdempotencySettings.standard(), engine().whenUnknown(WhenUnknown.RUN_AGAIN));
        failsUntilAllowed(new IllegalStateException("broken"));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(500);
        allowed.set(true);
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(201);
        assertThat(isReplay(order("\"k\"", ORDER))).isTrue();
        assertThat(shop.served).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 422, 429, 503})
    void aKeyInDoubt_isNotAnsweredByARefusalOfItsRepetition(int status) throws Exception {
        filteredBy(IdempotencySettings.standard(), engine().whenUnknown(WhenUnknown.RUN_AGAIN));
        shop.does((request, response) -> response.setStatus(504)); // the effect may have happened
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(504);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);

        shop.does((request, response) -> {
            response.setStatus(status);
            response.getWriter().print("no");
        });
        HttpResponse<String> refused = order("\"k\"", ORDER);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("outcome-unknown").doesNotContain("\"no\"");
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);

        shop.does((request, response) -> response.setStatus(201));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(201);
        assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aKeyInDoubt_isNotAnsweredByWhatAnOuterFilterMakesOfAnException() throws Exception {
        filteredBy(IdempotencySettings.standard(), engine().whenUnknown(WhenUnknown.RUN_AGAIN));
        shop.behind(answers(403));
        shop.does((request, response) -> response.setStatus(504));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(504);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);

        failsUntilAllowed(new AccessDeniedException("no"));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(409);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
    }

    @Test
    void aRefusalThatCouldNotBeRecorded_isNotTold_becauseAnotherServerMayHaveTakenOver() throws Exception {
        once = Once.on(
                new DelegatingRecordStore(new InMemoryRecordStore()) {
                    @Override
                    public List<Boolean> finish(List<RecordFinish> finishes) {
                        throw new StoreException(FailureKind.TRANSIENT, "the store is away", null);
                    }
                },
                engine().lease(Duration.ofSeconds(1)));
        shop.filteredBy(IdempotencyFilter.on(once, IdempotencySettings.standard()));

        shop.does((request, response) -> response.setStatus(503));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(409);
        failsUntilAllowed(new AccessDeniedException("no"));
        shop.behind(answers(403));
        assertThat(order("\"l\"", ORDER).statusCode()).isEqualTo(409);
        allowed.set(true);
        assertThat(order("\"m\"", ORDER).statusCode()).isEqualTo(201);
    }

    @Test
    void aResponseWhoseFirstRecordingFails_reachesTheClientWhole() throws Exception {
        AtomicInteger failures = new AtomicInteger(1);
        once = Once.on(
                new DelegatingRecordStore(new InMemoryRecordStore()) {
                    @Override
                    public List<Boolean> finish(List<RecordFinish> finishes) {
                        if (failures.getAndDecrement() > 0) {
                            throw new StoreException(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "cut off", null);
                        }
                        return super.finish(finishes);
                    }
                },
                engine());
        shop.filteredBy(IdempotencyFilter.on(once, IdempotencySettings.standard()));

        HttpResponse<String> first = order("\"k\"", ORDER);
        HttpResponse<String> second = order("\"k\"", ORDER);

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).isEqualTo("{\"number\":1}");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(isReplay(second)).isTrue();
    }
}
