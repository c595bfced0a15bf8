package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.retry.policy.TimeoutKind;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of servlets that let a {@link GaveUpException} pass. */
abstract class GaveUpContract extends FilterContract {
    private final Retry bank = Retry.of(
            RetryPolicy.named("bank").maxAttempts(2).backoff(Backoff.none()).build());

    @BeforeEach
    void filtered() {
        shop.filteredBy(GaveUpFilter.standard());
    }

    private void call(Classification failure) {
        bank.attempt(Safety.keyed("k"), attempt -> {
            throw new Answer(failure);
        });
    }

    private HttpResponse<String> get() throws Exception {
        return send(to("/orders").GET().build());
    }

    @Test
    void anOutageIs503_withTheHintOfTheOtherSide() throws Exception {
        shop.does((request, response) ->
                call(Classification.throttled("HTTP 429 secret").notBefore(Duration.ofHours(2))));

        HttpResponse<String> response = get();

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("content-type").orElseThrow()).startsWith("application/problem+json");
        assertThat(response.headers().firstValue("retry-after")).hasValue("7200");
        assertThat(response.headers().firstValue("cache-control")).hasValue("no-store");
        assertThat(response.body())
                .contains("#dependency-unavailable", "\"status\":503", "had no effect")
                .doesNotContain("secret", "bank");
    }

    @Test
    void aLostReplyIs502_aLateOne504_withoutRetryAfter() throws Exception {
        shop.does((request, response) ->
                call(Classification.unknownOutcome("reset").notBefore(Duration.ofSeconds(1))));
        HttpResponse<String> lost = get();
        assertThat(lost.statusCode()).isEqualTo(502);
        assertThat(lost.body()).contains("#dependency-failed", "may have taken effect");
        assertThat(lost.headers().firstValue("retry-after")).isEmpty();

        shop.does((request, response) ->
                call(Classification.unknownOutcome("late").causedBy(TimeoutKind.READ)));
        HttpResponse<String> late = get();
        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(late.body()).contains("#dependency-timeout");
    }

    @Test
    void anExceptionAroundItIsSeenThrough() throws Exception {
        shop.does((request, response) -> {
            try {
                call(Classification.transientFailure("down"));
            } catch (GaveUpException e) {
                throw new ServletException(new CompletionException(e));
            }
        });
        assertThat(get().statusCode()).isEqualTo(503);
    }

    @Test
    void theExceptionsOfTheRetryingClientCount() throws Exception {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = socket.getLocalPort();
        }
        HttpClient retrying = RetryingHttpClient.builder(client, bank.policy()).build();
        shop.does((request, response) -> {
            try {
                retrying.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + nobody))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
            } catch (InterruptedException e) {
                throw new ServletException(e);
            }
        });
        assertThat(get().statusCode()).isEqualTo(503);
    }

    @Test
    void otherExceptionsPassThrough() throws Exception {
        for (RuntimeException other :
                List.of(new IllegalStateException("bug"), new Answer(Classification.rejected("insufficient funds")))) {
            shop.does((request, response) -> bank.call(() -> {
                throw other;
            }));
            assertThat(get().statusCode()).isEqualTo(500);
        }
    }

    @Test
    void whatTheServletHadSetIsGone_andWhatFiltersSetBeforeStays() throws Exception {
        shop.does((request, response) -> {
            response.setStatus(201);
            response.setHeader("Location", "/orders/1");
            response.setHeader("Content-Encoding", "gzip");
            response.getWriter().print("half an answer");
            call(Classification.transientFailure("down"));
        });
        shop.behind((request, response, chain) -> {
            ((HttpServletResponse) response).addHeader("X-Frame-Options", "DENY");
            ((HttpServletResponse) response).addHeader("Vary", "Origin");
            ((HttpServletResponse) response).addHeader("Vary", "Accept");
            chain.doFilter(request, response);
        });

        HttpResponse<String> response = get();

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("location")).isEmpty();
        assertThat(response.headers().firstValue("content-encoding")).isEmpty();
        assertThat(response.headers().allValues("x-frame-options")).containsExactly("DENY");
        assertThat(response.headers().allValues("vary")).containsExactly("Origin", "Accept");
        assertThat(response.body()).startsWith("{").doesNotContain("half");
    }

    @Test
    void aResponseThatIsUnderWayIsNotReplaced() throws Exception {
        shop.does((request, response) -> {
            response.setStatus(200);
            response.getOutputStream().print("begun");
            response.flushBuffer();
            call(Classification.transientFailure("down"));
        });
        shop.behind((request, response, chain) -> {
            try {
                chain.doFilter(request, response);
            } catch (GaveUpException e) {
                response.getOutputStream().print(" and thrown");
            }
        });

        assertThat(get().body()).isEqualTo("begun and thrown");
    }

    @Test
    void anAsynchronousDispatchIsCoveredToo() throws Exception {
        shop.does((request, response) -> {
            if (request.getAttribute("again") == null) {
                request.setAttribute("again", true);
                request.startAsync().dispatch();
            } else {
                call(Classification.transientFailure("down"));
            }
        });
        assertThat(get().statusCode()).isEqualTo(503);
    }

    @Test
    void theProblemsPageCanBeYourOwn() throws Exception {
        shop.filteredBy(GaveUpFilter.standard().documentation(URI.create("https://api.example/errors")));
        shop.does((request, response) -> call(Classification.transientFailure("down")));
        assertThat(get().body()).contains("\"type\":\"https://api.example/errors#dependency-unavailable\"");
    }

    @Test
    void behindTheIdempotencyFilter_anOutageReleasesTheKey_andDoubtKeepsItUnknown() throws Exception {
        OnceSettings engine = engine();
        filteredBy(IdempotencySettings.standard(), engine);
        IdempotencyFilter idempotency = IdempotencyFilter.on(once);
        GaveUpFilter gaveUp = GaveUpFilter.standard();
        shop.filteredBy((request, response, chain) -> idempotency.doFilter(
                request, response, (inner, innerResponse) -> gaveUp.doFilter(inner, innerResponse, chain)));

        shop.does(this::unavailableThenServed);
        assertThat(order("\"a\"", ORDER).statusCode()).isEqualTo(503);
        assertThat(awaitEnd()).isEqualTo(RecordState.FAILED_RETRYABLE);
        HttpResponse<String> second = order("\"a\"", ORDER);
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(isReplay(second)).isFalse();
        assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);

        shop.does((request, response) -> call(Classification.unknownOutcome("reset")));
        assertThat(order("\"b\"", ORDER).statusCode()).isEqualTo(502);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
    }

    private void unavailableThenServed(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (shop.served.get() == 1) {
            call(Classification.transientFailure("down"));
        }
        response.setStatus(201);
    }

    /** A failure with a classification of its own. */
    private static final class Answer extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient Classification classification;

        Answer(Classification classification) {
            super(classification.reason());
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return classification;
        }
    }
}
