package dev.oncemore.server.console;

import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.operations.HistoryOperations;
import dev.oncemore.server.operations.LetterPlace;
import dev.oncemore.server.web.Answers;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskStatus;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The job log, what a queue gives next, and webhooks. */
public final class HistoryPage {
    private static final int PAGE = 50;

    private final HistoryOperations operations;

    /** A page for these operations. */
    public HistoryPage(HistoryOperations operations) {
        this.operations = operations;
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
    public record Hooks(String sentence, List<Dead> dead, List<Waiting> waiting, List<Line> ended) {}

    /** A webhook that was given up. */
    public record Dead(String at, String endpoint, String message, int attempts, String reason, String path) {}

    /** A task that waits or runs. */
    public record Waiting(String kind, String state, String at, int attempts, String path) {}

    /** What the page of one queue shows. */
    public record Queue(String sentence, List<Waiting> next) {}

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get("/log", this::log, Role.VIEWER);
        routes.get("/webhooks", context -> Forms.show(context, "webhooks", "Webhooks", hooks()), Role.VIEWER);
        routes.get("/queues/{queue}", this::queue, Role.VIEWER);
    }

    private void log(Context context) {
        String kind = Answers.text(context, "kind");
        List<LogEntry> page = operations.ended(kind, LetterPlace.read(context.queryParam("after")), PAGE);
        String next = page.size() < PAGE
                ? null
                : "/log?kind=" + Words.encoded(kind) + "&after="
                        + Words.encoded(HistoryOperations.placeOf(page.get(page.size() - 1)));
        Forms.show(
                context,
                "joblog",
                "Job log",
                new Log(
                        page.isEmpty() ? "Nothing has ended yet" : "What ended last",
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
        List<TaskStatus> next = operations.next(name, PAGE);
        Forms.show(
                context,
                "queue",
                "Queue",
                new Queue(
                        next.isEmpty() ? name + " has nothing to do" : "What " + name + " gives next",
                        next.stream().map(HistoryPage::waiting).toList()));
    }

    private static Waiting waiting(TaskStatus status) {
        return new Waiting(
                status.kind(),
                States.task(status.state()),
                status.at().toString(),
                status.attempts(),
                "/tasks/" + Words.encoded(status.id()));
    }

    private Hooks hooks() {
        List<DeadLetter> dead = operations.deadWebhooks(PAGE);
        List<Waiting> waiting = operations.next(Webhooks.QUEUE, PAGE).stream()
                .map(HistoryPage::waiting)
                .toList();
        List<Line> ended = operations.ended(Webhooks.KIND, null, PAGE).stream()
                .map(HistoryPage::line)
                .toList();
        String sentence = dead.isEmpty()
                ? waiting.isEmpty() && ended.isEmpty()
                        ? "No webhooks"
                        : "Every webhook was taken, or will be tried again"
                : Words.count(dead.size(), "webhook was", "webhooks were") + " given up";
        return new Hooks(sentence, dead.stream().map(HistoryPage::dead).toList(), waiting, ended);
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
}
