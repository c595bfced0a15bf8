package dev.oncemore.observe.trace;

import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.TimeoutKind;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The span of one call. A cancelled call may emit events from several threads; events after its end are dropped. */
final class CallSpan implements RetryListener {
    private static final AttributeKey<String> DEPENDENCY = AttributeKey.stringKey("oncemore.dependency");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("oncemore.operation");
    private static final AttributeKey<Boolean> KEY_PRESENT =
            AttributeKey.booleanKey("oncemore.idempotency_key_present");
    private static final AttributeKey<String> TIMEOUT_TYPE = AttributeKey.stringKey("oncemore.timeout_type");
    private static final AttributeKey<Long> RESEND_COUNT = AttributeKey.longKey("http.request.resend_count");
    private static final AttributeKey<Long> ATTEMPTS = AttributeKey.longKey("oncemore.attempts");
    private static final AttributeKey<String> STOP_REASON = AttributeKey.stringKey("oncemore.stop_reason");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("oncemore.attempt");
    private static final AttributeKey<String> RESULT = AttributeKey.stringKey("oncemore.result");
    private static final AttributeKey<Long> DELAY_MS = AttributeKey.longKey("oncemore.delay_ms");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    private static final String SUCCESS = "SUCCESS";

    private final Tracer tracer;
    private final InstantSource clock;
    private final Context parent;
    private final String dependency;
    private final String operation;
    private final SpanKind kind;
    private @Nullable Boolean keyPresent;
    private @Nullable Span span;
    private @Nullable Duration delay;
    private int told;
    private boolean ended;

    CallSpan(Tracer tracer, InstantSource clock, Context parent, String dependency, String operation, SpanKind kind) {
        this.tracer = tracer;
        this.clock = clock;
        this.parent = parent;
        this.dependency = dependency;
        this.operation = operation;
        this.kind = kind;
    }

    CallSpan keyed(boolean present) {
        keyPresent = present;
        return this;
    }

    @Override
    public void onFirstTry(String policy, String label, long elapsedNanos) {
        succeededAtOnce(Duration.ofNanos(elapsedNanos));
    }

    synchronized void succeededAtOnce(Duration elapsed) {
        Instant now = clock.instant();
        Span made = started(now.minus(elapsed));
        attempt(made, 1, SUCCESS, null, now);
        succeeded(made, 1, now);
    }

    @Override
    public synchronized void on(RetryEvent event) {
        if (ended) {
            return;
        }
        Instant now = clock.instant();
        if (event instanceof RetryEvent.AttemptFailed failed) {
            Span made = started(now.minus(failed.elapsed()));
            Throwable thrown = failed.failure();
            attempt(
                    made,
                    failed.attempt(),
                    failed.classification().kind().name(),
                    thrown == null ? null : thrown.getClass().getName(),
                    now);
            TimeoutKind timeout = failed.classification().timeout();
            if (timeout != null) {
                Attributes type = Attributes.of(ATTEMPT, (long) failed.attempt(), TIMEOUT_TYPE, timeout.name());
                made.addEvent("timeout", type, now);
            }
        } else if (event instanceof RetryEvent.RetryScheduled scheduled) {
            delay = scheduled.delay();
            started(now)
                    .addEvent(
                            "retry_scheduled",
                            Attributes.of(
                                    ATTEMPT,
                                    (long) scheduled.attempt(),
                                    DELAY_MS,
                                    scheduled.delay().toMillis(),
                                    RESULT,
                                    scheduled.cause().kind().name()),
                            now);
        } else if (event instanceof RetryEvent.Hedged hedged) {
            started(now.minus(hedged.after())).addEvent("hedge", Attributes.of(ATTEMPT, (long) hedged.attempt()), now);
        } else if (event instanceof RetryEvent.Succeeded succeeded) {
            Span made = started(now.minus(succeeded.elapsed()));
            attempt(made, succeeded.attempts(), SUCCESS, null, now);
            succeeded(made, succeeded.attempts(), now);
        } else if (event instanceof RetryEvent.Abandoned abandoned) {
            giveUp(abandoned.facts(), now);
        }
    }

    private void giveUp(GaveUp facts, Instant now) {
        Span made = started(now.minus(facts.elapsed()));
        if (facts.attempts() > told) {
            // An error, an interrupt or the caller ended the last attempt without a classification.
            Throwable thrown = facts.failure();
            String errorType = thrown == null ? null : thrown.getClass().getName();
            attempt(made, facts.attempts(), facts.reason().name(), errorType, now);
        }
        made.setAttribute(STOP_REASON, facts.reason().name());
        made.setStatus(StatusCode.ERROR, facts.reason().name());
        end(made, facts.attempts(), now);
    }

    private Span started(Instant at) {
        if (span == null) {
            String name = operation.equals(Retry.DEFAULT_OPERATION) ? dependency : dependency + " " + operation;
            span = tracer.spanBuilder(name)
                    .setParent(parent)
                    .setSpanKind(kind)
                    .setStartTimestamp(at)
                    .setAttribute(DEPENDENCY, dependency)
                    .setAttribute(OPERATION, operation)
                    .startSpan();
            if (keyPresent != null) {
                span.setAttribute(KEY_PRESENT, keyPresent);
            }
        }
        return span;
    }

    private void attempt(Span made, int number, String result, @Nullable String errorType, Instant now) {
        AttributesBuilder attributes = Attributes.builder().put(ATTEMPT, number).put(RESULT, result);
        if (errorType != null) {
            attributes.put(ERROR_TYPE, errorType);
        }
        if (delay != null) {
            attributes.put(DELAY_MS, delay.toMillis());
            delay = null;
        }
        if (kind == SpanKind.CLIENT && number > 1) {
            attributes.put(RESEND_COUNT, number - 1L);
        }
        told = number;
        made.addEvent("attempt", attributes.build(), now);
    }

    private void succeeded(Span made, int attempts, Instant now) {
        made.addEvent("success", Attributes.of(ATTEMPT, (long) attempts), now);
        end(made, attempts, now);
    }

    private void end(Span made, int attempts, Instant now) {
        made.setAttribute(ATTEMPTS, attempts);
        if (kind == SpanKind.CLIENT && attempts > 1) {
            made.setAttribute(RESEND_COUNT, attempts - 1L);
        }
        made.end(now);
        ended = true;
    }
}
