package dev.oncemore.observe.trace;

import dev.oncemore.task.RunScope;
import dev.oncemore.task.saga.StepRun;
import dev.oncemore.task.store.Task;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Spans of task attempts and saga steps, current while the handler or the step runs. An attempt continues the trace of
 * the enqueuer and links to it; without a {@code traceparent} it is a child of the worker's own span, if any.
 */
final class RunSpans {
    private static final AttributeKey<String> QUEUE = AttributeKey.stringKey("oncemore.queue");
    private static final AttributeKey<String> KIND = AttributeKey.stringKey("oncemore.kind");
    private static final AttributeKey<String> TASK_ID = AttributeKey.stringKey("oncemore.task_id");
    private static final AttributeKey<String> SAGA = AttributeKey.stringKey("oncemore.saga");
    private static final AttributeKey<String> STEP = AttributeKey.stringKey("oncemore.step");
    private static final AttributeKey<Boolean> UNDO = AttributeKey.booleanKey("oncemore.undo");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("oncemore.attempt");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("oncemore.outcome");

    private final Tracer tracer;
    private final InstantSource clock;

    RunSpans(Tracer tracer, InstantSource clock) {
        this.tracer = tracer;
        this.clock = clock;
    }

    RunScope ofTask(Task task, int attempt) {
        SpanBuilder span = tracer.spanBuilder("task " + task.kind())
                .setSpanKind(SpanKind.CONSUMER)
                .setAttribute(QUEUE, task.queue())
                .setAttribute(KIND, task.kind())
                .setAttribute(TASK_ID, task.id())
                .setAttribute(ATTEMPT, (long) attempt);
        Optional<SpanContext> enqueuer = TraceParent.read(task.headers().get(TraceParent.HEADER));
        enqueuer.ifPresent(
                from -> span.setParent(Context.root().with(Span.wrap(from))).addLink(from));
        return started(span);
    }

    RunScope ofStep(String saga, StepRun run, boolean undo) {
        return started(tracer.spanBuilder((undo ? "undo " : "step ") + saga + "/" + run.step())
                .setAttribute(SAGA, saga)
                .setAttribute(STEP, run.step())
                .setAttribute(UNDO, undo)
                .setAttribute(ATTEMPT, (long) run.attempt()));
    }

    @SuppressWarnings("MustBeClosedChecker") // closed at the end of the run, on the same thread
    private RunScope started(SpanBuilder builder) {
        Span span = builder.setStartTimestamp(clock.instant()).startSpan();
        Scope current = span.makeCurrent();
        return (succeeded, outcome) -> {
            current.close();
            span.setAttribute(OUTCOME, outcome);
            if (!succeeded) {
                span.setStatus(StatusCode.ERROR, outcome);
            }
            span.end(clock.instant());
        };
    }
}
