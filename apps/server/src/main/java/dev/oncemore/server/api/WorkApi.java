package dev.oncemore.server.api;

import static dev.oncemore.server.api.Bodies.by;
import static dev.oncemore.server.api.Bodies.require;

import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.operations.HistoryOperations;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.SagaOperations;
import dev.oncemore.operations.ScheduleOperations;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.TaskShapes.LetterInfo;
import dev.oncemore.server.api.TaskShapes.TaskInfo;
import dev.oncemore.server.api.WorkShapes.JobLogLine;
import dev.oncemore.server.api.WorkShapes.JobLogPage;
import dev.oncemore.server.api.WorkShapes.Replay;
import dev.oncemore.server.api.WorkShapes.SagaDeclaration;
import dev.oncemore.server.api.WorkShapes.SagaInfo;
import dev.oncemore.server.api.WorkShapes.SagaPage;
import dev.oncemore.server.api.WorkShapes.ScheduleInfo;
import dev.oncemore.server.api.WorkShapes.SchedulePage;
import dev.oncemore.server.api.WorkShapes.ScheduleRun;
import dev.oncemore.server.api.WorkShapes.StartedPage;
import dev.oncemore.server.api.WorkShapes.StartedTask;
import dev.oncemore.server.api.WorkShapes.WebhookEndpoint;
import dev.oncemore.server.api.WorkShapes.WebhookInfo;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.LetterPlace;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.saga.SagaRegistry;
import dev.oncemore.task.schedule.ScheduleRegistry;
import dev.oncemore.task.store.LogEntry;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** The endpoints of schedules, sagas, webhooks and the job log. */
public final class WorkApi {
    private static final int PAGE = 50;
    private static final int PAGE_MAX = 500;

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
    public void addTo(ApiRoutes api) {
        api.get("/api/schedules", Role.VIEWER, "schedules", "Lists the declared schedules with their next five runs.")
                .page(PAGE, PAGE_MAX)
                .answers(SchedulePage.class)
                .by(this::schedules);
        api.get("/api/schedules/{name}", Role.VIEWER, "schedule", "Shows a schedule and its last runs.")
                .answers(ScheduleInfo.class)
                .by(this::schedule);
        api.post("/api/schedules/{name}/run", Role.OPERATOR, "runSchedule", "Fires once now, beside the timetable.")
                .takes(Fields.why())
                .answers(202, StartedTask.class)
                .acts(this::run);
        api.post("/api/schedules/{name}/pause", Role.OPERATOR, "pauseSchedule", "Skips its instants until resumed.")
                .takes(Fields.why())
                .answers(ScheduleInfo.class)
                .acts(this::pause);
        api.post("/api/schedules/{name}/resume", Role.OPERATOR, "resumeSchedule", "Lets it fire again.")
                .takes(Fields.why())
                .answers(ScheduleInfo.class)
                .acts(this::resume);
        api.get("/api/sagas", Role.VIEWER, "sagas", "Lists the declared sagas, and how many are stuck.")
                .page(PAGE, PAGE_MAX)
                .answers(SagaPage.class)
                .by(this::sagas);
        api.get("/api/sagas/{name}", Role.VIEWER, "startedSagas", "Lists the started sagas of a declaration, by key.")
                .page(PAGE, PAGE_MAX)
                .answers(StartedPage.class)
                .by(this::started);
        api.get("/api/sagas/{name}/{key}", Role.VIEWER, "saga", "Shows a saga step by step.")
                .answers(SagaInfo.class)
                .by(this::saga);
        api.post("/api/sagas/{name}/{key}/resume", Role.OPERATOR, "resumeSaga", "Lets a stuck saga try again.")
                .takes(Fields.why())
                .answers(SagaInfo.class)
                .acts(this::resumeSaga);
        api.post(
                        "/api/sagas/{name}/{key}/skip",
                        Role.OPERATOR,
                        "skipSagaStep",
                        "Counts a step of a stuck saga as undone.")
                .takes(Fields.why().require("step", Fields.text()))
                .answers(SagaInfo.class)
                .acts(this::skipStep);
        api.get("/api/log", Role.VIEWER, "log", "Lists tasks that ended, the latest first.")
                .query("kind", Fields.text("Only kinds that start with this."))
                .page(PAGE, PAGE_MAX)
                .answers(JobLogPage.class)
                .by(this::log);
        api.get("/api/webhooks", Role.VIEWER, "webhooks", "Shows webhooks by endpoint, and those given up.")
                .answers(WebhookInfo.class)
                .by(this::webhooks);
        api.post(
                        "/api/webhooks/replay",
                        Role.OPERATOR,
                        "replayWebhooks",
                        "Redrives what was given up for an endpoint, 500 at most.")
                .takes(Fields.why().require("endpoint", Fields.text()))
                .answers(Replay.class)
                .acts(this::replay);
    }

