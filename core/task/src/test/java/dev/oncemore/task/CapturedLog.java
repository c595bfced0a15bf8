package dev.oncemore.task;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the tasks write into the application's log. */
public final class CapturedLog implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.oncemore.task");
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    public CapturedLog() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    /** The records of this level or a more severe one. */
    public List<LogRecord> from(Level level) {
        return records.stream()
                .filter(each -> each.getLevel().intValue() >= level.intValue())
                .toList();
    }

    /** The messages that contain these words. */
    public List<String> saying(String words) {
        return records.stream()
                .map(LogRecord::getMessage)
                .filter(message -> message.contains(words))
                .toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }
}
