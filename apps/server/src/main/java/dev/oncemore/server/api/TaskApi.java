package dev.oncemore.server.api;

import dev.oncemore.operations.Operations;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.callback.CallbackService;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Principal;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.time.Durations;
import io.javalin.http.Context;
import java.net.URI;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Enqueues work from programs in any language, for the applications that have its handlers. */
public final class TaskApi {
    private final Operations operations;
    private final Set<String> ownQueues;
    private final CallbackService callbacks;

    /**
     * On all queues but these.
     *
     * @param operations enqueue
     * @param ownQueues the queues of the server's own work, which others may not use
     * @param callbacks tell when a task has ended
     */
    public TaskApi(Operations operations, Set<String> ownQueues, CallbackService callbacks) {
        this.operations = operations;
        this.ownQueues = Set.copyOf(ownQueues);
        this.callbacks = callbacks;
    }

    /** Adds it. */
    public void addTo(ApiRoutes api) {
        api.post(
                        "/api/tasks",
                        Role.OPERATOR,
                        "enqueueTask",
                        "Enqueues a task for the applications that have its handler.")
                .takes(new Fields()
                        .require("kind", Fields.text("Names the handler."))
                        .require("payload", Fields.any("A text is handed over as it is, other JSON as JSON."))
                        .with("queue", Fields.text())
                        .with("delay", Fields.text("A span such as 30s or 2h."))
                        .with("priority", Fields.number(-1_000, 1_000))
                        .with(
                                "dedupKey",
                                Fields.text("While the queue knows a task with this key, its id is answered."))
                        .with("lane", Fields.text("Tasks of a lane keep their order."))
                        .with("maxAttempts", Fields.number(1, Integer.MAX_VALUE))
                        .with("callback", Fields.callback())
                        .with("why", Fields.text("For the audit trail.")))
                .answers(201, TaskShapes.TaskId.class)
                .acts(this::enqueue);
    }

    private Act<TaskShapes.TaskId> enqueue(Context context) {
        JsonNode body = Answers.body(context);
        String kind = body.path("kind").asString("");
        JsonNode payload = body.path("payload");
        if (kind.isEmpty() || payload.isMissingNode()) {
            throw Refusal.wrong("a task needs a kind, which names its handler, and a payload, which is any JSON value");
        }
        String queue = body.path("queue").asString(Tasks.DEFAULT_QUEUE);
        if (ownQueues.contains(queue) || Operations.isOwnQueue(queue)) {
            throw Refusal.wrong("the queue " + queue + " is the server's own; choose another");
        }
        if (Operations.isOwnKind(kind)) {
            throw Refusal.wrong("kinds that start with oncemore. are reserved; choose another");
        }
        String why = AuditTrail.reason(body.path("why").asString(""));
        // A text is handed over as it is, for handlers of plain text; anything else as JSON.
        String handedOver = payload.isString() ? payload.asString() : payload.toString();
        TaskOptions options = options(queue, body);
        Principal sender = Authenticator.of(context);
        Act<String> enqueue = operations.enqueue(kind, handedOver, options, sender.name(), why);
        if (!body.has("callback")) {
            return enqueue.map(TaskShapes.TaskId::new);
        }
        URI callback = callbacks.require(body.path("callback").asString(""));
        return enqueue.then((here, id) -> {
            callbacks.add(here, CallbackService.TASK, id, callback, sender.owner());
            return new TaskShapes.TaskId(id);
        });
    }

    private static int number(JsonNode body, String name) {
        if (!body.path(name).isIntegralNumber() || !body.path(name).canConvertToInt()) {
            throw Refusal.wrong("'" + name + "' must be a whole number");
        }
        return body.path(name).asInt();
    }

    private static TaskOptions options(String queue, JsonNode body) {
        TaskOptions options = TaskOptions.standard().queue(queue);
        if (body.has("priority")) {
            options = options.priority(number(body, "priority"));
        }
        if (body.has("delay")) {
            options = options.delay(Durations.parse(body.path("delay").asString("")));
        }
        if (body.has("dedupKey")) {
            options = options.dedupKey(body.path("dedupKey").asString(""));
        }
        if (body.has("lane")) {
            options = options.lane(body.path("lane").asString(""));
        }
        if (body.has("maxAttempts")) {
            options = options.maxAttempts(number(body, "maxAttempts"));
        }
        return options;
    }
}
