package dev.oncemore.bench.task;

import java.util.Locale;

/** The cases of the bench. */
enum TaskCase {
    /** Workers drain many waiting tasks. */
    DRAIN,
    /** Tasks are enqueued while workers run. */
    FLOW,
    /** Tasks are enqueued without workers. */
    ENQUEUE,
    /** Tasks are enqueued in the user's transaction. */
    JOINED,
    /** An idle system gets one task. */
    PICK_UP,
    /** Workers drain tasks while another transaction holds an old snapshot. */
    OLD_SNAPSHOT,
    /** Very many tasks wait. */
    WAITING,
    /** Workers drain tasks in lanes. */
    LANES,
    /** As {@link #FLOW}, on SQLite. */
    SQLITE,
    /** A worker process is killed while its tasks run. */
    RECOVERY;

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
