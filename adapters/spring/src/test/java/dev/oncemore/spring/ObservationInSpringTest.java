package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.Tasks;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClient;

/** Meters, observations and traces, with the registries and the tracer that Spring Boot configures. */
class ObservationInSpringTest {
    private final ApplicationContextRunner application = TestDatabase.application()
            .withConfiguration(AutoConfigurations.of(
                    ObservationAutoConfiguration.class,
                    OncemoreObservationAutoConfiguration.class,
                    OncemoreClientsAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues(
                    "oncemore.tasks.workers=false",
                    "oncemore.policies.bank.preset=api",
                    "oncemore.policies.bank.backoff.base=1ms",
                    "oncemore.policies.bank.attempt-timeout=20s",
                    "oncemore.policies.bank.deadline=60s");

    @Test
    void whatIsRolledBackIsNotCounted_andWhatIsCommittedIsCountedAfterTheCommit() {
        application.withBean(Shop.class).run(context -> {
            assertThat(context).hasNotFailed();
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            Shop shop = context.getBean(Shop.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            String key = UUID.randomUUID().toString();

            transaction.executeWithoutResult(status -> {
                shop.order(key);
                status.setRollbackOnly();
            });
            assertThat(count(meters, "task.enqueued")).isZero();
            assertThat(count(meters, "idempotency.records")).isZero();

            transaction.executeWithoutResult(status -> {
                shop.order(key);
                shop.order(key + " too");
                assertThat(count(meters, "task.enqueued"))
                        .as("before the commit")
                        .isZero();
                assertThat(count(meters, "idempotency.records"))
                        .as("before the commit")
                        .isZero();
            });
            assertThat(count(meters, "task.enqueued")).isEqualTo(2);
            assertThat(count(meters, "idempotency.records")).isEqualTo(2);
        });
    }

    @Test
    void anInnerTransactionCountsByItself() {
        application.withBean(Shop.class).run(context -> {
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            Shop shop = context.getBean(Shop.class);
            TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            TransactionTemplate inner = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            inner.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
            String key = UUID.randomUUID().toString();

            outer.executeWithoutResult(status -> {
                shop.order(key);
                inner.executeWithoutResult(nested -> shop.order(key + " inside"));
                assertThat(count(meters, "task.enqueued")).as("the inner one").isEqualTo(1);
                shop.order(key + " afterwards");
                status.setRollbackOnly();
            });

            assertThat(count(meters, "task.enqueued")).isEqualTo(1);
        });
    }

    @Test
    void whatIsRolledBackToASavepointIsNotCounted() {
        application.withBean(Shop.class).run(context -> {
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            Shop shop = context.getBean(Shop.class);
            TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            TransactionTemplate nested = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            nested.setPropagationBehavior(TransactionTemplate.PROPAGATION_NESTED);
            String key = UUID.randomUUID().toString();

            outer.executeWithoutResult(status -> {
                nested.executeWithoutResult(inside -> {
                    shop.order(key + " undone, the first of all");
                    inside.setRollbackOnly();
                });
                shop.order(key);
                nested.executeWithoutResult(inside -> {
                    shop.order(key + " undone");
                    inside.setRollbackOnly();
                });
                nested.executeWithoutResult(inside -> shop.order(key + " inside"));
            });

            assertThat(count(meters, "task.enqueued")).isEqualTo(2);
            assertThat(count(meters, "idempotency.records")).isEqualTo(2);
        });
    }

    @Test
    void theListenersOfTheApplicationAreToldBesideTheMeters() {
        AtomicInteger told = new AtomicInteger();
        RetryListener own = event -> told.incrementAndGet();
        application
                .withBean("own", RetryListener.class, () -> own)
                .withBean(Shop.class)
                .run(context -> {
                    context.getBean(Shop.class).look(new AtomicInteger(1));

                    assertThat(told.get()).isPositive();
                    assertThat(count(context.getBean(MeterRegistry.class), "dependency.retries"))
                            .isEqualTo(1);
                });
    }

    @Test
    void theAttemptsOfAMethodAreOneObservation_withTheirFailuresAsEvents() {
        List<String> seen = new CopyOnWriteArrayList<>();
        application
                .withBean("recording", ObservationHandler.class, () -> new Recording(seen))
                .withBean(Shop.class)
                .run(context -> {
                    context.getBean(Shop.class).look(new AtomicInteger(1));

                    assertThat(seen)
                            .containsExactly(
                                    "start oncemore.call",
                                    "event attempt.failed",
                                    "event retry.scheduled",
                                    "stop oncemore.call bank look");
                });
    }

    @Test
    void theTraceGoesFromTheRequestIntoTheTaskAndOutToTheNextServer() throws IOException {
        List<String> received = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            received.add(String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            application
                    .withConfiguration(AutoConfigurations.of(
                            MicrometerTracingAutoConfiguration.class,
                            OpenTelemetrySdkAutoConfiguration.class,
                            OpenTelemetryTracingAutoConfiguration.class,
                            HttpMessageConvertersAutoConfiguration.class,
                            RestClientAutoConfiguration.class,
                            RestClientObservationAutoConfiguration.class))
                    .withUserConfiguration(Calling.class)
                    .withPropertyValues(
                            "management.tracing.sampling.probability=1.0",
                            "bank.url=http://127.0.0.1:" + server.getAddress().getPort() + "/")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        Tracer tracer = context.getBean(Tracer.class);
                        Tasks tasks = context.getBean(Tasks.class);
                        Span request = tracer.nextSpan().name("request").start();
                        TaskHandle handle;
                        Tracer.SpanInScope current = tracer.withSpan(request);
                        try {
                            handle =
                                    tasks.enqueue("call-bank", UUID.randomUUID().toString());
                        } finally {
                            current.close();
                            request.end();
                        }

                        tasks.manualWorker().runAll();

                        String trace = request.context().traceId();
                        assertThat(handle.poll()).isPresent();
                        assertThat(context.getBean(Caller.class).traces).containsExactly(trace);
                        assertThat(received)
                                .singleElement()
                                .satisfies(header -> assertThat(header).startsWith("00-" + trace + "-"));
                    });
        } finally {
            server.stop(0);
        }
    }

    private static double count(MeterRegistry registry, String meter) {
        return registry.find(meter).meters().stream()
                .flatMap(found -> StreamSupport.stream(found.measure().spliterator(), false))
                .mapToDouble(Measurement::getValue)
                .sum();
    }

    static class Shop {
        private final Tasks tasks;

        Shop(Tasks tasks) {
            this.tasks = tasks;
        }

        @RunOnce(operation = "order", tenant = "'acme'", key = "#key")
        public void order(String key) {
            tasks.enqueue("mail", key);
        }

        @Retrying(policy = "bank", safety = DeclaredSafety.READ_ONLY)
        public void look(AtomicInteger failures) throws ConnectException {
            if (failures.getAndDecrement() > 0) {
                throw new ConnectException("refused");
            }
        }
    }

    static class Calling {
        @Bean
        Caller caller(RestClient.Builder builder, OncemoreClients clients, Tracer tracer) {
            return new Caller(clients.apply(builder, "bank").build(), tracer);
        }
    }

    static class Caller {
        final List<String> traces = new ArrayList<>();
        private final RestClient bank;
        private final Tracer tracer;

        @Value("${bank.url}")
        private String url;

        Caller(RestClient bank, Tracer tracer) {
            this.bank = bank;
            this.tracer = tracer;
        }

        @HandlesTask("call-bank")
        void call(String id) {
            traces.add(tracer.currentSpan().context().traceId());
            bank.get().uri(url).retrieve().toBodilessEntity();
        }
    }

    private record Recording(List<String> seen) implements ObservationHandler<Observation.Context> {
        @Override
        public boolean supportsContext(Observation.Context context) {
            return context.getName().startsWith("oncemore.");
        }

        @Override
        public void onStart(Observation.Context context) {
            seen.add("start " + context.getName());
        }

        @Override
        public void onEvent(Observation.Event event, Observation.Context context) {
            seen.add("event " + event.getName());
        }

        @Override
        public void onStop(Observation.Context context) {
            seen.add("stop " + context.getName() + " " + context.getContextualName());
        }
    }
}
