package dev.oncemore.observe.log;

import dev.oncemore.observe.json.JsonObject;
import dev.oncemore.retry.policy.FailureKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds the line of one event. Fields always have the same order; unknown ones are omitted. */
final class Line {
    /** The wording of {@code HttpClassifications}; stores and messages keep the text but not the number. */
    private static final Pattern HTTP_STATUS = Pattern.compile("\\bHTTP ([1-5]\\d\\d)\\b");

    private final String event;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private @Nullable String idempotencyKey;
    private @Nullable Boolean idempotencyKeyPresent;
    private @Nullable String error;
    private @Nullable String failureKind;
    private @Nullable Integer attempt;
    private @Nullable Integer maxAttempts;
    private @Nullable Duration delay;
    private @Nullable Duration elapsed;

    Line(String event) {
        this.event = event;
    }

    Line key(@Nullable String key) {
        idempotencyKey = key;
        return this;
    }

    /** As {@link #key}, for a call, whose safety depends on having one. */
    Line keyOfCall(@Nullable String key) {
        idempotencyKeyPresent = key != null;
        return key(key);
    }

    /** Adds an error text; a failure kind at its beginning becomes a field. */
    Line error(@Nullable String words) {
        error = words;
        if (words != null && failureKind == null) {
            for (FailureKind kind : FailureKind.values()) {
                if (words.startsWith(kind.name())) {
                    failureKind = kind.name();
                }
            }
        }
        return this;
    }

    Line kind(FailureKind kind) {
        failureKind = kind.name();
        return this;
    }

    Line attempt(int number) {
        attempt = number;
        return this;
    }

    Line maxAttempts(@Nullable Integer most) {
        maxAttempts = most;
        return this;
    }

    Line delay(@Nullable Duration span) {
        delay = span;
        return this;
    }

    Line elapsed(Duration span) {
        elapsed = span;
        return this;
    }

    Line fact(String name, @Nullable String value) {
        if (value != null) {
            facts.put(name, value);
        }
        return this;
    }

    String written(String timestamp, LogContext context, Masking masking) {
        JsonObject line = new JsonObject().add("event", event).add("timestamp", timestamp);
        line.add("correlationId", context.correlationId())
                .add("traceId", context.traceId())
                .add("who", context.who())
                .add("docType", context.docType());
        add(line, "rowNumber", context.rowNumber());
        line.add("idempotencyKey", masking.key(idempotencyKey));
        if (idempotencyKeyPresent != null) {
            line.add("idempotencyKeyPresent", idempotencyKeyPresent);
        }
        facts.forEach((name, value) -> line.add(name, masking.text(value, idempotencyKey)));
        add(line, "attempt", attempt);
        add(line, "maxAttempts", maxAttempts);
        add(line, "delayMs", delay == null ? null : delay.toMillis());
        add(line, "elapsedMs", elapsed == null ? null : elapsed.toMillis());
        line.add("failureKind", failureKind);
        add(line, "httpStatus", httpStatus());
        return line.add("error", masking.text(error, idempotencyKey)).toString();
    }

    private @Nullable Integer httpStatus() {
        if (error == null) {
            return null;
        }
        Matcher status = HTTP_STATUS.matcher(error);
        return status.find() ? Integer.valueOf(status.group(1)) : null;
    }

    private static void add(JsonObject line, String name, @Nullable Number value) {
        if (value != null) {
            line.add(name, value.longValue());
        }
    }
}
