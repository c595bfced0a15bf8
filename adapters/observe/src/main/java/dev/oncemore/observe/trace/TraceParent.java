package dev.oncemore.observe.trace;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A span in the W3C notation, with which a task carries its enqueuer's trace to another process. */
final class TraceParent {
    static final String HEADER = "traceparent";

    private static final Pattern FORMAT =
            Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?");
    private static final String INVALID_VERSION = "ff";

    private TraceParent() {}

    static String of(SpanContext span) {
        return "00-" + span.getTraceId() + "-" + span.getSpanId() + "-"
                + span.getTraceFlags().asHex();
    }

    /** Empty if there is none, or if it is malformed. */
    static Optional<SpanContext> read(@Nullable String header) {
        Matcher parts = FORMAT.matcher(header == null ? "" : header);
        if (!parts.matches() || parts.group(1).equals(INVALID_VERSION)) {
            return Optional.empty();
        }
        SpanContext span = SpanContext.createFromRemoteParent(
                parts.group(2), parts.group(3), TraceFlags.fromHex(parts.group(4), 0), TraceState.getDefault());
        return span.isValid() ? Optional.of(span) : Optional.empty();
    }
}
