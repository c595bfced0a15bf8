package dev.oncemore.observe.log;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The context of a thread's work in log lines. An immutable value; each method returns a changed copy. Null values are
 * omitted.
 *
 * @param correlationId the id shared by all work for one request
 * @param traceId the trace: 32 hexadecimal digits
 * @param who the person or service that the work is for
 * @param docType the type of the document
 * @param rowNumber the row of the sheet
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

    /** The empty context. */
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

    /** With this person or service. */
    public LogContext who(String name) {
        return new LogContext(correlationId, traceId, name, docType, rowNumber);
    }

    /** With this document type. */
    public LogContext docType(String type) {
        return new LogContext(correlationId, traceId, who, type, rowNumber);
    }

    /** With this row. */
    public LogContext rowNumber(long number) {
        return new LogContext(correlationId, traceId, who, docType, number);
    }

    /**
     * Reads the headers of a task: {@code correlationId}, {@code traceId} or a W3C {@code traceparent}, {@code who},
     * {@code docType}, {@code rowNumber}.
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

    /** This context, completed with the values of the other one. */
    LogContext or(LogContext other) {
        return new LogContext(
                correlationId != null ? correlationId : other.correlationId,
                traceId != null ? traceId : other.traceId,
                who != null ? who : other.who,
                docType != null ? docType : other.docType,
                rowNumber != null ? rowNumber : other.rowNumber);
    }
}
