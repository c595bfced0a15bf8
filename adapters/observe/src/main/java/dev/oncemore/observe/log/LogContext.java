package dev.oncemore.observe.log;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who and what a thread works for, as log lines tell it. An immutable value; each method answers a changed copy. What is null
 * is left out.
 *
 * @param correlationId what all work for one request has in common
 * @param traceId the trace it is part of: 32 hexadecimal digits
 * @param who on whose behalf
 * @param docType which kind of document it is about
 * @param rowNumber which row of a sheet it is about
 */
public record LogContext(
        @Nullable String correlationId,
        @Nullable String traceId,
        @Nullable String who,
        @Nullable String docType,
        @Nullable Long rowNumber) {
    private static final LogContext NONE = new LogContext(null, null, null, null, null);
    private static final int TRACE_ID_START = 3;
    private static final int TRACE_ID_END = 35;

    /** Nothing is known. */
    public static LogContext none() {
        return NONE;
    }

    /** With this correlation id. */
    public LogContext correlationId(String id) {
        return new LogContext(id, traceId, who, docType, rowNumber);
    }

    /** With this trace. */
    public LogContext traceId(String id) {
        return new LogContext(correlationId, id, who, docType, rowNumber);
    }

    /** On behalf of this one. */
    public LogContext who(String name) {
        return new LogContext(correlationId, traceId, name, docType, rowNumber);
    }

    /** About a document of this type. */
    public LogContext docType(String type) {
        return new LogContext(correlationId, traceId, who, type, rowNumber);
    }

    /** About this row. */
    public LogContext rowNumber(long number) {
        return new LogContext(correlationId, traceId, who, docType, number);
    }

    /**
     * What the headers of a task tell: {@code correlationId}, {@code traceId} or {@code traceparent} as W3C has it,
     * {@code who}, {@code docType}, {@code rowNumber}.
     */
    public static LogContext fromHeaders(Map<String, String> headers) {
        String trace = headers.get("traceId");
        String parent = headers.get("traceparent");
        if (trace == null && parent != null && parent.length() > TRACE_ID_END) {
            trace = parent.substring(TRACE_ID_START, TRACE_ID_END);
        }
        return new LogContext(
                headers.get("correlationId"),
                trace,
                headers.get("who"),
                headers.get("docType"),
                number(headers.get("rowNumber")));
    }

    private static @Nullable Long number(@Nullable String text) {
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** This, and what the other one knows where this does not. */
    LogContext or(LogContext other) {
        return new LogContext(
                correlationId != null ? correlationId : other.correlationId,
                traceId != null ? traceId : other.traceId,
                who != null ? who : other.who,
                docType != null ? docType : other.docType,
                rowNumber != null ? rowNumber : other.rowNumber);
    }
}
