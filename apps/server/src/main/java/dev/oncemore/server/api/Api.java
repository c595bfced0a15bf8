package dev.oncemore.server.api;

import static dev.oncemore.server.api.Bodies.by;
import static dev.oncemore.server.api.Bodies.require;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Resource;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.RecordName;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.TaskShapes.AuditLine;
import dev.oncemore.server.api.TaskShapes.AuditPage;
import dev.oncemore.server.api.TaskShapes.GroupList;
import dev.oncemore.server.api.TaskShapes.LetterGroup;
import dev.oncemore.server.api.TaskShapes.LetterInfo;
import dev.oncemore.server.api.TaskShapes.LetterPage;
import dev.oncemore.server.api.TaskShapes.RecordInfo;
import dev.oncemore.server.api.TaskShapes.Redrive;
import dev.oncemore.server.api.TaskShapes.TaskInfo;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.LetterPlace;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import io.javalin.http.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoints. */
public final class Api {
    private static final int PAGE = 50;
    private static final int PAGE_MAX = 500;
    private static final int RATE = 50;
    private static final int RATE_MAX = 10_000;

    private final Operations operations;
    private volatile byte @Nullable [] description;

    /** Endpoints for these operations. */
    public Api(Operations operations) {
        this.operations = operations;
    }

    /** Adds them. */
    public void addTo(ApiRoutes api) {
        api.get("/api/health/live", Role.ANYONE, "live", "Says that the process runs.")
                .answers(TaskShapes.Live.class)
                .by(context -> new TaskShapes.Live("up"));
        api.get("/api/health/ready", Role.ANYONE, "ready", "Says that the store answers.")
                .answers(TaskShapes.Ready.class)
                .by(context -> new TaskShapes.Ready("ready", operations.now()));
        api.get("/api/openapi.json", Role.ANYONE, "openapi", "Describes the API.")
                .answersFile("application/json")
                .by(context -> context.contentType(Answers.JSON_TYPE).result(described(api)));
        new QueueApi(operations).addTo(api);
        api.get("/api/tasks/{id}", Role.VIEWER, "task", "Shows a task and its log.")
                .answers(TaskInfo.class)
                .by(this::task);
        api.post("/api/tasks/{id}/cancel", Role.OPERATOR, "cancelTask", "Cancels a live task.")
                .takes(Fields.why())
                .answers(TaskInfo.class)
                .acts(this::cancel);
        filtered(api.get("/api/dead", Role.VIEWER, "deadLetters", "Lists dead letters, the latest first."))
                .page(PAGE, PAGE_MAX)
                .answers(LetterPage.class)
                .by(this::letters);
        filtered(api.get(
                        "/api/dead/groups",
                        Role.VIEWER,
                        "deadGroups",
                        "Counts dead letters by cause, the largest first."))
                .query("limit", Fields.number(1, PAGE_MAX, PAGE))
                .answers(GroupList.class)
                .by(this::groups);
        api.post(
                        "/api/dead/redrive",
                        Role.OPERATOR,
                        "redriveAll",
                        "Redrives all that match; a dry run only counts them.")
                .takes(new Fields()
                        .with("queue", Fields.text())
                        .with("kind", Fields.text())
                        .with("signature", Fields.text())
                        .with("from", Fields.text())
                        .with("before", Fields.text())
                        .with("perSecond", Fields.number(1, RATE_MAX, RATE))
                        .with("dryRun", Fields.flag("Only counts; why is not needed."))
                        .with("why", Fields.text("For the audit trail.")))
                .answers(202, Redrive.class)
                .acts(this::redriveAll);
        api.get("/api/dead/{id}", Role.VIEWER, "deadLetter", "Shows a dead letter with its payload and log.")
                .answers(LetterInfo.class)
                .by(this::letter);
        api.put(
                        "/api/dead/{id}/payload",
                        Role.OPERATOR,
                        "editDeadLetter",
                        "Replaces the payload, if it is as it was read.")
                .takes(Fields.why()
                        .require("payload", Fields.text())
                        .require("fence", Fields.number(0, Integer.MAX_VALUE)))
                .answers(LetterInfo.class)
                .acts(this::edit);
        api.post("/api/dead/{id}/redrive", Role.OPERATOR, "redrive", "Redrives a dead letter with its old key.")
                .takes(Fields.why())
                .answers(TaskInfo.class)
                .acts(this::redrive);
        api.post("/api/dead/{id}/discard", Role.OPERATOR, "discard", "Discards a dead letter; it can be restored.")
                .takes(Fields.why())
                .answers(LetterInfo.class)
                .acts(this::discard);
        api.post("/api/dead/{id}/restore", Role.OPERATOR, "restore", "Restores a discarded dead letter.")
                .takes(Fields.why())
                .answers(LetterInfo.class)
                .acts(this::restore);
        api.get("/api/records", Role.VIEWER, "record", "Was this done? When, by whom, with what result?")
                .requireQuery("scope", Fields.text("Such as acme/payment:create."))
                .requireQuery("key", Fields.text("Such as inv-001."))
                .answers(RecordInfo.class)
                .by(this::record);
        api.post("/api/records/resolve", Role.OPERATOR, "resolve", "Settles an unknown outcome.")
                .takes(Fields.why()
                        .require("scope", Fields.text())
                        .require("key", Fields.text())
                        .require("happened", Fields.flag("Whether the effect happened."))
                        .with("response", Fields.text("What its callers get from now on."))
                        .with("resource", Fields.any("What it created: its type and id.")))
                .answers(RecordInfo.class)
                .acts(this::resolve);
        api.get("/api/audit", Role.ADMIN, "audit", "Lists who did what, the latest first.")
                .query("limit", Fields.number(1, PAGE_MAX, PAGE))
                .query("before", Fields.text("The id of the last line of the page before."))
                .answers(AuditPage.class)
                .by(this::audit);
    }

