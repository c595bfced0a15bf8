package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.retry.OuterRetry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services that call each other over real HTTP, each with three attempts: the first of them owns the retries. */
class OwnershipAcrossServicesTest {
    private static final int LAYERS = 5;

    private final AtomicInteger calls = new AtomicInteger();
    private final HttpClient jdk = HttpClient.newHttpClient();
    private final Deque<ServletContainer> services = new ArrayDeque<>();

    @AfterEach
    void stop() throws IOException {
        for (ServletContainer service : services) {
            service.close();
        }
    }

    private HttpClient threeAttempts() {
        return RetryingHttpClient.around(
                jdk,
                RetryPolicy.named("next")
                        .maxAttempts(3)
                        .backoff(Backoff.none())
                        .unlimitedBudget()
                        .build());
    }

    /** Five services: the last is always down, the others call the next one with their own client. */
    private URI chain(AdmissionSettings settings, boolean async) throws Exception {
        URI next = null;
        for (int i = 0; i < LAYERS; i++) {
            HttpServlet servlet = next == null ? new Down() : new Forwarding(threeAttempts(), next, async);
            ServletContainer service = i % 2 == 0
                    ? ServletContainer.jetty(app(settings, servlet))
                    : ServletContainer.tomcat(app(settings, servlet));
            services.push(service);
            next = URI.create("http://127.0.0.1:" + service.port() + "/");
        }
        if (next == null) {
            throw new AssertionError("there are no layers");
        }
        return next;
    }

    private static Consumer<ServletContext> app(AdmissionSettings settings, HttpServlet servlet) {
        return context -> {
            AdmissionFilter.with(settings).register(context, "/*");
            ServletRegistration.Dynamic registration = context.addServlet("service", servlet);
            registration.setAsyncSupported(true);
            registration.addMapping("/*");
        };
    }

    private static HttpRequest get(URI uri) {
        return HttpRequest.newBuilder(uri).build();
    }

    private static int status(HttpClient client, HttpRequest request) throws Exception {
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static AdmissionSettings admitsAllRetries() {
        return AdmissionSettings.standard().retries(1, 1_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threeAttemptsAtFiveLayersAreThreeCallsOfTheLastOne(boolean async) throws Exception {
        URI first = chain(admitsAllRetries(), async);

        assertThat(status(threeAttempts(), get(first))).isEqualTo(503);

        assertThat(calls).hasValue(3);
    }

    @Test
    void theyMultiply_whenTheHeaderIsIgnored() throws Exception {
        URI first = chain(admitsAllRetries().ignoreRetryOwner(), false);

        assertThat(status(threeAttempts(), get(first))).isEqualTo(503);

        assertThat(calls).hasValue(243);
    }

    @Test
    void theNextLayerOwnsTheRetries_whenTheFirstCallerMakesNone() throws Exception {
        URI first = chain(admitsAllRetries(), false);

        assertThat(status(jdk, get(first))).isEqualTo(503);

        assertThat(calls).hasValue(3);
    }

    @Test
    void anEngineAroundTheFirstCallOwnsThemToo() throws Exception {
        URI first = chain(admitsAllRetries(), false);

        int status = OuterRetry.within(() -> status(threeAttempts(), get(first)));

        assertThat(status).isEqualTo(503);
        assertThat(calls).hasValue(1);
    }

    @Test
    void aStrangersHeaderSwitchesRetriesOff_andDoesNothingElse() throws Exception {
        URI first = chain(admitsAllRetries(), false);
        HttpRequest forged =
                HttpRequest.newBuilder(first).header("X-Retry-Owner", "caller").build();
        assertThat(status(jdk, forged)).isEqualTo(503);
        assertThat(calls).hasValue(1);

        HttpRequest strange = HttpRequest.newBuilder(first)
                .header("X-Retry-Owner", "9".repeat(1_000))
                .build();
        assertThat(status(jdk, strange)).isEqualTo(503);
        assertThat(calls).hasValue(1 + 3);
    }

    @Test
    void onlyTrustedRequestsAreBelieved() throws Exception {
        URI first =
                chain(admitsAllRetries().trustRetryOwner(request -> request.getHeader("X-Internal") != null), false);
        HttpRequest.Builder owned = HttpRequest.newBuilder(first).header("X-Retry-Owner", "caller");
        HttpRequest trusted = owned.copy().header("X-Internal", "yes").build();

        assertThat(status(jdk, trusted)).isEqualTo(503);
        // The first service believes it; the second does not, because the header of trust is not passed on.
        assertThat(calls).hasValue(27);
        assertThat(status(jdk, owned.build())).isEqualTo(503);
        assertThat(calls).hasValue(27 + 81);
    }

    private final class Down extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            calls.incrementAndGet();
            response.setStatus(503);
        }
    }

    /** Calls the next service, on the thread of the request or after an asynchronous dispatch. */
    private static final class Forwarding extends HttpServlet {
        private static final long serialVersionUID = 1L;

        private final transient HttpClient client;
        private final URI next;
        private final boolean async;

        Forwarding(HttpClient client, URI next, boolean async) {
            this.client = client;
            this.next = next;
            this.async = async;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (async && request.getDispatcherType() == DispatcherType.REQUEST) {
                AsyncContext context = request.startAsync();
                context.start(context::dispatch);
                return;
            }
            try {
                response.setStatus(status(client, get(next)));
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }
}
