package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordState;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An asynchronous controller behind a filter that its dispatches do not pass. */
class MissingDispatchTest {
    private static final Logger LOGGER = Logger.getLogger("dev.oncemore.http");

    private final BlockingQueue<LogRecord> logged = new LinkedBlockingQueue<>();
    private final BlockingQueue<RecordState> ends = new LinkedBlockingQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().equals(Level.SEVERE)) {
                logged.add(entry);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** The containers under test. */
    enum Container {
        JETTY,
        TOMCAT;

        ServletContainer start(Consumer<ServletContext> application) throws Exception {
            return this == JETTY ? ServletContainer.jetty(application) : ServletContainer.tomcat(application);
        }
    }

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void ignore() {
        LOGGER.removeHandler(handler);
    }

    private Consumer<ServletContext> application(EnumSet<DispatcherType> mapped) {
        return context -> {
            Once once =
                    Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(event -> {
                        if (event instanceof OnceEvent.Finished finished) {
                            ends.add(finished.state());
                        }
                    }));
            IdempotencySettings settings =
                    IdempotencySettings.standard().callers(request -> Optional.of(Caller.of("everybody")));
            FilterRegistration.Dynamic filter = context.addFilter("own", IdempotencyFilter.on(once, settings));
            filter.setAsyncSupported(true);
            filter.addMappingForUrlPatterns(mapped, true, "/*");
            ServletRegistration.Dynamic servlet = context.addServlet("controller", new Controller());
            servlet.setAsyncSupported(true);
            servlet.addMapping("/*");
        };
    }

    private HttpResponse<String> post(ServletContainer container, String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + container.port() + "/orders"))
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void theClientGetsAnError_andTheLogNamesTheFix(Container kind) throws Exception {
        try (ServletContainer container = kind.start(application(EnumSet.of(DispatcherType.REQUEST)))) {
            HttpResponse<String> response = post(container, "\"k\"");

            assertThat(response.statusCode()).isEqualTo(500);
            LogRecord entry = logged.poll(60, TimeUnit.SECONDS);
            assertThat(entry).isNotNull();
            assertThat(entry.getMessage())
                    .contains("POST /orders")
                    .contains("map it to /* for DispatcherType.REQUEST and DispatcherType.ASYNC")
                    .contains("FilterRegistrationBean.setDispatcherTypes(REQUEST, ASYNC)");
            assertThat(ends.poll(60, TimeUnit.SECONDS)).isEqualTo(RecordState.UNKNOWN);
            assertThat(post(container, "\"k\"").statusCode()).isEqualTo(409);
        }
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void theResponseIsWhole_whenTheDispatchPassesTheFilter(Container kind) throws Exception {
        try (ServletContainer container =
                kind.start(application(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC)))) {
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> response = post(container, "\"k\"");
                assertThat(response.statusCode()).isEqualTo(201);
                assertThat(response.body()).isEqualTo("{\"number\":1}");
                assertThat(response.headers().firstValue("content-type"))
                        .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
                assertThat(response.headers().firstValue("location")).hasValue("/orders/1");
            }
            assertThat(ends.poll(60, TimeUnit.SECONDS)).isEqualTo(RecordState.SUCCEEDED);
            assertThat(logged).isEmpty();
        }
    }

    /** As Spring's DispatcherServlet does with a Callable: the result is written after a dispatch. */
    private static final class Controller extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                response.setHeader("Location", "/orders/1");
                AsyncContext context = request.startAsync(request, response);
                context.start(context::dispatch);
                return;
            }
            response.setStatus(201);
            response.setContentType("application/json");
            response.setContentLength(12);
            response.getWriter().print("{\"number\":1}");
        }
    }
}
