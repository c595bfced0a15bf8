package dev.oncemore.server.api;

import static dev.oncemore.server.api.Bodies.by;

import dev.oncemore.operations.Operations;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.TaskShapes.QueueInfo;
import dev.oncemore.server.api.TaskShapes.QueueList;
import dev.oncemore.server.web.Answers;
import dev.oncemore.task.store.Queues;
import dev.oncemore.time.Durations;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoints of the queues. */
final class QueueApi {
    private final Operations operations;

    QueueApi(Operations operations) {
        this.operations = operations;
    }

    void addTo(ApiRoutes api) {
        api.get("/api/queues", Role.VIEWER, "queues", "Lists the queues.")
                .answers(QueueList.class)
                .by(this::queues);
        api.post(
                        "/api/queues/{queue}/pause",
                        Role.OPERATOR,
                        "pauseQueue",
                        "Pauses a queue, for a span or until resumed.")
                .takes(Fields.why().with("for", Fields.text("A span such as 30 min.")))
                .answers(QueueList.class)
                .acts(this::pause);
        api.post("/api/queues/{queue}/resume", Role.OPERATOR, "resumeQueue", "Resumes a queue.")
                .takes(Fields.why())
                .answers(QueueList.class)
                .acts(this::resume);
    }

    private QueueList queues(Context context) {
        return new QueueList(operations.queues().stream().map(QueueInfo::of).toList());
    }

    private Act<QueueList> pause(Context context) {
        JsonNode body = Answers.body(context);
        String span = Bodies.text(body, "for");
        String queue = context.pathParam("queue");
        List<Queues.Status> before = operations.queues();
        return operations
                .pauseQueue(queue, span == null ? null : Durations.parse(span), by(context, body))
                .map(pause -> queues(before, queue, pause.orElse(null)));
    }

    private Act<QueueList> resume(Context context) {
        String queue = context.pathParam("queue");
        List<Queues.Status> before = operations.queues();
        return operations
                .resumeQueue(queue, by(context, Answers.body(context)))
                .map(resumed -> queues(before, queue, null));
    }

    /** The queues as they stood a moment ago, with what an act has changed: counting them takes too long for it. */
    private static QueueList queues(List<Queues.Status> before, String queue, Queues.@Nullable Pause pause) {
        List<QueueInfo> all = new ArrayList<>();
        boolean isListed = false;
        for (Queues.Status status : before) {
            boolean isThis = status.queue().equals(queue);
            isListed |= isThis;
            all.add(QueueInfo.of(isThis ? status.with(pause) : status));
        }
        if (!isListed && pause != null) {
            all.add(QueueInfo.of(new Queues.Status(queue, 0, 0, 0, 0, null, pause)));
            all.sort(Comparator.comparing(QueueInfo::queue));
        }
        return new QueueList(all);
    }
}
