package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.by;
import static dev.oncemore.server.console.Forms.require;

import dev.oncemore.By;
import dev.oncemore.operations.ScheduleOperations;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.task.schedule.FiringRecord;
import dev.oncemore.task.schedule.ScheduleRegistry;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The schedules: when they fire next, what became of the last firings, and buttons to run or pause them. */
public final class SchedulesPage {
    private static final int SCHEDULES_MAX = 200;
    private static final int NEXT_RUNS = 5;
    private static final int RUNS = 20;
    private static final DateTimeFormatter WALL =
            DateTimeFormatter.ofPattern("EEE d MMM uuuu HH:mm:ss", Locale.ENGLISH);

    private final ScheduleOperations operations;
    private final Acts acts;

    /** A page for these operations. */
    public SchedulesPage(ScheduleOperations operations, Acts acts) {
        this.operations = operations;
        this.acts = acts;
    }

    /** What the list shows. */
    public record View(
            String sentence, List<Row> schedules, @Nullable String next) {}

    /** One schedule in the list. */
    public record Row(
            String name,
            String path,
            String timetable,
            String next,
            String in,
            String state,
            boolean isPaused,
            String queue) {}

    /** What the page of one shows. */
    public record One(
            String path,
            String sentence,
            String timetable,
            String zone,
            String queue,
            boolean isPaused,
            @Nullable String pause,
            boolean isPlanned,
            List<Time> next,
            List<Run> runs) {}

    /** An instant, as the clock on the wall of its zone shows it. */
    public record Time(String wall, String instant, String in) {}

    /** One line of the job log. */
    public record Run(String wall, String outcome, int attempts, String why, String path) {}

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get(
                "/schedules",
                context -> Forms.show(context, "schedules", "Schedules", view(context.queryParam("after"))),
                Role.VIEWER);
        routes.get("/schedules/{name}", this::show, Role.VIEWER);
        routes.post("/schedules/{name}/run", this::run, Role.OPERATOR);
        routes.post("/schedules/{name}/pause", this::pause, Role.OPERATOR);
        routes.post("/schedules/{name}/resume", this::resume, Role.OPERATOR);
        routes.post("/schedules/{name}/forget", this::forget, Role.OPERATOR);
    }

    private View view(@Nullable String after) {
        Instant now = operations.now();
        List<Row> rows = operations.list(after, SCHEDULES_MAX).stream()
                .map(schedule -> row(schedule, now))
                .toList();
        long paused = rows.stream().filter(Row::isPaused).count();
        String sentence = rows.isEmpty()
                ? "No schedules"
                : Words.count(rows.size(), "schedule", "schedules")
                        + (paused == 0 ? "" : ", " + Words.number(paused) + " paused");
        String next = rows.size() < SCHEDULES_MAX
                ? null
                : "/schedules?after=" + Words.encoded(rows.get(rows.size() - 1).name());
        return new View(sentence, rows, next);
    }

    private static Row row(ScheduleRegistry.Declared schedule, Instant now) {
        Instant next = schedule.next(1).get(0);
        return new Row(
                schedule.name(),
                path(schedule.name()),
                schedule.timetable(),
                wall(next, schedule.zone()),
                Words.until(next, now),
                state(schedule),
                schedule.pause().isPresent(),
                schedule.queue());
    }

    private static String state(ScheduleRegistry.Declared schedule) {
        Optional<By> pause = schedule.pause();
        if (pause.isPresent()) {
            return "‖ paused by " + pause.get().who() + ": " + pause.get().why();
        }
        return schedule.isPlanned() ? "▶ planned" : "! not planned";
    }

    private void show(Context context) {
        ScheduleRegistry.Declared schedule = operations.require(context.pathParam("name"));
        Instant now = operations.now();
        Optional<By> pause = schedule.pause();
        Instant first = schedule.next(1).get(0);
        String sentence = pause.isPresent()
                ? schedule.name() + " is paused: its instants are skipped"
                : schedule.name() + " fires next " + Words.until(first, now);
        Forms.show(
                context,
                "schedule",
                "Schedule",
                new One(
                        path(schedule.name()),
                        sentence,
                        schedule.timetable(),
                        schedule.zone().getId(),
                        schedule.queue(),
                        pause.isPresent(),
                        pause.map(found -> "by " + found.who() + ": " + found.why())
                                .orElse(null),
                        schedule.isPlanned(),
                        schedule.next(NEXT_RUNS).stream()
                                .map(instant -> new Time(
                                        wall(instant, schedule.zone()), instant.toString(), Words.until(instant, now)))
                                .toList(),
                        schedule.history(now.plusSeconds(1), RUNS).stream()
                                .map(run -> run(run, schedule.zone()))
                                .toList()));
    }

    private static Run run(FiringRecord run, ZoneId zone) {
        return new Run(
                wall(run.instant(), zone) + (run.manual() ? ", by hand" : ""),
                States.outcome(run.outcome()),
                run.attempts(),
                run.why() == null ? "" : run.why(),
                "/tasks/" + Words.encoded(run.taskId()));
    }

    private void run(Context context) {
        String id = acts.run(operations.run(context.pathParam("name"), by(context)));
        context.redirect("/tasks/" + Words.encoded(id) + "?done=fired");
    }

    private void pause(Context context) {
        acts.run(operations.pause(context.pathParam("name"), by(context)));
        context.redirect(path(context.pathParam("name")) + "?done=schedule-paused");
    }

    private void resume(Context context) {
        require(acts.run(operations.resume(context.pathParam("name"), by(context))), "it is not paused any more");
        context.redirect(path(context.pathParam("name")) + "?done=schedule-resumed");
    }

    private void forget(Context context) {
        acts.run(operations.forget(context.pathParam("name"), by(context)));
        context.redirect("/schedules?done=forgotten");
    }

    private static String path(String name) {
        return "/schedules/" + Words.encoded(name);
    }

    private static String wall(Instant instant, ZoneId zone) {
        return WALL.format(instant.atZone(zone)) + " " + zone.getId();
    }
}