    /** Made once: anybody can ask for it. */
    private byte[] described(ApiRoutes api) {
        byte[] made = description;
        if (made == null) {
            made = Answers.bytes(api.description());
            description = made;
        }
        return made;
    }

    private static ApiRoutes.Operation filtered(ApiRoutes.Operation operation) {
        return operation
                .query("queue", Fields.text("Of this queue only."))
                .query("kind", Fields.text("Of this kind only."))
                .query("signature", Fields.text("Of this cause only."))
                .query("from", Fields.text("Died then or later, such as 2026-01-31T10:00:00Z."))
                .query("before", Fields.text("Died before then."))
                .query("discarded", Fields.flag("Discarded letters instead."));
    }

    private TaskInfo task(Context context) {
        return task(operations.store(), context.pathParam("id"));
    }

    private static TaskInfo task(TaskStore store, String id) {
        TaskStatus status = store.find(List.of(id))
                .get(0)
                .orElseThrow(() -> Refusal.notFound("there is no task " + id + ", or its traces are purged"));
        return TaskInfo.of(status, store.now(), store.log(id, 0, Operations.LOG_MAX));
    }

    private Act<TaskInfo> cancel(Context context) {
        String id = context.pathParam("id");
        Act<Boolean> act = operations.cancelTask(id, by(context, Answers.body(context)));
        return here -> {
            require(act.in(here), "task " + id + " has ended");
            return task(here.tasks().store(), id);
        };
    }

    private LetterPage letters(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        DeadLetters.Filter filter = LetterPlace.filter(context::queryParam);
        List<DeadLetter> page = operations.letters(filter, LetterPlace.read(context.queryParam("after")), limit);
        return new LetterPage(
                operations.countLetters(filter),
                page.stream().map(LetterInfo::of).toList(),
                Bodies.next(page, limit, last -> LetterPlace.written(last.cursor())));
    }

    private GroupList groups(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        return new GroupList(operations.groups(LetterPlace.filter(context::queryParam), limit).stream()
                .map(LetterGroup::of)
                .toList());
    }

    private LetterInfo letter(Context context) {
        return letter(operations.store(), context.pathParam("id"));
    }

    private static LetterInfo letter(TaskStore store, String id) {
        DeadLetter letter = store.deadLetters()
                .read(List.of(id))
                .get(0)
                .orElseThrow(() -> Refusal.notFound("there is no dead letter " + id));
        return LetterInfo.whole(letter, store.log(id, 0, Operations.LOG_MAX));
    }

