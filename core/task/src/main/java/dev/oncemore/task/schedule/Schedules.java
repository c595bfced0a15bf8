package dev.oncemore.task.schedule;

import dev.oncemore.internal.Text;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Work that recurs. Declare the same schedules on every node; each instant is fired once.
 *
 * <pre>{@code
 * Schedules schedules = Schedules.on(tasks);
 * schedules.cron("monthly-billing", "0 3 1 * *", ZoneId.of("Asia/Tokyo"), firing -> billing.run(firing.period()));
 * schedules.every("sync-stock", Duration.ofMinutes(5), firing -> stock.sync());
 * }</pre>
 *
 * <p>A schedule is planned when it is declared, and fires where workers of its queue are started. Its times are those of the
 * store's clock; clocks of nodes do not matter.
 */
public final class Schedules implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.task");
    private static final Duration LOOK_INTERVAL = Duration.ofMinutes(1);
    private static final int PAGE_MAX = 1_000;

    private final Tasks tasks;
    private final TaskStore store;
    private final Map<String, Schedule> byName = new ConcurrentHashMap<>();
    /** The last instant that was planned from here: a clock that steps back does not plan again what has been. */
    private final Map<String, Instant> planned = new ConcurrentHashMap<>();

    private final Object lock = new Object();
    private Time.@Nullable Alarm nextLook;
    private boolean closed;

    private Schedules(Tasks tasks) {
        this.tasks = tasks;
        store = tasks.store();
    }

    /** Schedules whose firings are tasks of these. */
    public static Schedules on(Tasks tasks) {
        Schedules schedules = new Schedules(Objects.requireNonNull(tasks, "tasks"));
        schedules.awaitNextLook();
        return schedules;
    }

    /** As {@link #cron(String, String, ZoneId, ScheduleOptions, FiringHandler)}, with the standard options. */
    public Schedules cron(String name, String expression, ZoneId zone, FiringHandler handler) {
        return cron(name, expression, zone, ScheduleOptions.standard(), handler);
    }

    /**
     * Fires by a cron expression: minute, hour, day of month, month, day of week, with the second before them where there are
     * six fields; or {@code @daily} and the like.
     *
     * @param name names it for ever: 1 to 36 printable ASCII characters
     * @throws IllegalArgumentException when the expression can not be read, or never fires
     */
    public Schedules cron(String name, String expression, ZoneId zone, ScheduleOptions options, FiringHandler handler) {
        return declare(name, Cron.parse(expression, zone), options, handler);
    }

    /** As {@link #every(String, Duration, ScheduleOptions, FiringHandler)}, with the standard options. */
    public Schedules every(String name, Duration interval, FiringHandler handler) {
        return every(name, interval, ScheduleOptions.standard(), handler);
    }

    /** Fires at an interval of whole seconds, counted from 1970-01-01T00:00Z, whenever the last firing ended. */
    public Schedules every(String name, Duration interval, ScheduleOptions options, FiringHandler handler) {
        return declare(name, new Interval(interval), options, handler);
    }

    private Schedules declare(String name, Timetable timetable, ScheduleOptions options, FiringHandler handler) {
        Text.requireKeyLike("schedule name", name, Schedule.NAME_LENGTH_MAX);
        Objects.requireNonNull(handler, "handler");
        if (byName.containsKey(name)) {
            throw new IllegalStateException("schedule '" + name + "' is declared already");
        }
        Schedule schedule = new Schedule(name, timetable, options, handler, store);
        schedule.register(tasks);
        store.notes().put(ScheduleRegistry.NOTE_PREFIX + name, schedule.declaration());
        byName.put(name, schedule);
        plan(schedule);
        return this;
    }

    /**
     * The job log of a schedule, the newest first: instants before this one that left a row, up to so many, 1 to 1,000. It looks
     * back over a thousand instants; the last row's instant asks for the next page.
     *
     * @throws IllegalArgumentException when it is not declared here
     */
    public List<FiringRecord> history(String name, Instant before, int most) {
        Schedule schedule = byName.get(name);
        if (schedule == null) {
            throw new IllegalArgumentException("schedule '" + name + "' is not declared here");
        }
        if (most < 1 || most > PAGE_MAX) {
            throw new IllegalArgumentException("most must be between 1 and " + PAGE_MAX + ", but is " + most);
        }
        return new History(schedule, store).before(before, most);
    }

    private void awaitNextLook() {
        synchronized (lock) {
            if (!closed) {
                nextLook = tasks.settings().time().alarm(LOOK_INTERVAL.toNanos(), this::look);
            }
        }
    }

    /** A tick may have been cancelled, or died on a node that does not know its schedule: then this one goes on with it. */
    private void look() {
        try {
            tasks.settings().executor().execute(() -> byName.values().forEach(this::tryPlan));
        } catch (RejectedExecutionException e) {
            LOG.log(Level.WARNING, "the executor takes no work; schedules are not looked after", e);
        }
        awaitNextLook();
    }

    private void tryPlan(Schedule schedule) {
        try {
            plan(schedule);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "schedule '" + schedule.name + "' could not be looked after", e);
        }
    }

    /** Makes sure that there is a tick to come; while the one before has not been worked on, it is that one's business. */
    private void plan(Schedule schedule) {
        Instant now = store.now();
        Instant last = planned.getOrDefault(schedule.name, now);
        Instant next = schedule.timetable.next(last.isAfter(now) ? last.minusSeconds(1) : now);
        boolean isThere = store.find(List.of(schedule.tickId(next))).get(0).isPresent();
        if (!isThere) {
            if (schedule.isLive(schedule.tickId(schedule.timetable.previous(next)))) {
                return;
            }
            store.enqueue(List.of(schedule.tick(next, null, now)));
        }
        planned.put(schedule.name, next);
    }

    /** Stops looking after the schedules. They go on firing where workers are started. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (nextLook != null) {
                nextLook.cancel();
            }
        }
    }
}
