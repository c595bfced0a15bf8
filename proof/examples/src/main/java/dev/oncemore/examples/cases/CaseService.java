package dev.oncemore.examples.cases;

import dev.oncemore.http.serve.Caller;
import dev.oncemore.http.serve.IdempotencyFilter;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.metrics.Meters;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.policy.RetryPolicy;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The service with everything switched on: {@code POST /cases} behind the filter, meters, pages, and a client of its own.
 * Only this machine can reach it.
 */
final class CaseService implements AutoCloseable {
    private static final int THREADS_MAX = 24;
    private static final int LIVE_KEYS_MAX = 10_000;
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CreateCase cases = new CreateCase();
    private final Server server = new Server(new QueuedThreadPool(THREADS_MAX));
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final AtomicInteger walks = new AtomicInteger();
    private final int mismatchStatus;
    private final RetryPolicy reviewed;
    private final CaseClient client;

    /**
     * Starts it.
     *
     * @param port where it listens; 0 for any free port
     * @param mismatchStatus the status for a key that was used with another payload
     * @param reviewed the policy of the failure matrix
     * @throws IOException if the port is taken
     */
    CaseService(int port, int mismatchStatus, RetryPolicy reviewed) throws IOException {
        this.mismatchStatus = mismatchStatus;
        this.reviewed = reviewed;
        Meters meters = Meters.on(registry);
        CaseMeters caseMeters = new CaseMeters(registry);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.open();
        server.addConnector(connector);
        client = new CaseClient(connector.getLocalPort(), meters, caseMeters);
        Once once = Once.on(
                new InMemoryRecordStore(),
                OnceSettings.standard().retention(RETENTION).listener(Telemetry.of(meters, caseMeters)));
        // In production the caller is the authenticated user, which is the filter's default.
        IdempotencySettings settings = IdempotencySettings.standard()
                .requireKey()
                .callers(request -> Optional.of(Caller.of("learner")))
                .requestBytesMax(CreateCase.BODY_BYTES_MAX)
                .liveKeysMax(LIVE_KEYS_MAX, RETENTION)
                .mismatchStatus(mismatchStatus);
        ServletContextHandler application = new ServletContextHandler();
        application.addFilter(new FilterHolder(new LoopbackGuard(HOSTS)), "/*", EnumSet.of(DispatcherType.REQUEST));
        application.addServlet(cases, "/cases");
        application.addServlet(new CasePages(this), "/");
        application.addServletContainerInitializer(
                (classes, context) -> IdempotencyFilter.on(once, settings).register(context, "/cases"));
        server.setHandler(application);
        try {
            server.start();
        } catch (Exception e) {
            close();
            throw new IOException("the service cannot start", e);
        }
    }

    int port() {
        return connector.getLocalPort();
    }

    CaseClient client() {
        return client;
    }

    /** A walk that has not begun. */
    Walk newWalk() {
        return new Walk(this, walks.incrementAndGet());
    }

    /** The status for a key that was used with another payload. */
    int mismatchStatus() {
        return mismatchStatus;
    }

    /** The policy of the failure matrix. */
    RetryPolicy reviewed() {
        return reviewed;
    }

    /** How many cases exist. */
    int created() {
        return cases.created();
    }

    /** The meters, as Prometheus reads them. */
    String meters() {
        return registry.scrape();
    }

    /** The value of one counter, by its name in Prometheus. */
    long counted(String name) {
        return meters().lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .mapToLong(value -> (long) Double.parseDouble(value))
                .sum();
    }

    /** Waits until it is closed. */
    void join() throws InterruptedException {
        server.join();
    }

    @Override
    public void close() {
        client.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the service cannot be stopped", e);
        }
    }
}
