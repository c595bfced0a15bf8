package dev.oncemore.bench.task;

import java.util.Locale;

/** What there is to measure. */
enum TaskCase {
    /** Many tasks wait. */
    DRAIN,
    /** Tasks come while others are done. */
    FLOW,
    /** Tasks come, and nobody works. */
    ENQUEUE,
    /** Tasks come within the user's transaction. */
    JOINED,
    /** There is nothing to do, and then one task. */
    PICK_UP,
    /** Many tasks wait, while somebody holds an old snapshot. */
    OLD_SNAPSHOT,
    /** Very many tasks wait. */
    WAITING,
    /** Many tasks wait, in order. */
    LANES,
    /** Tasks come while others are done, on SQLite. */
    SQLITE;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
