package dev.oncemore.server;

import dev.oncemore.operations.audit.PlainText;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** Escapes control characters in log lines: a message may quote a client. Named in {@code logging.properties}. */
public final class PlainLines extends SimpleFormatter {
    /** For the log manager. */
    public PlainLines() {}

    @Override
    public String formatMessage(LogRecord line) {
        return PlainText.escaped(super.formatMessage(line));
    }
}
