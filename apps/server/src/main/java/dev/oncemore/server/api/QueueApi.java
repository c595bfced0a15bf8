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

/** The endpoints of the queues. An operator can make any number of them, and a response must fit into memory. */
final class QueueApi {
    private static final int PAGE = 500;

    private final Operations operations;

    QueueApi(Operations operations) {
        this.operations = operations;
    }

    void addTo(ApiRoutes api) {
        api.get("/api/queues", Role.VIEWER, "queues", "Lists the queues, by name.")
                .page(PAGE, PAGE)
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
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE);
        String after = Answers.text(context, "after");
        List<QueueInfo> page = operations.queues().stream()
                .filter(status -> status.queue().compareTo(after) > 0)
                .sorted(Comparator.comparing(Queues.Status::queue))
                .limit(limit)
                .map(QueueInfo::of)
                .toList();
        return new QueueList(page, Bodies.next(page, limit, QueueInfo::queue));
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

    /**
     * The first queues as they stood a moment ago, with the one that an act has changed: counting them takes too long for an act.
     */
    private static QueueList queues(List<Queues.Status> before, String queue, Queues.@Nullable Pause pause) {
        List<Queues.Status> all = new ArrayList<>(before);
        if (pause != null && before.stream().noneMatch(status -> status.queue().equals(queue))) {
            all.add(new Queues.Status(queue, 0, 0, 0, 0, null, null));
        }
        all.sort(Comparator.comparing(Queues.Status::queue));
        List<QueueInfo> first = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Queues.Status status = all.get(i);
            boolean isThis = status.queue().equals(queue);
            if (isThis || i < PAGE) {
                first.add(QueueInfo.of(isThis ? status.with(pause) : status));
            }
        }
        return new QueueList(
                first, all.size() <= PAGE ? null : all.get(PAGE - 1).queue());
    }
}
