package dev.oncemore.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.logging.LogManager;

/** One line for each event, on standard error; who has a configuration of their own keeps it. */
final class Logging {
    private static final String OWN_CONFIGURATION = "java.util.logging.config.file";

    private Logging() {}

    static void setUp() {
        if (System.getProperty(OWN_CONFIGURATION) != null) {
            return;
        }
        try (InputStream content = Logging.class.getResourceAsStream("logging.properties")) {
            LogManager.getLogManager().readConfiguration(content);
        } catch (IOException e) {
            throw new UncheckedIOException("the logging configuration is missing in the jar", e);
        }
    }
}
