package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.oncemore.http.serve.GaveUpFilter;
import dev.oncemore.http.serve.GaveUpProblem;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.http.serve.IfMatch;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class ServingProblemsTest {
    @Test
    void gaveUp() throws Exception {
        Server server = new Server();
        ServletContextHandler handler = new ServletContextHandler();
        handler.addServletContainerInitializer((classes, servletContext) -> {
            // snippet: gave-up
            GaveUpFilter.standard().register(servletContext, "/*"); // after the IdempotencyFilter
            // end
        });
        server.setHandler(handler);
        server.start();
        try {
            assertThat(handler.getServletContext().getFilterRegistrations()).containsKey("oncemore-gave-up");
        } finally {
            server.stop();
        }
    }

    @Test
    void inAHandler() {
        Retry retry = Retry.builder(RetryPolicy.preset("api"))
                .virtualTime(new VirtualTime())
                .build();
        Exception failure = catchThrowableOfType(
                GaveUpException.class,
                () -> retry.run(() -> {
                    throw new ConnectException("refused");
                }));

        // snippet: gave-up-values
        GaveUpProblem problem = GaveUpProblem.of(failure).orElseThrow();
        int status = problem.status();
        String body = problem.json(URI.create("https://api.example/errors")); // application/problem+json
        // end

        assertThat(status).isEqualTo(503);
        assertThat(body).contains("\"status\":503");
    }

    @Test
    void mismatch() {
        // snippet: mismatch
        IdempotencySettings settings = IdempotencySettings.standard().mismatchStatus(409);
        // end

        assertThat(settings).isNotNull();
    }

    /** Compiled only: its check has tests in a container. */
    static final class Orders extends HttpServlet {
        private static final long serialVersionUID = 1L;

        // snippet: if-match
        private final transient IfMatch ifMatch = IfMatch.required();

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
            Order order = find(request.getPathInfo());
            if (!ifMatch.passes(request, response, order.etag())) {
                return; // 412 or 428 is written
            }
            if (!update(order)) { // UPDATE … WHERE version = ?
                response.sendError(412); // another request was faster
            }
        }
        // end

        private static Order find(String path) {
            return new Order(path, 7);
        }

        private static boolean update(Order order) {
            return order.version() == 7;
        }
    }

    record Order(String id, int version) {
        String etag() {
            return "\"" + version + "\"";
        }
    }
}