    private SchedulePage schedules(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<ScheduleRegistry.Declared> page = schedules.list(context.queryParam("after"), limit);
        return new SchedulePage(
                page.stream().map(schedule -> ScheduleInfo.of(schedule, null)).toList(),
                Bodies.next(page, limit, ScheduleRegistry.Declared::name));
    }

    private ScheduleInfo schedule(Context context) {
        return show(schedules.require(context.pathParam("name")), schedules.now());
    }

    private static ScheduleInfo show(ScheduleRegistry.Declared schedule, Instant now) {
        // An instant that has just come may be in the log already.
        List<ScheduleRun> runs = schedule.history(now.plusSeconds(1), PAGE).stream()
                .map(run -> new ScheduleRun(
                        run.instant(),
                        run.outcome().name().toLowerCase(Locale.ROOT),
                        run.attempts(),
                        run.taskId(),
                        run.why()))
                .toList();
        return ScheduleInfo.of(schedule, runs);
    }

    private Act<StartedTask> run(Context context) {
        return schedules
                .run(context.pathParam("name"), by(context, Answers.body(context)))
                .map(StartedTask::new);
    }

    private Act<ScheduleInfo> pause(Context context) {
        String name = context.pathParam("name");
        Act<Boolean> act = schedules.pause(name, by(context, Answers.body(context)));
        return here -> {
            act.in(here);
            return show(schedules.require(here, name), here.tasks().store().now());
        };
    }

    private Act<ScheduleInfo> resume(Context context) {
        String name = context.pathParam("name");
        Act<Boolean> act = schedules.resume(name, by(context, Answers.body(context)));
        return here -> {
            require(act.in(here), "the schedule is not paused any more");
            return show(schedules.require(here, name), here.tasks().store().now());
        };
    }

    private SagaPage sagas(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<SagaRegistry.Declared> page = sagas.declared(context.queryParam("after"), limit);
        return new SagaPage(
                page.stream()
                        .map(declared -> new SagaDeclaration(
                                declared.saga().name(),
                                declared.queue(),
                                declared.saga().stepNames(),
                                declared.undoable(),
                                sagas.stuck(declared)))
                        .toList(),
                Bodies.next(page, limit, last -> last.saga().name()));
    }

    private StartedPage started(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        SagaOperations.Page page =
                sagas.started(sagas.require(context.pathParam("name")), context.queryParam("after"), limit);
        return StartedPage.of(page, sagas.now());
    }

    private SagaInfo saga(Context context) {
        SagaRegistry.Declared declared = sagas.require(context.pathParam("name"));
        return SagaInfo.of(declared, sagas.report(declared, context.pathParam("key")));
    }

    private Act<SagaInfo> resumeSaga(Context context) {
        SagaRegistry.Declared declared = sagas.require(context.pathParam("name"));
        String key = context.pathParam("key");
        Act<Boolean> act = sagas.resume(declared, key, by(context, Answers.body(context)));
        return shown(act, declared, key, "the saga is not stuck any more");
    }

    private Act<SagaInfo> skipStep(Context context) {
        JsonNode body = Answers.body(context);
        SagaRegistry.Declared declared = sagas.require(context.pathParam("name"));
        String key = context.pathParam("key");
        Act<Boolean> act = sagas.skip(declared, key, body.path("step").asString(""), by(context, body));
        return shown(act, declared, key, "the saga is not stuck on its way back any more");
    }

    private Act<SagaInfo> shown(Act<Boolean> act, SagaRegistry.Declared declared, String key, String otherwise) {
        return here -> {
            require(act.in(here), otherwise);
            return SagaInfo.of(declared, sagas.report(here, declared, key));
        };
    }

    private JobLogPage log(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<LogEntry> page =
                history.ended(Answers.text(context, "kind"), LetterPlace.read(context.queryParam("after")), limit);
        return new JobLogPage(
                page.stream().map(JobLogLine::of).toList(), Bodies.next(page, limit, LetterPlace::written));
    }

    private WebhookInfo webhooks(Context context) {
        Instant now = history.now();
        return new WebhookInfo(
                history.endpoints().stream().map(WebhookEndpoint::of).toList(),
                history.next(Webhooks.QUEUE, PAGE).stream()
                        .map(status -> TaskInfo.of(status, now))
                        .toList(),
                history.countDeadWebhooks(),
                history.deadWebhooks(PAGE).stream()
                        .map(letter -> LetterInfo.webhook(
                                letter, HistoryOperations.message(letter).orElse(null)))
                        .toList(),
                history.ended(Webhooks.KIND, null, PAGE).stream()
                        .map(JobLogLine::of)
                        .toList());
    }

    private Act<Replay> replay(Context context) {
        JsonNode body = Answers.body(context);
        String endpoint = body.path("endpoint").asString("");
        if (endpoint.isEmpty()) {
            throw Refusal.wrong("name the endpoint: {\"endpoint\":\"shop-7\",\"why\":\"…\"}");
        }
        return operations
                .redriveThese(history.deadFor(endpoint), by(context, body))
                .map(sent -> {
                    require(sent > 0, "none of them is given up any more");
                    return new Replay(sent);
                });
    }
}
