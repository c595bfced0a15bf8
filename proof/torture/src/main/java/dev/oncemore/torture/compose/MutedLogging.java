package dev.oncemore.torture.compose;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Keeps Oncemore's warnings off the console while faults are planned: there would be thousands a second. */
final class MutedLogging {
    /** A strong reference: the log manager holds loggers weakly and would lose the level. */
    private final Logger ours = Logger.getLogger("dev.oncemore");

    private final @Nullable Level before = ours.getLevel();

    MutedLogging() {
        ours.setLevel(Level.OFF);
    }

    /** Restores the level. */
    void close() {
        ours.setLevel(before);
    }
}
