package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.serve.AdmissionFilter;
import dev.oncemore.http.serve.AdmissionSettings;
import dev.oncemore.http.serve.Caller;
import dev.oncemore.http.serve.ExceptionPolicy;
import dev.oncemore.http.serve.IdempotencyFilter;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.http.serve.OutcomePolicy;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import jakarta.servlet.ServletContext;
import java.net.URI;
import java.security.Principal;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class ServingGuideTest {
    private final RecordStore store = new InMemoryRecordStore();

    private void inAContainer(java.util.function.Consumer<ServletContext> application) throws Exception {
        Server server = new Server();
        ServletContextHandler handler = new ServletContextHandler();
        handler.addServletContainerInitializer((classes, context) -> application.accept(context));
        server.setHandler(handler);
        server.start();
        try {
            assertThat(handler.getServletContext().getFilterRegistrations()).containsKey("oncemore-idempotency");
        } finally {
            server.stop();
        }
    }

    private static String companyOf(Principal user) {
        return user.getName().substring(user.getName().indexOf('@') + 1);
    }

    @Test
    void first() throws Exception {
        inAContainer(servletContext -> {
            // snippet: serve
            Once once = Once.on(store);
            IdempotencyFilter.on(once).register(servletContext, "/payments/*");
            // end
        });
    }

    @Test
    void settings() throws Exception {
        inAContainer(servletContext -> {
            // snippet: settings
            Once once = Once.on(
                    store,
                    OnceSettings.standard()
                            .waitAtMost(Duration.ofSeconds(2)) // how long a duplicate waits before its 409
                            .retention(Duration.ofDays(7))
                            .whenUnknown(WhenUnknown.PARK));
            IdempotencySettings settings = IdempotencySettings.standard()
                    .requireKey(request -> request.getRequestURI().startsWith("/payments"))
                    .callers(request -> Optional.ofNullable(request.getUserPrincipal())
                            .map(user -> new Caller(companyOf(user), user.getName())))
                    .outcomes(OutcomePolicy.releaseServerErrors())
                    .alsoReplay("X-Request-Id")
                    .liveKeysMax(100_000, Duration.ofDays(7))
                    .documentation(URI.create("https://api.example/errors"));
            IdempotencyFilter.on(once, settings).register(servletContext, "/*");
            // end
        });
    }

    private static final class OutOfStockException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void exceptions() throws Exception {
        inAContainer(servletContext -> {
            // snippet: exceptions
            ExceptionPolicy nothingHappened = ExceptionPolicy.standard().or(OutOfStockException.class);
            IdempotencySettings settings = IdempotencySettings.standard().exceptions(nothingHappened);
            // end
            assertThat(nothingHappened.meansNothingHappened(new OutOfStockException()))
                    .isTrue();
            IdempotencyFilter.on(Once.on(store), settings).register(servletContext, "/*");
        });
    }

    @Test
    void admission() throws Exception {
        inAContainer(servletContext -> {
            IdempotencyFilter.on(Once.on(store)).register(servletContext, "/payments/*");
            // snippet: admission
            AdmissionSettings settings = AdmissionSettings.standard()
                    .retries(0.20, 10) // a fifth of the requests of 10 s, and ten in any case
                    .leastTime(Duration.ofMillis(20));
            AdmissionFilter.with(settings).register(servletContext, "/*");
            // end
            assertThat(servletContext.getFilterRegistrations()).containsKey("oncemore-admission");
        });
    }

    @Test
    void ownersOfRetries() throws Exception {
        inAContainer(servletContext -> {
            IdempotencyFilter.on(Once.on(store)).register(servletContext, "/payments/*");
            // snippet: owner
            AdmissionSettings settings = AdmissionSettings.standard()
                    .trustRetryOwner(request -> request.getRemoteAddr().startsWith("10."));
            AdmissionFilter.with(settings).register(servletContext, "/*");
            // end
            assertThat(servletContext.getFilterRegistrations()).containsKey("oncemore-admission");
        });
    }
}
