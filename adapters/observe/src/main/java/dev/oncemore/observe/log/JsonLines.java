package dev.oncemore.observe.log;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.store.Task;
import dev.oncemore.time.WallClock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON line per event. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * Telemetry lines = JsonLines.to(log::info)
 *         .context(() -> LogContext.none().correlationId(MDC.get("correlationId")))
 *         .maskingKeys(secret)
 *         .maskingFields("cardNumber", "email");
 * }</pre>
 *
 * <p>Fields: {@code event}, {@code timestamp}, {@code correlationId}, {@code traceId}, {@code who}, {@code docType},
 * {@code rowNumber}, {@code idempotencyKey}, {@code idempotencyKeyPresent}, facts of the event, {@code attempt}, {@code maxAttempts}, {@code delayMs},
 * {@code elapsedMs}, {@code failureKind}, {@code httpStatus}, {@code error}. Payloads are never written.
 */
public final class JsonLines implements Telemetry {
    private final Consumer<String> sink;
    private final Supplier<LogContext> context;
    private final Masking masking;
    private final InstantSource clock;
    private final boolean firstTries;

    private JsonLines(
            Consumer<String> sink,
            Supplier<LogContext> context,
            Masking masking,
            InstantSource clock,
            boolean firstTries) {
        this.sink = Objects.requireNonNull(sink, "sink");
        this.context = Objects.requireNonNull(context, "context");
        this.masking = masking;
        this.clock = Objects.requireNonNull(clock, "clock");
        this.firstTries = firstTries;
    }

    /** Writes lines to this sink, which is called on the working threads and should be fast. */
    public static JsonLines to(Consumer<String> sink) {
        return new JsonLines(sink, LogContext::none, Masking.nothing(), WallClock.system(), true);
    }

    /** Sets the context, which is read on the caller's thread and kept for calls that continue on other threads. */
    public JsonLines context(Supplier<LogContext> current) {
        return new JsonLines(sink, current, masking, clock, firstTries);
    }

    /**
     * Replaces idempotency keys by {@code #} and 16 digits: the same for the same key and secret.
     *
     * @param secret at least 16 bytes, the same on all nodes whose lines are joined
     */
    public JsonLines maskingKeys(byte[] secret) {
        return new JsonLines(sink, context, masking.keys(secret), clock, firstTries);
    }

    /** Replaces the values of these fields by {@code ***} wherever an error text quotes them. */
    public JsonLines maskingFields(String... names) {
        return new JsonLines(sink, context, masking.fields(names), clock, firstTries);
    }

    /** Writes no line for a call that succeeds at its first attempt. */
    public JsonLines withoutFirstTries() {
        return new JsonLines(sink, context, masking, clock, false);
    }

    /** Sets the clock for timestamps. */
    public JsonLines clock(InstantSource wallClock) {
        return new JsonLines(sink, context, masking, wallClock, firstTries);
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        if (firstTries) {
            write(RetryLines.firstTry(policy, operation, Duration.ofNanos(elapsedNanos)), context.get());
        }
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        return new OfCall(policy, key, context.get());
    }

    @Override
    public void on(RetryEvent event) {
        write(RetryLines.of(event), context.get());
    }

    @Override
    public void on(OnceEvent event) {
        LogContext told = RecordLines.contextOf(event);
        LogContext current = context.get();
        // A person's decision is attributed to that person, not to the thread's context.
        write(RecordLines.of(event), event instanceof OnceEvent.Resolved ? told.or(current) : current.or(told));
    }

    @Override
    public void on(TaskEvent event) {
        write(TaskLines.of(event), context.get());
    }

    /** Uses the task's own headers, because the thread that reports its end works for many tasks. */
    @Override
    public void on(TaskEvent event, Task task) {
        Map<String, String> headers = task.headers();
        LogContext known = LogContext.fromHeaders(headers).or(context.get());
        write(TaskLines.of(event).key(task.dedupKey()).maxAttempts(task.maxAttempts()), known);
    }

    @Override
    public void on(SagaEvent event) {
        write(SagaLines.of(event), SagaLines.contextOf(event).or(context.get()));
    }

    private void write(Line line, LogContext about) {
        sink.accept(line.written(clock.instant().truncatedTo(ChronoUnit.MILLIS).toString(), about, masking));
    }

    /** Listens to one call that did not succeed at its first attempt. */
    private final class OfCall implements RetryListener {
        private final RetryPolicy policy;
        private final @Nullable String key;
        private final LogContext caller;

        OfCall(RetryPolicy policy, @Nullable String key, LogContext caller) {
            this.policy = policy;
            this.key = key;
            this.caller = caller;
        }

        @Override
        public void on(RetryEvent event) {
            write(RetryLines.of(event).keyOfCall(key).maxAttempts(policy.maxAttempts()), caller);
        }

        @Override
        public void onFirstTry(String name, String operation, long elapsedNanos) {
            if (firstTries) {
                write(
                        RetryLines.firstTry(name, operation, Duration.ofNanos(elapsedNanos))
                                .keyOfCall(key)
                                .maxAttempts(policy.maxAttempts()),
                        caller);
            }
        }
    }
}
