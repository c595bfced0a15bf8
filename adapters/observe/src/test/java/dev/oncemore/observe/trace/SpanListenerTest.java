package dev.oncemore.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // a scope is only there to be closed
class SpanListenerTest {
    private static final Instant START = Instant.ofEpochSecond(1_000);

    private final VirtualTime time = new VirtualTime();
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();
    private final Tracer tracer = sdk.getTracer("test");
    private final SpanListener spans = SpanListener.on(sdk, () -> START.plus(time.elapsed()));

    @AfterEach
    void close() {
        sdk.close();
    }

    private Retry engine() {
        return Retry.builder(RetryPolicy.named("bank")
                        .maxAttempts(3)
                        .backoff(Backoff.fixed(Duration.ofSeconds(2)).noJitter())
                        .build())
                .virtualTime(time)
                .listener(spans)
                .build();
    }

    private String failing(int attempt, int failures) throws Exception {
        time.sleep(Duration.ofSeconds(1).toNanos());
        if (attempt <= failures) {
            throw new ConnectException("refused");
        }
        return "done";
    }

    private SpanData span() {
        List<SpanData> finished = exporter.getFinishedSpanItems();
        assertThat(finished).hasSize(1);
        return finished.get(0);
    }

    private static Duration since(long epochNanos) {
        return Duration.ofNanos(epochNanos).minusSeconds(START.getEpochSecond());
    }

    private static String attempts(SpanData span) {
        return String.join(
                ", ",
                span.getEvents().stream()
                        .filter(event -> event.getName().equals("attempt"))
                        .map(event -> event.getName() + " "
                                + event.getAttributes().get(AttributeKey.longKey("oncemore.attempt")) + " "
                                + event.getAttributes().get(AttributeKey.stringKey("oncemore.result")) + " "
                                + event.getAttributes().get(AttributeKey.longKey("oncemore.delay_ms")) + " "
                                + since(event.getEpochNanos()).toSeconds())
                        .toList());
    }

    @Test
    void aCallThatSucceedsAtOnceIsASpanWithOneAttempt_asLongAsTheCall() throws Exception {
        engine().attempt(attempt -> failing(attempt.number(), 0));

        assertThat(attempts(span())).isEqualTo("attempt 1 SUCCESS null 1");
        assertThat(since(span().getStartEpochNanos())).isZero();
        assertThat(since(span().getEndEpochNanos())).isEqualTo(Duration.ofSeconds(1));
        assertThat(span().getName()).isEqualTo("bank");
    }

