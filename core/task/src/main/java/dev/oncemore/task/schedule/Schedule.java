package dev.oncemore.task.schedule;

import dev.oncemore.By;
import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One declared schedule:
 *
 * <ol>
 *   <li>A tick is a task that waits in the store until an instant has come by the store's clock. There is exactly one
 *       at any time, so that after an outage it marks the instant at which the outage began.
 *   <li>A due tick adds, in one batch, the planned firings and the next tick. Their ids combine the schedule and the
 *       instant: repeating this adds nothing.
 *   <li>Firings are ordinary tasks. Those that must not overlap share a lane.
 *   <li>A tick carries the last firing that was admitted: while that one is live, the schedule is busy.
 * </ol>
 */
final class Schedule {
    static final int NAME_LENGTH_MAX = 100;
    /** How far back a late tick looks for other ticks; earlier ones exist only after a clock jump. */
    private static final int LOOK_BACK_MAX = 200;

    final String name;
    final Timetable timetable;
    private final ScheduleOptions options;
    private final FiringHandler handler;
    private final TaskStore store;

    Schedule(String name, Timetable timetable, ScheduleOptions options, FiringHandler handler, TaskStore store) {
        this.name = name;
        this.timetable = timetable;
        this.options = options;
        this.handler = handler;
        this.store = store;
    }

    void register(Tasks tasks) {
        RetryPolicy policy =
                options.policy != null ? options.policy : tasks.settings().policy();
        tasks.handle(
                tickKind(),
                Codec.of(Tick::written, Tick::read),
                tasks.settings().policy(),
                this::tick);
        tasks.handle(firingKind(), Codec.of(PlannedFiring::written, PlannedFiring::read), policy, this::fire);
    }

    private String tickKind() {
        return "tick:" + name;
    }

    private String firingKind() {
        return ScheduleEvent.KIND_PREFIX + name;
    }

    String tickId(Instant instant) {
        return "tick:" + firingId(instant);
    }

    String firingId(Instant instant) {
        return name + "@" + instant;
    }

    /** Creates the tick for a future instant, with the last admitted firing. */
    NewTask tick(Instant instant, @Nullable Instant lastFired, Instant now) {
        Duration delay = now.isBefore(instant) ? Duration.between(now, instant) : Duration.ZERO;
        Bytes payload = Bytes.of(new Tick(instant, lastFired).written());
        return new NewTask(task(tickId(instant), tickKind(), payload, null), delay);
    }

    /** The declaration of this schedule, as published in the store. */
    String declaration() {
        return timetable.written() + "\n" + options.queue + "\n" + options.overlap;
    }

    NewTask firing(PlannedFiring planned) {
        boolean sharesLane = options.overlap != Overlap.ALLOW && planned.skipped() == null;
        Lane lane = sharesLane ? new Lane(name, OnPoison.SKIP) : null;
        Bytes payload = Bytes.of(planned.written());
        return new NewTask(task(firingId(planned.instant()), firingKind(), payload, lane), Duration.ZERO);
    }

    private Task task(String id, String kind, Bytes payload, @Nullable Lane lane) {
        return new Task(id, options.queue, kind, payload, Map.of(), 0, null, lane, null);
    }

    private Verdict tick(Tick tick, TaskRun run) {
        boolean isFirstTry = run.attempt() == 1 && run.redrives() == 0;
        if (!isFirstTry && status(firingId(tick.instant())).isPresent()) {
            return Verdict.done("was decided before");
        }
        Instant now = store.now();
        List<NewTask> batch = new ArrayList<>();
        Instant lastFired = tick.lastFired();
        if (timetable.has(tick.instant())) {
            Instant last = lastToDecide(tick.instant(), now);
            for (PlannedFiring planned : decide(tick, last, now)) {
                batch.add(firing(planned));
                lastFired = planned.skipped() == null ? planned.instant() : lastFired;
            }
        }
        Instant next = timetable.next(now.isAfter(tick.instant()) ? now : tick.instant());
        batch.add(tick(next, lastFired, now));
        store.enqueue(batch);
        return Verdict.done();
    }

    private List<PlannedFiring> decide(Tick tick, Instant last, Instant now) {
        Optional<By> pause = SchedulePause.of(store, name);
        if (pause.isPresent()) {
            return List.of(Plan.paused(
                    timetable,
                    tick.instant(),
                    last,
                    "by " + pause.get().who() + ": " + pause.get().why()));
        }
        Instant running = tick.lastFired();
        if (options.overlap == Overlap.SKIP && running != null && isLive(firingId(running))) {
            return List.of(Plan.busy(timetable, tick.instant(), last, firingId(running)));
        }
        return Plan.of(timetable, tick.instant(), last, now, options);
    }

    /** The last past instant before one that has its own tick. */
    private Instant lastToDecide(Instant due, Instant now) {
        List<Instant> passed = new ArrayList<>();
        Instant instant = timetable.previous(now.plusNanos(1));
        Instant last = instant.isAfter(due) ? instant : due;
        while (instant.isAfter(due) && passed.size() < LOOK_BACK_MAX) {
            passed.add(instant);
            instant = timetable.previous(instant);
        }
        if (passed.isEmpty()) {
            return last;
        }
        List<Optional<TaskStatus>> ticks =
                store.find(passed.stream().map(this::tickId).toList());
        for (int i = 0; i < passed.size(); i++) {
            if (ticks.get(i).isPresent()) {
                last = timetable.previous(passed.get(i));
            }
        }
        return last;
    }

    private Optional<TaskStatus> status(String id) {
        return store.find(List.of(id)).get(0);
    }

    /** The queue of its ticks and firings. */
    String queue() {
        return options.queue;
    }

    boolean isWaiting(String id) {
        return status(id).filter(found -> found.state() == TaskState.WAITING).isPresent();
    }

    boolean isLive(String id) {
        return status(id).map(TaskStatus::state).filter(state -> !state.isEnd()).isPresent();
    }

    private Verdict fire(PlannedFiring planned, TaskRun run) throws Exception {
        if (planned.skipped() != null) {
            return Verdict.rejected(History.SKIPPED + planned.skipped());
        }
        Instant started = store.now();
        handler.fire(new Firing(name, planned, run));
        return Verdict.done(started.toString());
    }
}
