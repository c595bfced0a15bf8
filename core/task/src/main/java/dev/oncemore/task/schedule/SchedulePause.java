package dev.oncemore.task.schedule;

import dev.oncemore.task.store.StorableText;
import dev.oncemore.task.store.TaskStore;
import java.util.Optional;

/**
 * Why a schedule does not fire for now. Its instants go by and are logged as skipped.
 *
 * @param who who stopped it
 * @param why their reason
 */
public record SchedulePause(String who, String why) {
    private static final String NOTE_PREFIX = "schedule-pause:";

    /** A pause, by somebody and for a reason. */
    public SchedulePause {
        who = StorableText.requireWho(who);
        why = StorableText.requireWhy(why);
    }

    static Optional<SchedulePause> of(TaskStore store, String name) {
        return store.notes()
                .read(NOTE_PREFIX + name)
                .map(text -> text.split("\n", 2))
                .map(lines -> new SchedulePause(lines[0], lines[1]));
    }

    void begin(TaskStore store, String name) {
        store.notes().put(NOTE_PREFIX + name, who + "\n" + why);
    }

    static boolean end(TaskStore store, String name) {
        return store.notes().remove(NOTE_PREFIX + name);
    }

    String words() {
        return "by " + who + ": " + why;
    }
}
