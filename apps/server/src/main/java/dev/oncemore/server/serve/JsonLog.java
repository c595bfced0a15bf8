package dev.oncemore.server.serve;

import dev.oncemore.observe.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Log lines as JSON: events as they are, any other message with its level and logger. */
final class JsonLog extends Formatter {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);
    private static final String OURS = "dev.oncemore.";

    /** Writes all that is logged from now on as JSON. */
    static void use() {
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            handler.setFormatter(new JsonLog());
        }
    }

    /** The start of a line about an event, as of now. */
    static JsonObject event(String name, Instant at) {
        return new JsonObject().add("event", name).add("timestamp", MILLIS.format(at));
    }

    @Override
    public String format(LogRecord line) {
        String message = formatMessage(line);
        String logger = String.valueOf(line.getLoggerName());
        boolean isEvent = logger.startsWith(OURS) && message.startsWith("{\"event\":") && message.endsWith("}");
        if (isEvent && line.getThrown() == null) {
            return message + "\n";
        }
        JsonObject written = event("log", line.getInstant())
                .add("level", line.getLevel().getName())
                .add("logger", logger)
                .add("message", message);
        if (line.getThrown() != null) {
            StringWriter trace = new StringWriter();
            line.getThrown().printStackTrace(new PrintWriter(trace, true));
            written.add("stackTrace", trace.toString());
        }
        return written + "\n";
    }
}
