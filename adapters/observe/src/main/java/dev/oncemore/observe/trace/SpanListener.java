package dev.oncemore.observe.trace;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.log.LogContext;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.RunScope;
import dev.oncemore.task.saga.StepRun;
import dev.oncemore.task.store.Task;
import dev.oncemore.time.WallClock;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates OpenTelemetry spans: one per call, with an event per attempt, timeout and scheduled retry; one per task
 * attempt; one per attempt at a saga's step.
 *
 * <pre>{@code
 * Retry bank = Retry.builder(policy).listener(SpanListener.on(openTelemetry)).build();
 * }</pre>
 *
 * <p>A span is a child of the current span of the caller, even if the call ends on another thread. It is created when
 * the first attempt has ended, and backdated to its start; spans created by the work itself are therefore its siblings.
 * The span of a call of an HTTP client has the kind {@code CLIENT}. A duplicate that {@code Once} suppresses becomes an
 * event of the current span.
 *
 * <p>A task that is enqueued inside a span carries it as {@code traceparent}, and continues its trace wherever it runs.
 */
public final class SpanListener implements Telemetry {
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("oncemore.operation");
    private static final AttributeKey<String> STATE = AttributeKey.stringKey("oncemore.state");

    private final Tracer tracer;
    private final InstantSource clock;
    private final SpanKind kind;
    private final RunSpans runs;

    private SpanListener(Tracer tracer, InstantSource clock, SpanKind kind) {
        this.tracer = tracer;
        this.clock = Objects.requireNonNull(clock, "clock");
        this.kind = kind;
        runs = new RunSpans(tracer, clock);
    }

    /** Creates spans with this OpenTelemetry. */
    public static SpanListener on(OpenTelemetry openTelemetry) {
        return on(openTelemetry, WallClock.system());
    }

    /** As {@link #on(OpenTelemetry)}, with your own clock. */
    public static SpanListener on(OpenTelemetry openTelemetry, InstantSource clock) {
        return new SpanListener(openTelemetry.getTracer("dev.oncemore"), clock, SpanKind.INTERNAL);
    }

    /** The current trace, for {@code JsonLines.context}, to join lines and spans. */
    public static LogContext currentTrace() {
        SpanContext span = Span.current().getSpanContext();
        return span.isValid() ? LogContext.none().traceId(span.getTraceId()) : LogContext.none();
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        call(policy, operation).succeededAtOnce(Duration.ofNanos(elapsedNanos));
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        return call(policy.name(), operation).keyed(key != null);
    }

    private CallSpan call(String policy, String operation) {
        return new CallSpan(tracer, clock, Context.current(), policy, operation, kind);
    }

    @Override
    public SpanListener forHttp() {
        return new SpanListener(tracer, clock, SpanKind.CLIENT);
    }

    @Override
    public RunScope onRun(Task task, int attempt) {
        return runs.ofTask(task, attempt);
    }

    @Override
    public Map<String, String> headers() {
        SpanContext span = Span.current().getSpanContext();
        return span.isValid() ? Map.of(TraceParent.HEADER, TraceParent.of(span)) : Map.of();
    }

    @Override
    public RunScope onStep(String saga, StepRun run, boolean undo) {
        return runs.ofStep(saga, run, undo);
    }

    @Override
    public void on(OnceEvent event) {
        String operation = event.key().scope().operation();
        if (event instanceof OnceEvent.HeldBack heldBack) {
            Span.current()
                    .addEvent(
                            "duplicate held back",
                            Attributes.of(
                                    OPERATION,
                                    operation,
                                    STATE,
                                    heldBack.state().name()));
        } else if (event instanceof OnceEvent.Mismatched) {
            Span.current().addEvent("key with another payload", Attributes.of(OPERATION, operation));
        }
    }
}
