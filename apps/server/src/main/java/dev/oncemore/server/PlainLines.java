package dev.oncemore.server;

import dev.oncemore.operations.audit.PlainText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * One line for each event: time, level, logger, message. Control characters are escaped, because a message may quote a client. The
 * JDK's own formatter walks the stack for each line, which costs more than writing it. Named in {@code logging.properties}.
 */
public final class PlainLines extends Formatter {
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT)
            .withZone(ZoneId.systemDefault());

    /** For the log manager. */
    public PlainLines() {}

    @Override
    public String format(LogRecord line) {
        StringBuilder text = new StringBuilder();
        MILLIS.formatTo(line.getInstant(), text);
        text.append(' ').append(line.getLevel().getLocalizedName());
        text.append(' ').append(line.getLoggerName());
        text.append(": ").append(PlainText.escaped(formatMessage(line)));
        if (line.getThrown() != null) {
            StringWriter trace = new StringWriter();
            line.getThrown().printStackTrace(new PrintWriter(trace, true));
            text.append(System.lineSeparator()).append(trace);
        }
        return text.append(System.lineSeparator()).toString();
    }
}
