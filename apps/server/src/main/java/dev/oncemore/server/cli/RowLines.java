package dev.oncemore.server.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The log lines of single rows, which are for servers: a terminal shows the progress instead. */
final class RowLines {
    // Held on to: the JDK forgets a logger's level with the logger.
    private static final Logger LOGGER = Logger.getLogger("dev.oncemore.desk.rows");

    private RowLines() {}

    static void silence() {
        LOGGER.setLevel(Level.WARNING);
    }
}
