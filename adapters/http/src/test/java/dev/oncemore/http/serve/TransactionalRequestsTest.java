package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.record.InMemoryRecordStore;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests whose handlers commit key, effect and response themselves. Here a record in memory is the transaction. */
class TransactionalRequestsTest {
    private final Shopfront shop = new Shopfront();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Once once = Once.on(new InMemoryRecordStore());
    private final AtomicInteger effects = new AtomicInteger();

    private Outcome<StoredResponse> commit(KeyedRequest keyed, StoredResponse response) {
        return once.operation(keyed.operation(), StoredResponse.CODEC)
                .build()
                .key(keyed.key())
                .run(keyed.payload(), claim -> response);
    }

    /** Commits an order once, and returns the number of orders. */
    private int order(HttpServletRequest request) {
        KeyedRequest keyed = KeyedRequest.of(request).orElseThrow();
        keyed.settle(once.operation(keyed.operation(), StoredResponse.CODEC)
                .build()
                .key(keyed.key())
                .run(keyed.payload(), claim -> body("order " + effects.incrementAndGet())));
        return effects.get();
    }

    private static StoredResponse body(String text) {
        return StoredResponse.of(201, "text/plain", text.getBytes(StandardCharsets.UTF_8));
    }

    private ServletContainer start(MissingDispatchTest.Container kind, Shopfront.Work work) throws Exception {
        ServletContainer container = kind.start(shop::install);
        shop.filteredBy(IdempotencyFilter.transactional(once, IdempotencySettings.standard(), this::commit));
        shop.does(work);
        return container;
    }

    private HttpResponse<String> post(ServletContainer container) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + container.port() + "/orders"))
                .header("X-User", "ann")
                .header("Idempotency-Key", "\"k\"")
                .POST(HttpRequest.BodyPublishers.ofString("lamp"))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void assertThatItWasOrdered(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.body()).isEqualTo("order 1");
        assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(MissingDispatchTest.Container.class)
    void theFirstRequestGetsItsOwnResponse_andARepetitionTheRecordedOne(MissingDispatchTest.Container kind)
            throws Exception {
        try (ServletContainer container = start(kind, (request, response) -> {
            int orders = order(request);
            response.setStatus(201);
            response.setContentType("text/plain");
            response.setHeader("X-Own", "own");
            response.getWriter().print("order " + orders);
        })) {
            HttpResponse<String> first = post(container);
            assertThatItWasOrdered(first);
            assertThat(first.headers().firstValue("X-Own")).hasValue("own");
            assertThat(FilterContract.isReplay(first)).isFalse();

            HttpResponse<String> second = post(container);
            assertThatItWasOrdered(second);
            assertThat(second.headers().firstValue("X-Own")).isEmpty();
            assertThat(FilterContract.isReplay(second)).isTrue();
        }
        assertThat(effects).hasValue(1);
    }

    /** Frameworks turn exceptions into responses of their own before a filter sees them. */
    @ParameterizedTest
    @EnumSource(MissingDispatchTest.Container.class)
    void anErrorPageAfterTheCommit_isReplacedByTheRecordedResponse(MissingDispatchTest.Container kind)
            throws Exception {
        try (ServletContainer container = start(kind, (request, response) -> {
            order(request);
            response.addHeader("Set-Cookie", "session=of the error page");
            response.setStatus(500);
            response.getWriter().print("the page could not be rendered");
        })) {
            assertThatItWasOrdered(post(container));
            assertThatItWasOrdered(post(container));
        }
        assertThat(effects).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource(MissingDispatchTest.Container.class)
    void anExceptionAfterTheCommit_isReplacedByTheRecordedResponse(MissingDispatchTest.Container kind)
            throws Exception {
        try (ServletContainer container = start(kind, (request, response) -> {
            order(request);
            throw new IllegalStateException("after the commit");
        })) {
            assertThatItWasOrdered(post(container));
        }
    }

    @ParameterizedTest
    @EnumSource(MissingDispatchTest.Container.class)
    void aRefusalIsRecorded_andAFailureIsNot(MissingDispatchTest.Container kind) throws Exception {
        AtomicInteger status = new AtomicInteger(503);
        try (ServletContainer container = start(kind, (request, response) -> {
            response.setStatus(status.get());
            response.getWriter().print("because of " + status.get());
        })) {
            assertThat(post(container).body()).isEqualTo("because of 503");
            status.set(HttpServletResponse.SC_CONFLICT);
            assertThat(post(container).body()).isEqualTo("because of 409");
            status.set(HttpServletResponse.SC_OK);
            HttpResponse<String> third = post(container);
            assertThat(third.body()).isEqualTo("because of 409");
            assertThat(third.statusCode()).isEqualTo(409);
            assertThat(FilterContract.isReplay(third)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(MissingDispatchTest.Container.class)
    void asynchronousWorkIsRefused(MissingDispatchTest.Container kind) throws Exception {
        try (ServletContainer container = start(kind, (request, response) -> {
            assertThat(request.isAsyncSupported()).isFalse();
            request.startAsync();
        })) {
            assertThat(post(container).statusCode()).isEqualTo(500);
        }
    }
}
