package dev.oncemore.server.api;

import static dev.oncemore.server.api.Bodies.by;
import static dev.oncemore.server.api.Bodies.require;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Resource;
import dev.oncemore.operations.AlreadyDone;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.RecordName;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.LetterPlace;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.time.Durations;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoints. */
public final class Api {
    private static final int PAGE = 50;
    private static final int PAGE_MAX = 500;
    private static final int RATE = 50;
    private static final int RATE_MAX = 10_000;

    private final Operations operations;

    /** Endpoints for these operations. */
    public Api(Operations operations) {
        this.operations = operations;
    }

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get("/api/health/ready", this::ready, Role.ANYONE);
        routes.get(
                "/api/openapi.json",
                context -> context.contentType("application/json").result(Described.description()),
                Role.ANYONE);
        routes.get("/api/queues", this::queues, Role.VIEWER);
        routes.post("/api/queues/{queue}/pause", this::pause, Role.OPERATOR);
        routes.post("/api/queues/{queue}/resume", this::resume, Role.OPERATOR);
        routes.get("/api/tasks/{id}", this::task, Role.VIEWER);
        routes.post("/api/tasks/{id}/cancel", this::cancel, Role.OPERATOR);
        routes.get("/api/dead", this::letters, Role.VIEWER);
        routes.get("/api/dead/groups", this::groups, Role.VIEWER);
        routes.post("/api/dead/redrive", this::redriveAll, Role.OPERATOR);
        routes.get("/api/dead/{id}", this::letter, Role.VIEWER);
        routes.put("/api/dead/{id}/payload", this::edit, Role.OPERATOR);
        routes.post("/api/dead/{id}/redrive", this::redrive, Role.OPERATOR);
        routes.post("/api/dead/{id}/discard", this::discard, Role.OPERATOR);
        routes.post("/api/dead/{id}/restore", this::restore, Role.OPERATOR);
        routes.get("/api/records", this::record, Role.VIEWER);
        routes.post("/api/records/resolve", this::resolve, Role.OPERATOR);
        routes.get("/api/audit", this::audit, Role.ADMIN);
    }

    private void ready(Context context) {
        Answers.json(
                context, Map.of("status", "ready", "storeTime", operations.now().toString()));
    }

    private void queues(Context context) {
        Answers.json(
                context,
                Map.of("queues", operations.queues().stream().map(Shapes::queue).toList()));
    }

    private void pause(Context context) {
        JsonNode body = Answers.body(context);
        String span = Bodies.text(body, "for");
        operations.pauseQueue(
                context.pathParam("queue"), span == null ? null : Durations.parse(span), by(context, body));
        queues(context);
    }

    private void resume(Context context) {
        operations.resumeQueue(context.pathParam("queue"), by(context, Answers.body(context)));
        queues(context);
    }

    private void task(Context context) {
        String id = context.pathParam("id");
        TaskStatus status = operations
                .task(id)
                .orElseThrow(() -> Refusal.notFound("there is no task " + id + ", or no trace of it"));
        Map<String, Object> fields = Shapes.task(status, operations.now());
        fields.put("log", operations.log(id).stream().map(Shapes::logEntry).toList());
        Answers.json(context, fields);
    }

    private void cancel(Context context) {
        String id = context.pathParam("id");
        require(operations.cancelTask(id, by(context, Answers.body(context))), "task " + id + " is not live any more");
        task(context);
    }

    private void letters(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        DeadLetters.Filter filter = LetterPlace.filter(context::queryParam);
        List<DeadLetter> page = operations.letters(filter, LetterPlace.read(context.queryParam("after")), limit);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("count", operations.countLetters(filter));
        fields.put("letters", page.stream().map(Shapes::letter).toList());
        if (page.size() == limit) {
            fields.put("next", LetterPlace.written(page.get(page.size() - 1).cursor()));
        }
        Answers.json(context, fields);
    }

    private void groups(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<Map<String, Object>> groups = operations.groups(LetterPlace.filter(context::queryParam), limit).stream()
                .map(group -> Map.<String, Object>of(
                        "signature", group.signature(),
                        "count", group.count(),
                        "firstDiedAt", group.firstDiedAt().toString(),
                        "lastDiedAt", group.lastDiedAt().toString(),
                        "example", group.exampleId()))
                .toList();
        Answers.json(context, Map.of("groups", groups));
    }

    private void letter(Context context) {
        String id = context.pathParam("id");
        DeadLetter letter = operations.letter(id).orElseThrow(() -> Refusal.notFound("there is no dead letter " + id));
        Map<String, Object> fields = Shapes.wholeLetter(letter);
        fields.put("log", operations.log(id).stream().map(Shapes::logEntry).toList());
        Answers.json(context, fields);
    }

    private void edit(Context context) {
        JsonNode body = Answers.body(context);
        String id = context.pathParam("id");
        if (!body.path("payload").isString() || !body.path("fence").isIntegralNumber()) {
            throw Refusal.wrong("send {\"payload\":\"…\",\"fence\":n,\"why\":\"…\"} with the fence as it was read");
        }
        boolean edited = operations.editLetter(
                id, body.path("fence").asLong(), body.path("payload").asString(), by(context, body));
        require(edited, "dead letter " + id + " has changed since it was read; read it again");
        letter(context);
    }

    private void redrive(Context context) {
        String id = context.pathParam("id");
        require(
                operations.redrive(id, by(context, Answers.body(context))),
                "there is no dead letter " + id + " (any more), or it is discarded");
        task(context);
    }

    private void redriveAll(Context context) {
        JsonNode body = Answers.body(context);
        DeadLetters.Filter filter = LetterPlace.filter(name -> Bodies.text(body, name));
        long count = operations.countLetters(filter);
        if (isDryRun(body)) {
            AlreadyDone done = operations.alreadyDone(filter);
            Answers.json(
                    context,
                    Map.of("count", count, "alreadyDone", done.letters(), "alreadyDoneIsAtLeast", done.isCut()));
            return;
        }
        int perSecond = body.path("perSecond").asInt(RATE);
        if (perSecond < 1 || perSecond > RATE_MAX) {
            throw Refusal.wrong("perSecond is " + perSecond + ", but must be from 1 to " + RATE_MAX);
        }
        context.status(202);
        Answers.json(
                context, Map.of("count", count, "task", operations.redriveAll(filter, perSecond, by(context, body))));
    }

    /** Whoever means to count must not redrive because of a word. */
    private static boolean isDryRun(JsonNode body) {
        JsonNode value = body.path("dryRun");
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw Refusal.wrong("'dryRun' is " + value + ", but must be true or false");
        }
        return value.asBoolean(false);
    }

    private void discard(Context context) {
        String id = context.pathParam("id");
        require(
                operations.discard(id, by(context, Answers.body(context))),
                "there is no dead letter " + id + " (any more)");
        letter(context);
    }

    private void restore(Context context) {
        String id = context.pathParam("id");
        require(
                operations.restore(id, by(context, Answers.body(context))),
                "there is no discarded dead letter " + id + " (any more)");
        letter(context);
    }

    private void record(Context context) {
        Answers.json(
                context,
                Shapes.finding(
                        operations.record(RecordName.read(context.queryParam("scope"), context.queryParam("key")))));
    }

    private void resolve(Context context) {
        JsonNode body = Answers.body(context);
        Key key = RecordName.read(
                body.path("scope").asString(""), body.path("key").asString(""));
        if (!body.path("happened").isBoolean()) {
            throw Refusal.wrong("say whether it happened: \"happened\": true or false");
        }
        boolean resolved = body.path("happened").asBoolean()
                ? operations.resolveAsHappened(
                        key, body.path("response").asString(""), resource(body.path("resource")), by(context, body))
                : operations.resolveAsNotHappened(key, by(context, body));
        require(resolved, "the record is not unknown (any more)");
        Answers.json(context, Shapes.finding(operations.record(key)));
    }

    private void audit(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<AuditTrail.Line> page = operations.audit(Answers.text(context, "before"), limit);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("lines", page.stream().map(Api::line).toList());
        if (page.size() == limit) {
            fields.put("next", page.get(page.size() - 1).id());
        }
        Answers.json(context, fields);
    }

    private static Map<String, Object> line(AuditTrail.Line line) {
        return Map.of(
                "id", line.id(),
                "at", line.at().toString(),
                "who", line.who(),
                "action", line.action(),
                "subject", line.subject(),
                "why", line.why());
    }

    private static @Nullable Resource resource(JsonNode node) {
        return node.isObject()
                ? new Resource(node.path("type").asString(""), node.path("id").asString(""))
                : null;
    }
}
