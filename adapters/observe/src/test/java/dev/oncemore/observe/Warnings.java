package dev.oncemore.observe;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged while this is open, with a star where there is a stack trace. */
public final class Warnings extends Handler implements AutoCloseable {
    /** The messages so far. */
    public final List<String> told = new CopyOnWriteArrayList<>();

    private final Logger logger = Logger.getLogger("dev.oncemore.observe");

    /** Begins to listen. */
    public Warnings() {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    @Override
    public void publish(LogRecord message) {
        told.add(message.getMessage() + (message.getThrown() == null ? "" : " *"));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
