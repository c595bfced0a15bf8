package dev.oncemore.server.console;

import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.operations.EndpointDeliveries;
import dev.oncemore.operations.HistoryOperations;
import dev.oncemore.operations.LetterSummary;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.LetterPlace;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The job log, what a queue gives next, and webhooks. */
public final class HistoryPage {
    private static final int PAGE = 50;

    private final HistoryOperations history;
    private final Operations operations;
    private final Acts acts;

    /** A page for these operations. */
    public HistoryPage(HistoryOperations history, Operations operations, Acts acts) {
        this.history = history;
        this.operations = operations;
        this.acts = acts;
    }

    /** What the job log shows. */
    public record Log(
            String sentence,
            String kind,
            List<Line> lines,
            @Nullable String next) {}

    /** A task that ended. */
    public record Line(
            String at, String kind, String queue, String state, int attempts, String who, String words, String path) {}

    /** What the page of webhooks shows. */
    public record Hooks(
            String sentence,
            List<EndpointDeliveries> endpoints,
            List<Dead> dead,
            @Nullable String moreDead,
            List<Waiting> waiting,
            List<Line> ended) {}

    /** A webhook that was given up. */
    public record Dead(String at, String endpoint, String message, int attempts, String reason, String path) {}

    /** A task that waits or runs. */
    public record Waiting(String kind, String state, String at, int attempts, String path) {}

    /**
     * What the page of one queue shows.
     *
     * @param queue how it stands; null when there is nothing in it
     */
    public record Queue(String sentence, QueuesPage.@Nullable Row queue, List<Waiting> next) {}

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get("/log", this::log, Role.VIEWER);
        routes.get("/webhooks", context -> Forms.show(context, "webhooks", "Webhooks", hooks()), Role.VIEWER);
        routes.post("/webhooks/replay", this::replay, Role.OPERATOR);
        routes.get("/queues/{queue}", this::queue, Role.VIEWER);
    }

    private void log(Context context) {
        String kind = Answers.text(context, "kind");
        List<LogEntry> page = history.ended(kind, LetterPlace.read(context.queryParam("after")), PAGE);
        String next = page.size() < PAGE
                ? null
                : "/log?kind=" + Words.encoded(kind) + "&after="
                        + Words.encoded(LetterPlace.written(page.get(page.size() - 1)));
        Forms.show(
                context,
                "joblog",
                "Job log",
                new Log(
                        page.isEmpty() ? "No finished tasks" : "Latest finished tasks",
                        kind,
                        page.stream().map(HistoryPage::line).toList(),
                        next));
    }

    private static Line line(LogEntry entry) {
        return new Line(
                entry.at().toString(),
                entry.kind(),
                entry.queue(),
                States.event(entry.event()),
                entry.attempt(),
                entry.who(),
                entry.words() == null ? "" : entry.words(),
                "/tasks/" + Words.encoded(entry.taskId()));
    }

    private void queue(Context context) {
        String name = context.pathParam("queue");
        QueuesPage.Row row = operations.queues().stream()
                .filter(queue -> queue.queue().equals(name))
                .findFirst()
                .map(QueuesPage::row)
                .orElse(null);
        List<Waiting> next = waiting(name);
        String sentence = row != null && row.isPaused()
                ? name + " is paused: nothing of it is begun"
                : next.isEmpty() ? name + " is empty" : "Next in " + name;
        Forms.show(context, "queue", "Queue", new Queue(sentence, row, next));
    }

    private List<Waiting> waiting(String queue) {
        Instant now = history.now();
        return history.next(queue, PAGE).stream()
                .map(status -> new Waiting(
                        status.kind(),
                        States.task(status, now),
                        status.at().toString(),
                        status.attempts(),
                        "/tasks/" + Words.encoded(status.id())))
                .toList();
    }

    private Hooks hooks() {
        List<DeadLetter> dead = history.deadWebhooks(PAGE);
        LetterSummary summary = operations.summary(DeadLetters.Filter.all().ofKind(Webhooks.KIND));
        long count = summary.count();
        List<Waiting> waiting = waiting(Webhooks.QUEUE);
        List<Line> ended = history.ended(Webhooks.KIND, null, PAGE).stream()
                .map(HistoryPage::line)
                .toList();
        String sentence = dead.isEmpty()
                ? waiting.isEmpty() && ended.isEmpty() ? "No webhooks" : "All webhooks are delivered or under way"
                : (summary.isAtLeast() ? "More than " : "") + Words.count(count, "webhook was", "webhooks were")
                        + " given up";
        return new Hooks(
                sentence,
                history.endpoints(),
                dead.stream().map(HistoryPage::dead).toList(),
                count > dead.size() ? "/dead?kind=" + Words.encoded(Webhooks.KIND) : null,
                waiting,
                ended);
    }

    private static Dead dead(DeadLetter letter) {
        var message = HistoryOperations.message(letter);
        return new Dead(
                letter.diedAt().toString(),
                message.map(found -> found.endpoint()).orElse("?"),
                message.map(found -> found.id()).orElse("?"),
                letter.attempts(),
                letter.reason(),
                "/dead/" + Words.encoded(letter.task().id()));
    }

    private void replay(Context context) {
        int sent =
                acts.run(operations.redriveThese(history.deadFor(Forms.line(context, "endpoint")), Forms.by(context)));
        Forms.require(sent > 0, "none of them is given up any more");
        context.redirect("/webhooks?done=replayed");
    }
}