    /** Shows the letter as the act left it. */
    private static Act<LetterInfo> changed(Act<Boolean> act, String id, String otherwise) {
        return here -> {
            require(act.in(here), otherwise);
            return letter(here.tasks().store(), id);
        };
    }

    private Act<LetterInfo> edit(Context context) {
        JsonNode body = Answers.body(context);
        String id = context.pathParam("id");
        if (!body.path("payload").isString() || !body.path("fence").isIntegralNumber()) {
            throw Refusal.wrong("send {\"payload\":\"…\",\"fence\":n,\"why\":\"…\"} with the fence as it was read");
        }
        Act<Boolean> act = operations.editLetter(
                id, body.path("fence").asLong(), body.path("payload").asString(), by(context, body));
        return changed(act, id, "dead letter " + id + " has changed since it was read; read it again");
    }

    private Act<TaskInfo> redrive(Context context) {
        String id = context.pathParam("id");
        Act<Boolean> act = operations.redrive(id, by(context, Answers.body(context)));
        return here -> {
            require(act.in(here), "there is no dead letter " + id + " any more, or it is discarded");
            return task(here.tasks().store(), id);
        };
    }

    private Act<Redrive> redriveAll(Context context) {
        JsonNode body = Answers.body(context);
        DeadLetters.Filter filter = LetterPlace.filter(name -> Bodies.text(body, name));
        long count = operations.countLetters(filter);
        if (isDryRun(body)) {
            context.status(200);
            Redrive found = Redrive.dryRun(count, operations.alreadyDone(filter));
            return here -> found;
        }
        int perSecond = body.path("perSecond").asInt(RATE);
        if (perSecond < 1 || perSecond > RATE_MAX) {
            throw Refusal.wrong("perSecond is " + perSecond + ", but must be from 1 to " + RATE_MAX);
        }
        return operations
                .redriveAll(filter, perSecond, by(context, body))
                .map(task -> new Redrive(count, null, null, task));
    }

    /** A dry run that is mistyped must not redrive. */
    private static boolean isDryRun(JsonNode body) {
        JsonNode value = body.path("dryRun");
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw Refusal.wrong("'dryRun' is " + value + ", but must be true or false");
        }
        return value.asBoolean(false);
    }

    private Act<LetterInfo> discard(Context context) {
        String id = context.pathParam("id");
        return changed(
                operations.discard(id, by(context, Answers.body(context))),
                id,
                "there is no dead letter " + id + " any more");
    }

    private Act<LetterInfo> restore(Context context) {
        String id = context.pathParam("id");
        return changed(
                operations.restore(id, by(context, Answers.body(context))),
                id,
                "there is no discarded dead letter " + id + " any more");
    }

    private RecordInfo record(Context context) {
        return RecordInfo.of(
                operations.record(RecordName.read(context.queryParam("scope"), context.queryParam("key"))));
    }

    private Act<RecordInfo> resolve(Context context) {
        JsonNode body = Answers.body(context);
        Key key = RecordName.read(
                body.path("scope").asString(""), body.path("key").asString(""));
        if (!body.path("happened").isBoolean()) {
            throw Refusal.wrong("state whether it happened: \"happened\": true or false");
        }
        Act<Boolean> act = body.path("happened").asBoolean()
                ? operations.resolveAsHappened(
                        key, body.path("response").asString(""), resource(body.path("resource")), by(context, body))
                : operations.resolveAsNotHappened(key, by(context, body));
        return here -> {
            require(act.in(here), "the record is not unknown any more");
            return RecordInfo.of(operations.record(here, key));
        };
    }

    private AuditPage audit(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<AuditTrail.Line> page = operations.audit(Answers.text(context, "before"), limit);
        return new AuditPage(page.stream().map(AuditLine::of).toList(), Bodies.next(page, limit, AuditTrail.Line::id));
    }

    private static @Nullable Resource resource(JsonNode node) {
        return node.isObject()
                ? new Resource(node.path("type").asString(""), node.path("id").asString(""))
                : null;
    }
}
