package dev.oncemore.examples;

import dev.oncemore.http.serve.Caller;
import dev.oncemore.http.serve.IdempotencyFilter;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.once.Once;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * A payment whose response is lost. The client sends it again: there is one payment, and the client gets its number. Then the
 * same key is used for another amount.
 */
public final class LostResponse {
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> payments = new CopyOnWriteArrayList<>();
    private final Consumer<String> out;

    private LostResponse(Consumer<String> out) {
        this.out = out;
    }

    /** Runs the example and prints its steps. */
    public static void main(String[] args) throws Exception {
        play(System.out::println);
    }

    /** Runs the example; returns the payments that were made. */
    static List<String> play(Consumer<String> out) throws Exception {
        LostResponse story = new LostResponse(out);
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(story.application());
        server.start();
        try (FaultProxy network = FaultProxy.to(connector.getLocalPort())) {
            story.playOn(network);
        } finally {
            server.stop();
        }
        return List.copyOf(story.payments);
    }

    private ServletContextHandler application() {
        Once once = Once.on(new InMemoryRecordStore());
        // In production the caller is the authenticated user, which is the filter's default.
        IdempotencySettings settings =
                IdempotencySettings.standard().requireKey().callers(request -> Optional.of(Caller.of("demo")));
        ServletContextHandler application = new ServletContextHandler();
        application.addServlet(new Payments(), "/payments");
        application.addServletContainerInitializer(
                (classes, context) -> IdempotencyFilter.on(once, settings).register(context, "/payments"));
        return application;
    }

    private void playOn(FaultProxy network) throws IOException, InterruptedException {
        network.next(NetworkFault.dropReply());
        try {
            pay(network, "{\"amount\": 50}");
        } catch (IOException e) {
            out.accept("attempt 1: the response was lost; payments so far: " + payments.size());
        }
        tell("attempt 2", pay(network, "{\"amount\": 50}"));
        tell("another amount, same key", pay(network, "{\"amount\": 5000}"));
        out.accept("payments: " + payments);
    }

    private HttpResponse<String> pay(FaultProxy network, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + network.port() + "/payments"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "\"inv-001\"")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private void tell(String what, HttpResponse<String> response) {
        boolean replayed = response.headers().firstValue("Idempotent-Replayed").isPresent();
        out.accept(what + ": " + response.statusCode() + (replayed ? " (replayed) " : " ") + response.body());
    }

    private final class Payments extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            payments.add(new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            response.setStatus(HttpServletResponse.SC_CREATED);
            response.setContentType("application/json");
            response.getWriter().print("{\"number\": " + payments.size() + "}");
        }
    }
}
