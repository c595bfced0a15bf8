package dev.oncemore.task.schedule;

import dev.oncemore.internal.RateLimitedLogger;
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
 * Recurring work. Declare the same schedules on every node; each instant fires once.
 *
 * <pre>{@code
 * Schedules schedules = Schedules.on(tasks);
 * schedules.cron("monthly-billing", "0 3 1 * *", ZoneId.of("Asia/Tokyo"), firing -> billing.run(firing.period()));
 * schedules.every("sync-stock", Duration.ofMinutes(5), firing -> stock.sync());
 * }</pre>
 *
 * <p>A schedule is planned when it is declared, and fires on nodes whose workers serve its queue. Times follow the
 * store's clock; the clocks of nodes do not matter.
 */
public final class Schedules implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.task");
    private static final Duration LOOK_INTERVAL = Duration.ofMinutes(1);
    /** How late a tick may be before it is a sign that no worker takes it. */
    private static final Duration OVERDUE = Duration.ofSeconds(30);

    private static final int PAGE_MAX = 1_000;

    private final Tasks tasks;
    private final TaskStore store;
    private final Map<String, Schedule> byName = new ConcurrentHashMap<>();
    /** The last instant planned from here, so that a clock that steps back does not plan it again. */
    private final Map<String, Instant> planned = new ConcurrentHashMap<>();

    private final RateLimitedLogger log;
    private final Object lock = new Object();
    private Time.@Nullable Alarm nextLook;
    private boolean closed;

    private Schedules(Tasks tasks) {
        this.tasks = tasks;
        store = tasks.store();
        log = new RateLimitedLogger(LOG, tasks.settings().time());
    }

    /** Creates schedules whose firings are tasks of this engine. */
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
     * Fires according to a cron expression: minute, hour, day of month, month, day of week, preceded by the second if
     * there are six fields; or {@code @daily} and the like. An expression that restricts both day fields ends with
     * {@code either}, as in Unix cron, or {@code both}, as in Spring: {@code 0 0 13 * FRI both}.
     *
     * @param name its permanent name: 1 to 100 printable ASCII characters
     * @throws IllegalArgumentException if the expression is invalid or never fires
     */
    public Schedules cron(String name, String expression, ZoneId zone, ScheduleOptions options, FiringHandler handler) {
        return declare(name, Cron.parse(expression, zone), options, handler);
    }

    /** As {@link #every(String, Duration, ScheduleOptions, FiringHandler)}, with the standard options. */
    public Schedules every(String name, Duration interval, FiringHandler handler) {
        return every(name, interval, ScheduleOptions.standard(), handler);
    }

    /**
     * Fires at an interval of whole seconds, counted from 1970-01-01T00:00Z, regardless of when the last firing ended.
     */
    public Schedules every(String name, Duration interval, ScheduleOptions options, FiringHandler handler) {
        return declare(name, new Interval(interval), options, handler);
    }

    private Schedules declare(String name, Timetable timetable, ScheduleOptions options, FiringHandler handler) {
        Text.requireKeyLike("schedule name", name, Schedule.NAME_LENGTH_MAX);
        Objects.requireNonNull(handler, "handler");
        if (byName.containsKey(name)) {
            throw new IllegalStateException("schedule '" + name + "' is already declared");
        }
        if (!tasks.settings().queues().contains(options.queue)) {
            LOG.log(
                    Level.WARNING,
                    "schedule '" + name + "' fires in queue '" + options.queue + "', which is not declared in the"
                            + " settings of these tasks: it fires only if the workers of another node serve that queue");
        }
        Schedule schedule = new Schedule(name, timetable, options, handler, store);
        schedule.register(tasks);
        store.notes().put(ScheduleRegistry.NOTE_PREFIX + name, schedule.declaration());
        byName.put(name, schedule);
        plan(schedule);
        return this;
    }

    /**
     * Returns the job log of a schedule, newest first: up to {@code most} (1 to 1,000) rows for instants before this
     * one. It looks back over a thousand instants; pass the last row's instant for the next page.
     *
     * @throws IllegalArgumentException if it is not declared here
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

    /** Restores a tick that was cancelled, or died on a node without its schedule. */
    private void look() {
        try {
            tasks.settings().executor().execute(() -> byName.values().forEach(this::tryPlan));
        } catch (RejectedExecutionException e) {
            log.log(Level.WARNING, "the executor rejected the check of schedules; it is repeated later", e);
        }
        awaitNextLook();
    }

    private void tryPlan(Schedule schedule) {
        try {
            warnIfOverdue(schedule);
            plan(schedule);
        } catch (RuntimeException e) {
            log.log(Level.WARNING, "schedule '" + schedule.name + "' could not be checked", e);
        }
    }

    /** A schedule is only planned here; without a worker on some node it never fires, which nobody would notice. */
    private void warnIfOverdue(Schedule schedule) {
        Instant due = planned.get(schedule.name);
        if (due != null && !store.now().isBefore(due.plus(OVERDUE)) && schedule.isWaiting(schedule.tickId(due))) {
            log.log(
                    Level.WARNING,
                    "overdue " + schedule.name,
                    "schedule '" + schedule.name + "' was due at " + due + ", but no worker has taken it: start workers"
                            + " for queue '" + schedule.queue() + "' here (tasks.start()) or on another node, or resume"
                            + " that queue if it is paused",
                    null);
        }
    }

    /** Ensures that there is a future tick; while the previous one is pending, it will add the next itself. */
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

    /** Stops checking the schedules. They continue to fire where workers run. */
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
