package dev.oncemore.server.api;

import static dev.oncemore.server.api.Bodies.by;
import static dev.oncemore.server.api.Bodies.require;

import dev.oncemore.By;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.operations.EndpointDeliveries;
import dev.oncemore.operations.HistoryOperations;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.SagaOperations;
import dev.oncemore.operations.ScheduleOperations;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.LetterPlace;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.saga.SagaRegistry;
import dev.oncemore.task.saga.SagaReport;
import dev.oncemore.task.schedule.ScheduleRegistry;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.LogEntry;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The endpoints of schedules, sagas, webhooks and the job log. */
public final class WorkApi {
    private static final int PAGE = 50;
    private static final int PAGE_MAX = 500;
    private static final int NEXT_RUNS = 5;

    private final ScheduleOperations schedules;
    private final SagaOperations sagas;
    private final HistoryOperations history;
    private final Operations operations;

    /** Endpoints for these operations. */
    public WorkApi(
            ScheduleOperations schedules, SagaOperations sagas, HistoryOperations history, Operations operations) {
        this.schedules = schedules;
        this.sagas = sagas;
        this.history = history;
        this.operations = operations;
    }

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get("/api/schedules", this::schedules, Role.VIEWER);
        routes.get("/api/schedules/{name}", this::schedule, Role.VIEWER);
        routes.post("/api/schedules/{name}/run", this::run, Role.OPERATOR);
        routes.post("/api/schedules/{name}/pause", this::pause, Role.OPERATOR);
        routes.post("/api/schedules/{name}/resume", this::resume, Role.OPERATOR);
        routes.get("/api/sagas", this::sagas, Role.VIEWER);
        routes.get("/api/sagas/{name}", this::started, Role.VIEWER);
        routes.get("/api/sagas/{name}/{key}", this::saga, Role.VIEWER);
        routes.post("/api/sagas/{name}/{key}/resume", this::resumeSaga, Role.OPERATOR);
        routes.post("/api/sagas/{name}/{key}/skip", this::skipStep, Role.OPERATOR);
        routes.get("/api/log", this::log, Role.VIEWER);
        routes.get("/api/webhooks", this::webhooks, Role.VIEWER);
        routes.post("/api/webhooks/replay", this::replay, Role.OPERATOR);
    }

    private void schedules(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<ScheduleRegistry.Declared> page = schedules.list(context.queryParam("after"), limit);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schedules", page.stream().map(WorkApi::shape).toList());
        if (page.size() == limit) {
            fields.put("next", page.get(page.size() - 1).name());
        }
        Answers.json(context, fields);
    }

    private static Map<String, Object> shape(ScheduleRegistry.Declared schedule) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", schedule.name());
        fields.put("timetable", schedule.timetable());
        fields.put("zone", schedule.zone().getId());
        fields.put("queue", schedule.queue());
        fields.put("planned", schedule.isPlanned());
        fields.put(
                "next", schedule.next(NEXT_RUNS).stream().map(Instant::toString).toList());
        Optional<By> pause = schedule.pause();
        fields.put("paused", pause.isPresent());
        pause.ifPresent(found -> {
            fields.put("pausedBy", found.who());
            fields.put("pausedWhy", found.why());
        });
        return fields;
    }

    private void schedule(Context context) {
        show(context, schedules.require(context.pathParam("name")));
    }

    private void show(Context context, ScheduleRegistry.Declared schedule) {
        Map<String, Object> fields = shape(schedule);
        // An instant that has just come may be in the log already.
        fields.put(
                "runs",
                schedule.history(schedules.now().plusSeconds(1), PAGE).stream()
                        .map(run -> {
                            Map<String, Object> line = new LinkedHashMap<>();
                            line.put("instant", run.instant().toString());
                            line.put("outcome", run.outcome().name().toLowerCase(Locale.ROOT));
                            line.put("attempts", run.attempts());
                            line.put("task", run.taskId());
                            if (run.why() != null) {
                                line.put("why", run.why());
                            }
                            return line;
                        })
                        .toList());
        Answers.json(context, fields);
    }

    private void run(Context context) {
        String id = schedules.run(context.pathParam("name"), by(context, Answers.body(context)));
        context.status(202);
        Answers.json(context, Map.of("task", id));
    }

    private void pause(Context context) {
        schedules.pause(context.pathParam("name"), by(context, Answers.body(context)));
        schedule(context);
    }

    private void resume(Context context) {
        require(
                schedules.resume(context.pathParam("name"), by(context, Answers.body(context))),
                "the schedule is not paused (any more)");
        schedule(context);
    }

    private void sagas(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<SagaRegistry.Declared> page = sagas.declared(context.queryParam("after"), limit);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "sagas",
                page.stream()
                        .map(declared -> Map.of(
                                "name", declared.saga().name(),
                                "queue", declared.queue(),
                                "steps", declared.saga().stepNames(),
                                "undoable", declared.undoable(),
                                "stuck", sagas.stuck(declared)))
                        .toList());
        if (page.size() == limit) {
            fields.put("next", page.get(page.size() - 1).saga().name());
        }
        Answers.json(context, fields);
    }

    private void started(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        SagaOperations.Page page =
                sagas.started(sagas.require(context.pathParam("name")), context.queryParam("after"), limit);
        Instant now = sagas.now();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "started",
                page.started().stream()
                        .map(one -> Map.of("key", one.key(), "task", Shapes.task(one.task(), now)))
                        .toList());
        if (page.next() != null) {
            fields.put("next", page.next());
        }
        Answers.json(context, fields);
    }

    private void saga(Context context) {
        SagaRegistry.Declared declared = sagas.require(context.pathParam("name"));
        SagaReport<byte[]> report = sagas.report(declared, context.pathParam("key"));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", declared.saga().name());
        fields.put("key", report.key());
        fields.put("status", report.status().name().toLowerCase(Locale.ROOT));
        fields.put("task", report.taskId());
        if (report.reason() != null) {
            fields.put("reason", report.reason());
        }
        fields.put("steps", declared.saga().stepNames());
        fields.put("undoable", declared.undoable());
        fields.put(
                "history",
                report.history().stream()
                        .map(line -> {
                            Map<String, Object> shape = new LinkedHashMap<>();
                            shape.put("at", line.at().toString());
                            shape.put("what", line.what());
                            shape.put("outcome", line.outcome().toLowerCase(Locale.ROOT));
                            shape.put("attempts", line.attempts());
                            shape.put("who", line.who());
                            if (line.words() != null) {
                                shape.put("words", line.words());
                            }
                            return shape;
                        })
                        .toList());
        Answers.json(context, fields);
    }

    private void resumeSaga(Context context) {
        require(
                sagas.resume(
                        sagas.require(context.pathParam("name")),
                        context.pathParam("key"),
                        by(context, Answers.body(context))),
                "the saga is not stuck (any more)");
        saga(context);
    }

    private void skipStep(Context context) {
        JsonNode body = Answers.body(context);
        require(
                sagas.skip(
                        sagas.require(context.pathParam("name")),
                        context.pathParam("key"),
                        body.path("step").asString(""),
                        by(context, body)),
                "the saga is not stuck on its way back (any more)");
        saga(context);
    }

    private void log(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<LogEntry> page =
                history.ended(Answers.text(context, "kind"), LetterPlace.read(context.queryParam("after")), limit);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("lines", page.stream().map(WorkApi::line).toList());
        if (page.size() == limit) {
            fields.put("next", LetterPlace.written(page.get(page.size() - 1)));
        }
        Answers.json(context, fields);
    }

    private static Map<String, Object> line(LogEntry entry) {
        Map<String, Object> fields = new LinkedHashMap<>(Shapes.logEntry(entry));
        fields.put("task", entry.taskId());
        fields.put("queue", entry.queue());
        fields.put("kind", entry.kind());
        return fields;
    }

    private void webhooks(Context context) {
        Instant now = history.now();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "endpoints", history.endpoints().stream().map(WorkApi::endpoint).toList());
        fields.put(
                "waiting",
                history.next(Webhooks.QUEUE, PAGE).stream()
                        .map(status -> Shapes.task(status, now))
                        .toList());
        fields.put("deadCount", history.countDeadWebhooks());
        fields.put(
                "dead", history.deadWebhooks(PAGE).stream().map(WorkApi::dead).toList());
        fields.put(
                "ended",
                history.ended(Webhooks.KIND, null, PAGE).stream()
                        .map(WorkApi::line)
                        .toList());
        Answers.json(context, fields);
    }

    private static Map<String, Object> endpoint(EndpointDeliveries one) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("endpoint", one.endpoint());
        fields.put("underWay", one.underWay());
        fields.put("failedBefore", one.failedBefore());
        fields.put("dead", one.dead());
        if (one.lastFailure() != null && one.lastFailureAt() != null) {
            fields.put("lastFailure", one.lastFailure());
            fields.put("lastFailureAt", one.lastFailureAt().toString());
        }
        return fields;
    }

    private static Map<String, Object> dead(DeadLetter letter) {
        Map<String, Object> fields = new LinkedHashMap<>(Shapes.letter(letter));
        HistoryOperations.message(letter).ifPresent(message -> {
            fields.put("endpoint", message.endpoint());
            fields.put("message", message.id());
        });
        return fields;
    }

    private void replay(Context context) {
        JsonNode body = Answers.body(context);
        String endpoint = body.path("endpoint").asString("");
        if (endpoint.isEmpty()) {
            throw Refusal.wrong("say which: {\"endpoint\":\"shop-7\",\"why\":\"…\"}");
        }
        int sent = operations.redriveThese(history.deadFor(endpoint), by(context, body));
        require(sent > 0, "none of them is given up (any more)");
        Answers.json(context, Map.of("redriven", sent));
    }
}
