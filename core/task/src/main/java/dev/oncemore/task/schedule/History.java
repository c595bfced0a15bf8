package dev.oncemore.task.schedule;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.schedule.FiringRecord.Outcome;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the job log. The timetable gives the instants, and with them the ids of the tasks, so the store needs no index
 * for it.
 */
final class History {
    static final String SKIPPED = "skipped: ";
    private static final int LOOK_BACK_INSTANTS = 1_000;
    private static final int BATCH_INSTANTS = 100;

    private final Schedule schedule;
    private final TaskStore store;

    History(Schedule schedule, TaskStore store) {
        this.schedule = schedule;
        this.store = store;
    }

    /** Scheduled instants and manual runs, newest first. */
    List<FiringRecord> before(Instant before, int most) {
        List<FiringRecord> rows = scheduled(before, most);
        List<Instant> manual = new ManualRuns(store, schedule.name).before(before);
        if (manual.isEmpty()) {
            return rows;
        }
        List<Optional<TaskStatus>> found =
                store.find(manual.stream().map(schedule::firingId).toList());
        for (int i = 0; i < manual.size(); i++) {
            Instant at = manual.get(i);
            found.get(i).ifPresent(status -> rows.add(row(at, true, status)));
        }
        rows.sort(Comparator.comparing(FiringRecord::instant).reversed());
        return rows.size() <= most ? rows : List.copyOf(rows.subList(0, most));
    }

    private List<FiringRecord> scheduled(Instant before, int most) {
        List<FiringRecord> rows = new ArrayList<>();
        Instant instant = before;
        for (int looked = 0; looked < LOOK_BACK_INSTANTS && rows.size() < most; looked += BATCH_INSTANTS) {
            List<Instant> batch = new ArrayList<>();
            for (int i = 0; i < BATCH_INSTANTS; i++) {
                instant = schedule.timetable.previous(instant);
                batch.add(instant);
            }
            List<Optional<TaskStatus>> found =
                    store.find(batch.stream().map(schedule::firingId).toList());
            for (int i = 0; i < batch.size() && rows.size() < most; i++) {
                Instant at = batch.get(i);
                found.get(i).ifPresent(status -> rows.add(row(at, false, status)));
            }
        }
        return rows;
    }

    private FiringRecord row(Instant instant, boolean manual, TaskStatus status) {
        return new FiringRecord(
                schedule.name,
                instant,
                manual,
                outcome(status),
                started(status.result()),
                status.state().isEnd() ? status.at() : null,
                status.attempts(),
                status.reason(),
                status.id());
    }

    private static Outcome outcome(TaskStatus status) {
        return switch (status.state()) {
            case WAITING -> Outcome.WAITING;
            case RUNNING -> Outcome.RUNNING;
            case DONE -> Outcome.DONE;
            case DEAD -> Outcome.FAILED;
            case CANCELLED, DISCARDED -> Outcome.CANCELLED;
            case REJECTED ->
                status.reason() != null && status.reason().startsWith(SKIPPED) ? Outcome.SKIPPED : Outcome.FAILED;
        };
    }

    /** Parses an instant that the settings' codecs wrote: plain, or as a JSON string. */
    private static @Nullable Instant started(@Nullable Bytes result) {
        if (result == null) {
            return null;
        }
        try {
            return Instant.parse(new String(result.toArray(), StandardCharsets.UTF_8).replace("\"", ""));
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
