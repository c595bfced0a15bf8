package dev.oncemore.server.api;

import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.time.Spans;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Enqueues work from programs in any language, for the applications that have its handlers. */
public final class TaskApi {
    private final Tasks tasks;

    /** On the queues of these. */
    public TaskApi(Tasks tasks) {
        this.tasks = tasks;
    }

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.post("/api/tasks", this::enqueue, Role.OPERATOR);
    }

    private void enqueue(Context context) {
        JsonNode body = Answers.body(context);
        String kind = body.path("kind").asString("");
        JsonNode payload = body.path("payload");
        if (kind.isEmpty() || payload.isMissingNode()) {
            throw Refusal.wrong("a task needs a kind, which names its handler, and a payload, which is any JSON value");
        }
        // A text is handed over as it is, for handlers of plain text; anything else as JSON.
        String handedOver = payload.isString() ? payload.asString() : payload.toString();
        String id = tasks.enqueue(kind, handedOver, options(body)).id();
        context.status(201);
        Answers.json(context, Map.of("id", id));
    }

    private static TaskOptions options(JsonNode body) {
        TaskOptions options = TaskOptions.queue(body.path("queue").asString(Tasks.DEFAULT_QUEUE))
                .priority(body.path("priority").asInt(0));
        if (body.has("delay")) {
            options = options.delay(Spans.parse(body.path("delay").asString("")));
        }
        if (body.has("dedupKey")) {
            options = options.dedupKey(body.path("dedupKey").asString(""));
        }
        if (body.has("lane")) {
            options = options.lane(body.path("lane").asString(""));
        }
        if (body.has("maxAttempts")) {
            options = options.maxAttempts(body.path("maxAttempts").asInt(0));
        }
        return options;
    }
}
