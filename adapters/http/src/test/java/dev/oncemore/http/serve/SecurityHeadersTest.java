package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.InMemoryRecordStore;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replays and refusals carry the headers that the application sets on every response. */
class SecurityHeadersTest {
    private static final String FRAMES = "X-Frame-Options";
    private static final String SNIFFING = "X-Content-Type-Options";
    private static final String POLICY = "Content-Security-Policy";

    private final Shopfront shop = new Shopfront();
    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> post(ServletContainer container, String key, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + container.port() + "/orders"))
                .header("X-User", "ann")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** One header before the rest of the chain runs, one after it. */
    private static final Filter AROUND = (request, response, chain) -> {
        ((HttpServletResponse) response).setHeader(FRAMES, "DENY");
        ((HttpServletResponse) response).addHeader("Vary", "Origin");
        chain.doFilter(request, response);
        ((HttpServletResponse) response).setHeader(SNIFFING, "nosniff");
    };

    private void serve(HttpServletResponse response) throws IOException {
        response.setStatus(201);
        response.setHeader(POLICY, "default-src 'none'");
        response.addHeader("Vary", "Accept");
        response.getWriter().print("done");
    }

    @ParameterizedTest
    @EnumSource(MissingDispatchTest.Container.class)
    void replaysAndRefusalsHaveThemOnceEach(MissingDispatchTest.Container kind) throws Exception {
        try (ServletContainer container = kind.start(shop::install)) {
            Once once = Once.on(new InMemoryRecordStore());
            shop.does((request, response) -> serve(response));
            shop.filteredBy(IdempotencyFilter.on(once));
            shop.behind(AROUND);

            HttpResponse<String> first = post(container, "\"k\"", "1");
            HttpResponse<String> replay = post(container, "\"k\"", "1");
            for (HttpResponse<String> response : List.of(first, replay)) {
                assertThat(response.statusCode()).isEqualTo(201);
                assertThat(response.headers().allValues(FRAMES)).containsExactly("DENY");
                assertThat(response.headers().allValues(SNIFFING)).containsExactly("nosniff");
                assertThat(response.headers().allValues(POLICY)).containsExactly("default-src 'none'");
                assertThat(response.headers().allValues("Vary")).containsExactly("Origin", "Accept");
                assertThat(response.headers().firstValue("Content-Length")).hasValue("4");
            }
            assertThat(FilterContract.isReplay(replay)).isTrue();
            for (HttpResponse<String> refusal : List.of(post(container, "\"k\"", "2"), post(container, "k", "1"))) {
                assertThat(refusal.statusCode()).isBetween(400, 422);
                assertThat(refusal.headers().allValues(FRAMES)).containsExactly("DENY");
                assertThat(refusal.headers().allValues(SNIFFING)).containsExactly("nosniff");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(MissingDispatchTest.Container.class)
    void theOneInForceWins_whenItChangedSinceTheFirstResponse(MissingDispatchTest.Container kind) throws Exception {
        try (ServletContainer container = kind.start(shop::install)) {
            shop.does((request, response) -> serve(response));
            shop.filteredBy(IdempotencyFilter.on(Once.on(new InMemoryRecordStore())));
            post(container, "\"k\"", "1");
            shop.behind((request, response, chain) -> {
                ((HttpServletResponse) response).setHeader(POLICY, "default-src 'self'");
                chain.doFilter(request, response);
            });

            HttpResponse<String> replay = post(container, "\"k\"", "1");

            assertThat(FilterContract.isReplay(replay)).isTrue();
            assertThat(replay.headers().allValues(POLICY)).containsExactly("default-src 'self'");
        }
    }

    @ParameterizedTest
    @EnumSource(MissingDispatchTest.Container.class)
    void aResponseThatIsReplacedByARefusalKeepsThem(MissingDispatchTest.Container kind) throws Exception {
        try (ServletContainer container = kind.start(shop::install)) {
            AtomicInteger requests = new AtomicInteger();
            shop.does((request, response) -> {
                response.setHeader(POLICY, "default-src 'none'");
                response.setHeader("X-Secret", "of the replaced response");
                response.setStatus(requests.incrementAndGet() == 1 ? 504 : 401);
            });
            OnceSettings runAgain =
                    OnceSettings.standard().waitAtMost(Duration.ZERO).whenUnknown(WhenUnknown.RUN_AGAIN);
            shop.filteredBy(IdempotencyFilter.on(
                    Once.on(new InMemoryRecordStore(), runAgain),
                    IdempotencySettings.stripeDefaults().outcomes(OutcomePolicy.standard())));
            shop.behind(AROUND);
            assertThat(post(container, "k 1", "1").statusCode()).isEqualTo(504);

            HttpResponse<String> refusal = post(container, "k 1", "1");

            assertThat(refusal.statusCode()).isEqualTo(409);
            assertThat(refusal.headers().firstValue("X-Secret")).isEmpty();
            assertThat(refusal.headers().allValues("Idempotency-Key")).containsExactly("k 1");
            assertThat(refusal.headers().allValues(FRAMES)).containsExactly("DENY");
            assertThat(refusal.headers().allValues(SNIFFING)).containsExactly("nosniff");
            assertThat(refusal.headers().allValues(POLICY)).containsExactly("default-src 'none'");
        }
    }
}
