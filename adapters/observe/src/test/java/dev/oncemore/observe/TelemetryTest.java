package dev.oncemore.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TelemetryTest {
    private final VirtualTime time = new VirtualTime();
    private final Recording first = new Recording();
    private final Recording second = new Recording();

    private static final class Recording implements Telemetry {
        final List<String> heard = new ArrayList<>();

        @Override
        public void onFirstTry(String policy, String operation, long elapsedNanos) {
            heard.add("first try");
        }

        @Override
        public void on(RetryEvent event) {
            heard.add(event.getClass().getSimpleName());
        }

        @Override
        public void on(OnceEvent event) {
            heard.add(event.getClass().getSimpleName());
        }

        @Override
        public void on(TaskEvent event) {
            heard.add(event.getClass().getSimpleName());
        }

        @Override
        public void on(SagaEvent event) {
            heard.add(event.getClass().getSimpleName());
        }

        @Override
        public void onReady(Retry engine) {
            heard.add("retry ready");
        }

        @Override
        public void onReady(Tasks tasks) {
            heard.add("tasks ready");
        }
    }

    private static final class Broken implements Telemetry {
        @Override
        public void onFirstTry(String policy, String operation, long elapsedNanos) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void on(RetryEvent event) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void on(OnceEvent event) {
            throw new IllegalStateException("broken");
        }
    }

    @Test
    void oneListenerIsHandedToAllEngines_andEachPartHearsAll() {
        Telemetry telemetry = Telemetry.of(first, new Broken(), second);

        Retry retry = Retry.builder(RetryPolicy.named("bank")
                        .maxAttempts(2)
                        .backoff(Backoff.none())
                        .build())
                .virtualTime(time)
                .listener(telemetry)
                .build();
        String unused = retry.call(() -> "done");
        retry.tryCall(() -> {
            throw new ConnectException("refused");
        });
        Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(telemetry))
                .operation("pay", String.class)
                .build()
                .key("acme", "1")
                .run(Payload.none(), claim -> "done")
                .require();
        Tasks tasks = Tasks.on(
                (TaskStore) new InMemoryTaskStore(),
                TaskSettings.standard().executor(Runnable::run).listener(telemetry));
        tasks.handle("mail", String.class, (payload, run) -> Verdict.done()).enqueue("mail", "x");
        tasks.manualWorker().runAll();
        telemetry.on(new SagaEvent.Started("checkout", "1"));

        assertThat(first.heard)
                .containsExactly(
                        "retry ready",
                        "first try",
                        "AttemptFailed",
                        "RetryScheduled",
                        "AttemptFailed",
                        "Abandoned",
                        "Claimed",
                        "Finished",
                        "tasks ready",
                        "Enqueued",
                        "Claimed",
                        "Done",
                        "Started");
        assertThat(second.heard).isEqualTo(first.heard);
        assertThat(retry.status().hookFailures()).isEqualTo(5);
    }

    /** Without Micrometer or OpenTelemetry, or both, the rest is usable. */
    @Test
    void nothingIsNeededThatIsNotUsed() throws Exception {
        try (URLClassLoader bare = without("micrometer", "opentelemetry")) {
            Class.forName("dev.oncemore.observe.log.JsonLines", true, bare);
            Class.forName("dev.oncemore.observe.report.ReportWindow", true, bare);
            Class.forName("dev.oncemore.observe.alert.Alerts", true, bare);
            assertThat(Class.forName("dev.oncemore.observe.Telemetry", true, bare)
                            .getMethods())
                    .isNotEmpty();
        }
        try (URLClassLoader metersOnly = without("opentelemetry")) {
            assertThat(Class.forName("dev.oncemore.observe.metrics.Meters", true, metersOnly)
                            .getMethods())
                    .isNotEmpty();
        }
        try (URLClassLoader spansOnly = without("micrometer")) {
            assertThat(Class.forName("dev.oncemore.observe.trace.SpanListener", true, spansOnly)
                            .getMethods())
                    .isNotEmpty();
        }
    }

    private static URLClassLoader without(String... artifacts) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator, -1)) {
            if (Stream.of(artifacts).noneMatch(entry::contains)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }
}
