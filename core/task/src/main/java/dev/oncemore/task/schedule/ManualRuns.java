package dev.oncemore.task.schedule;

import dev.oncemore.task.store.Notes.Note;
import dev.oncemore.task.store.TaskStore;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The instants at which a schedule was run by hand, so that the job log, which goes by the timetable, finds them. Each is a note;
 * the last hundred are kept.
 */
final class ManualRuns {
    private static final int KEPT_MAX = 100;
    private static final int PAGE_MAX = 1_000;

    private final TaskStore store;
    private final String prefix;

    ManualRuns(TaskStore store, String schedule) {
        this.store = store;
        this.prefix = "run:" + schedule + "@";
    }

    /** Written before the firing is enqueued: without a task, the note means nothing. */
    void add(Instant instant) {
        store.notes().put(prefix + instant, "");
        List<Note> all = list();
        all.subList(0, Math.max(0, all.size() - KEPT_MAX))
                .forEach(old -> store.notes().remove(old.name()));
    }

    /** The instants before this one, newest first. */
    List<Instant> before(Instant before) {
        return list().stream()
                .flatMap(note -> instantOf(note).stream())
                .filter(instant -> instant.isBefore(before))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    void forget() {
        list().forEach(note -> store.notes().remove(note.name()));
    }

    private List<Note> list() {
        return store.notes().list(prefix, null, PAGE_MAX).stream()
                .filter(note -> instantOf(note).isPresent())
                .toList();
    }

    /** Empty for a run of another schedule, whose name begins with this one's and an @. */
    private Optional<Instant> instantOf(Note note) {
        try {
            return Optional.of(Instant.parse(note.name().substring(prefix.length())));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