    @Test
    void aRescuedCallIsOneSpan_withAnEventForEachAttempt() throws Exception {
        engine().attempt(attempt -> failing(attempt.number(), 2));

        assertThat(attempts(span()))
                .isEqualTo("attempt 1 TRANSIENT null 1, attempt 2 TRANSIENT 2000 4, attempt 3 SUCCESS 2000 7");
        assertThat(since(span().getStartEpochNanos())).isZero();
        assertThat(since(span().getEndEpochNanos())).isEqualTo(Duration.ofSeconds(7));
        assertThat(span().getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(span().getAttributes().get(AttributeKey.longKey("oncemore.attempts")))
                .isEqualTo(3);
    }

    @Test
    void aCallThatIsGivenUpIsAnError_andSaysWhy() {
        engine().tryAttempt(attempt -> failing(attempt.number(), 9));

        assertThat(span().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span().getAttributes().get(AttributeKey.stringKey("oncemore.stop_reason")))
                .isEqualTo("ATTEMPTS");
        assertThat(attempts(span()).split(",")).hasSize(3);
    }

    @Test
    void aScheduledRetryAndTheSuccessAreEvents_besideTheAttempts() throws Exception {
        engine().operation("charge").attempt(attempt -> failing(attempt.number(), 1));

        assertThat(span().getEvents())
                .extracting(event -> event.getName())
                .containsExactly("attempt", "retry_scheduled", "attempt", "success");
        assertThat(span().getEvents().get(1).getAttributes())
                .isEqualTo(Attributes.of(
                        AttributeKey.longKey("oncemore.attempt"), 2L,
                        AttributeKey.longKey("oncemore.delay_ms"), 2_000L,
                        AttributeKey.stringKey("oncemore.result"), "TRANSIENT"));
        assertThat(span().getName()).isEqualTo("bank charge");
        assertThat(span().getAttributes().get(AttributeKey.stringKey("oncemore.dependency")))
                .isEqualTo("bank");
        assertThat(span().getAttributes().get(AttributeKey.stringKey("oncemore.operation")))
                .isEqualTo("charge");
        assertThat(span().getAttributes().get(AttributeKey.booleanKey("oncemore.idempotency_key_present")))
                .isFalse();
        assertThat(span().getKind()).isEqualTo(SpanKind.INTERNAL);
    }

    @Test
    void aTimeoutIsAnEventWithItsType() {
        engine().tryCall(Safety.readOnly(), () -> {
            throw new SocketTimeoutException("read timed out");
        });

        assertThat(span().getEvents())
                .filteredOn(event -> event.getName().equals("timeout"))
                .hasSize(3)
                .allSatisfy(
                        event -> assertThat(event.getAttributes().get(AttributeKey.stringKey("oncemore.timeout_type")))
                                .isEqualTo("READ"));
    }

    @Test
    void aCallOfAnHttpClientIsAClientsSpan_andCountsWhatWasSentAgain() throws Exception {
        Retry http = Retry.builder(engine().policy())
                .virtualTime(time)
                .listener(Telemetry.of(spans, new Telemetry() {}).forHttp())
                .build();
        http.attempt(attempt -> failing(attempt.number(), 2));

        assertThat(span().getKind()).isEqualTo(SpanKind.CLIENT);
        AttributeKey<Long> resends = AttributeKey.longKey("http.request.resend_count");
        assertThat(span().getAttributes().get(resends)).isEqualTo(2);
        assertThat(span().getEvents())
                .filteredOn(event -> event.getName().equals("attempt"))
                .extracting(event -> event.getAttributes().get(resends))
                .containsExactly(null, 1L, 2L);
    }

    @Test
    void anAsynchronousCallIsAChildOfItsCaller_onWhicheverThreadItEnds() {
        Span caller = tracer.spanBuilder("caller").startSpan();
        CompletableFuture<String> reply = new CompletableFuture<>();
        CompletableFuture<String> call;
        try (Scope unused = caller.makeCurrent()) {
            call = engine().callAsync(attempt -> reply);
        }
        reply.complete("done");

        assertThat(call).isCompletedWithValue("done");
        assertThat(span().getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
        assertThat(span().getTraceId()).isEqualTo(caller.getSpanContext().getTraceId());
    }

    @Test
    void anAttemptThatEndsInAnErrorIsAnEventToo() {
        Retry retry = engine();
        assertThatThrownBy(() -> retry.attempt(attempt -> {
                    if (attempt.number() == 2) {
                        throw new AssertionError("a bug");
                    }
                    return failing(attempt.number(), 1);
                }))
                .isInstanceOf(AssertionError.class);

        assertThat(attempts(span())).isEqualTo("attempt 1 TRANSIENT null 1, attempt 2 NOT_RETRYABLE 2000 3");
    }

    @Test
    void aCallThatIsCancelledEndsItsSpan() {
        CompletableFuture<String> call = engine().callAsync(attempt -> new CompletableFuture<>());
        call.cancel(true);

        assertThat(span().getAttributes().get(AttributeKey.stringKey("oncemore.stop_reason")))
                .isEqualTo("CANCELLED");
    }

    @Test
    void aDuplicateIsAnEventOfTheCurrentSpan_whoseTraceLogsCanCarry() {
        Once once = Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(spans));
        Span caller = tracer.spanBuilder("caller").startSpan();
        try (Scope unused = caller.makeCurrent()) {
            for (int i = 0; i < 2; i++) {
                once.operation("pay", String.class)
                        .build()
                        .key("acme", "1")
                        .run(Payload.none(), claim -> "done")
                        .require();
            }
            Outcome<String> ignored = once.operation("pay", String.class)
                    .build()
                    .key("acme", "1")
                    .run(Payload.bytes(new byte[1]), claim -> "done");
            assertThat(SpanListener.currentTrace().traceId())
                    .isEqualTo(caller.getSpanContext().getTraceId());
        }
        caller.end();

        assertThat(span().getEvents())
                .extracting(event -> event.getName())
                .containsExactly("duplicate held back", "key with another payload");
        assertThat(SpanListener.currentTrace().traceId()).isNull();
    }
}
