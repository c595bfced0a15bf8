package dev.oncemore.task.schedule;

import dev.oncemore.By;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Notes.Note;
import dev.oncemore.task.store.TaskStore;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The schedules that applications declared on a store, for administration from another process such as a console.
 *
 * <pre>{@code
 * ScheduleRegistry schedules = ScheduleRegistry.on(store);
 * schedules.find("monthly-billing").map(schedule -> schedule.next(5));
 * schedules.pause("monthly-billing", By.person("ann", "prices are being checked"));
 * }</pre>
 */
public final class ScheduleRegistry {
    static final String NOTE_PREFIX = "schedule:";
    private static final int NEXT_MAX = 100;

    private final TaskStore store;

    private ScheduleRegistry(TaskStore store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    /** Opens the registry of this store; on a joined one, its acts are part of that transaction. */
    public static ScheduleRegistry on(TaskStore store) {
        return new ScheduleRegistry(store);
    }

    /** A schedule as last declared. */
    public final class Declared {
        private final Schedule schedule;
        private final ScheduleOptions options;

        private Declared(Note note) {
            String name = note.name().substring(NOTE_PREFIX.length());
            String[] lines = note.text().split("\n", 3);
            options = ScheduleOptions.standard().queue(lines[1]).overlap(Overlap.valueOf(lines[2]));
            schedule = new Schedule(
                    name,
                    Timetable.read(lines[0]),
                    options,
                    firing -> {
                        throw new IllegalStateException(
                                "a schedule from the registry cannot fire here; it fires where it is declared");
                    },
                    store);
        }

        /** Its name. */
        public String name() {
            return schedule.name;
        }

        /** The queue of its firings. */
        public String queue() {
            return options.queue;
        }

        /** Its timetable as declared: {@code 0 3 1 * * Asia/Tokyo}, or {@code every 5 min}. */
        public String timetable() {
            return schedule.timetable.toString();
        }

        /** Its time zone; UTC for an interval. */
        public ZoneId zone() {
            return schedule.timetable.zone();
        }

        /** The next {@code most} instants by the store's clock, 1 to 100, whether or not it is paused. */
        public List<Instant> next(int most) {
            if (most < 1 || most > NEXT_MAX) {
                throw new IllegalArgumentException("most must be between 1 and " + NEXT_MAX + ", but is " + most);
            }
            List<Instant> instants = new ArrayList<>();
            Instant instant = store.now();
            while (instants.size() < most) {
                instant = schedule.timetable.next(instant);
                instants.add(instant);
            }
            return instants;
        }

        /** Whether an instant is pending; if not, no application that declares it has run lately. */
        public boolean isPlanned() {
            Instant next = schedule.timetable.next(store.now());
            return schedule.isLive(schedule.tickId(next))
                    || schedule.isLive(schedule.tickId(schedule.timetable.previous(next)));
        }

        /** The person who paused it, and the reason; empty if it is not paused. */
        public Optional<By> pause() {
            return SchedulePause.of(store, schedule.name);
        }

        /** Its job log; see {@link Schedules#history}. */
        public List<FiringRecord> history(Instant before, int most) {
            return new History(schedule, store).before(before, most);
        }

        private String run(Instant now) {
            Instant instant = now.truncatedTo(ChronoUnit.MILLIS);
            // Never the id of a scheduled instant.
            Instant free = schedule.timetable.has(instant) ? instant.plusMillis(1) : instant;
            Instant last = schedule.timetable.previous(now);
            NewTask firing = schedule.firing(new PlannedFiring(free, schedule.timetable.previous(last), last, null));
            new ManualRuns(store, schedule.name).add(free);
            store.enqueue(List.of(firing));
            return firing.task().id();
        }
    }

    /** Lists schedules by name, after this one or from the first if null; up to {@code most}, 1 to 1,000. */
    public List<Declared> list(@Nullable String after, int most) {
        return store.notes().list(NOTE_PREFIX, after == null ? null : NOTE_PREFIX + after, most).stream()
                .map(Declared::new)
                .toList();
    }

    /** Finds the schedule of this name. */
    public Optional<Declared> find(String name) {
        return store.notes().read(NOTE_PREFIX + name).map(text -> new Declared(new Note(NOTE_PREFIX + name, text)));
    }

    /**
     * Fires now, paused or not, in addition to the timetable. Its period is that of the last past instant, whose work
     * is repeated. It waits while an earlier firing has not ended, unless the schedule allows overlaps.
     *
     * @return the firing's task; empty if there is no such schedule
     */
    public Optional<String> run(String name) {
        return find(name).map(schedule -> schedule.run(store.now()));
    }

    /** Skips its instants from now on. Returns false if there is no such schedule. */
    public boolean pause(String name, By by) {
        boolean isThere = find(name).isPresent();
        if (isThere) {
            SchedulePause.begin(store, name, by);
        }
        return isThere;
    }

    /** Fires again from its next instant on. Returns false if it was not paused. */
    public boolean resume(String name) {
        return SchedulePause.end(store, name);
    }

    /**
     * Removes a schedule that no application declares any more. It returns with the next declaration. False if there is
     * none.
     */
    public boolean forget(String name) {
        SchedulePause.end(store, name);
        new ManualRuns(store, name).forget();
        return store.notes().remove(NOTE_PREFIX + name);
    }
}
