package dev.oncemore.task.schedule;

import dev.oncemore.By;
import dev.oncemore.task.store.TaskStore;
import java.util.Optional;

/** The notes that pause a schedule. Its instants are logged as skipped. */
final class SchedulePause {
    private static final String NOTE_PREFIX = "schedule-pause:";

    private SchedulePause() {}

    static Optional<By> of(TaskStore store, String name) {
        return store.notes()
                .read(NOTE_PREFIX + name)
                .map(text -> text.split("\n", 2))
                .map(lines -> new By(lines[0], lines[1]));
    }

    static void begin(TaskStore store, String name, By by) {
        store.notes().put(NOTE_PREFIX + name, by.who() + "\n" + by.why());
    }

    static boolean end(TaskStore store, String name) {
        return store.notes().remove(NOTE_PREFIX + name);
    }
}
