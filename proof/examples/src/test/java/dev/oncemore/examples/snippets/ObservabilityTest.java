package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.alert.AlertChannel;
import dev.oncemore.observe.alert.Alerts;
import dev.oncemore.observe.log.JsonLines;
import dev.oncemore.observe.log.LogContext;
import dev.oncemore.observe.metrics.MeterSettings;
import dev.oncemore.observe.metrics.Meters;
import dev.oncemore.observe.report.ReportSender;
import dev.oncemore.observe.report.ReportWindow;
import dev.oncemore.observe.report.RetryReport;
import dev.oncemore.observe.trace.SpanListener;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.SagaSettings;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservabilityTest {
    private final List<String> lines = new ArrayList<>();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final OpenTelemetry openTelemetry = OpenTelemetry.noop();
    private final RetryPolicy policy = RetryPolicy.named("bank").build();
    private final RecordStore recordStore = new InMemoryRecordStore();
    private final TaskStore taskStore = new InMemoryTaskStore();

    @Test
    void attaching() {
        // snippet: attach
        Telemetry telemetry =
                Telemetry.of(Meters.on(registry), SpanListener.on(openTelemetry), JsonLines.to(lines::add));

        Retry bank = Retry.builder(policy).listener(telemetry).build();
        Once once = Once.on(recordStore, OnceSettings.standard().listener(telemetry));
        Tasks tasks = Tasks.on(taskStore, TaskSettings.standard().listener(telemetry));
        SagaSettings sagas = SagaSettings.standard().listener(telemetry);
        // end

        assertThat(bank.call(() -> "up")).isEqualTo("up");
        assertThat(registry.get("dependency.calls").functionCounters()).isNotEmpty();
        assertThat(lines.get(0)).startsWith("{\"event\":\"dependency_call_succeeded\"");
        assertThat(once).isNotNull();
        assertThat(sagas).isNotNull();
        assertThat(tasks.queues().list()).isEmpty();
    }

    @Test
    void logging() {
        byte[] secret = "at least 16 bytes".getBytes(StandardCharsets.UTF_8);
        String user = "ann";
        // snippet: log
        JsonLines log = JsonLines.to(lines::add)
                .context(() ->
                        SpanListener.currentTrace().correlationId("req-17").who(user))
                .maskingKeys(secret) // the same key is the same mask, on all nodes with this secret
                .maskingFields("cardNumber", "email") // in error messages, which may quote payloads
                .withoutFirstTries();
        // end
        Retry bank = Retry.builder(policy).listener(log).build();
        assertThat(bank.call(() -> "up")).isEqualTo("up");
        assertThat(lines).isEmpty();

        Tasks tasks = Tasks.on(taskStore, TaskSettings.standard().listener(log));
        // snippet: headers
        tasks.enqueue(
                "send-invoice",
                "invoice 17",
                TaskOptions.standard()
                        .header("correlationId", "req-17")
                        .header("docType", "invoice")
                        .header("rowNumber", "17"));
        // end
        assertThat(lines.get(0))
                .contains("\"correlationId\":\"req-17\"", "\"docType\":\"invoice\"", "\"rowNumber\":17");
    }

    @Test
    void reporting() {
        // snippet: report
        ReportWindow lastHour = ReportWindow.over(Duration.ofHours(1));
        Retry bank = Retry.builder(policy).listener(lastHour).build();

        RetryReport report = lastHour.report();
        double rescued = report.total().rescuedShare(); // what share of first failures did retries rescue?
        Duration added = report.total().meanLatencyAdded(); // what latency did they add?
        long duplicates = report.duplicatesHeldBack(); // how many duplicates were held back?
        long worse = report.total().retriesIntoOverload(); // how many retries made an overload worse?
        Duration p95 = report.total().p95(); // how long did calls take?
        String json = report.toJson();
        // end
        lastHour.close();
        assertThat(bank.policy()).isEqualTo(policy);
        assertThat(rescued + added.toNanos() + duplicates + worse + p95.toNanos())
                .isZero();
        assertThat(json).contains("\"rescuedShare\":0");
    }

    @Test
    void meterSettings() {
        // snippet: settings
        Meters meters =
                Meters.on(registry, MeterSettings.standard().prefix("oncemore.").histograms());
        Retry bank = Retry.builder(policy).listener(meters).build();
        Retry charge = bank.operation("charge");
        // end
        assertThat(charge.call(() -> "paid")).isEqualTo("paid");
        assertThat(registry.get("oncemore.dependency.latency")
                        .tags("dependency", "bank", "operation", "charge")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void sending() {
        String token = "secret";
        ReportWindow lastHour = ReportWindow.over(Duration.ofHours(1));
        // snippet: send
        URI server = URI.create("https://oncemore.example.com");
        ReportSender sender = ReportSender.to(server, token, "shop on node-1", lastHour);
        // end
        sender.close();
        lastHour.close();
    }

    @Test
    void alerting() {
        URI slackUrl = URI.create("https://hooks.example.com/services/T0/B0/x");
        URI hookUrl = URI.create("https://alerts.example.com/oncemore");
        String routingKey = "routing-key";
        // snippet: alerts
        Alerts alerts = Alerts.on(
                recordStore,
                AlertChannel.slack(slackUrl),
                AlertChannel.pagerDuty(routingKey),
                AlertChannel.webhook(hookUrl));
        Tasks tasks = Tasks.on(taskStore, TaskSettings.standard().listener(alerts));
        // end
        alerts.close();
        assertThat(tasks.queues().list()).isEmpty();
        assertThat(LogContext.none().who()).isNull();
    }
}
