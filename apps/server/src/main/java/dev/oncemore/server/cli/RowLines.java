package dev.oncemore.server.cli;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The log lines of single rows and attempts, which are for servers: a terminal shows the progress instead. */
final class RowLines {
    // Held on to: the JDK forgets a logger's level with the logger.
    private static final Logger ROWS = Logger.getLogger("dev.oncemore.desk.rows");
    private static final List<Logger> ATTEMPTS =
            List.of(Logger.getLogger("dev.oncemore.task"), Logger.getLogger("dev.oncemore.once"));

    private RowLines() {}

    static void silence() {
        ROWS.setLevel(Level.WARNING);
        ATTEMPTS.forEach(logger -> logger.setLevel(Level.SEVERE));
    }
}
