package dev.oncemore.server.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code oncemore tasks [ID]}. */
@Command(name = "tasks", mixinStandardHelpOptions = true, description = "List the queues; with an ID, show that task.")
public final class TasksCommand extends ApiCommand {
    @Parameters(paramLabel = "ID", arity = "0..1")
    private @Nullable String id;

    private TasksCommand() {}

    @Override
    JsonNode ask(ApiClient api) throws ApiException {
        return api.get(id == null ? "/api/queues" : "/api/tasks/" + ApiClient.encoded(id));
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        if (id != null) {
            out.println(text(answer, "kind") + " in queue " + text(answer, "queue") + " is " + text(answer, "state")
                    + (answer.has("reason") ? ": " + text(answer, "reason") : ""));
            showLog(answer.path("log"), out);
            return;
        }
        if (answer.path("queues").isEmpty()) {
            out.println("no tasks");
            return;
        }
        Columns columns = new Columns("queue", "ready", "waiting", "running", "dead", "oldest", "state");
        answer.path("queues")
                .forEach(queue -> columns.row(
                        text(queue, "queue"),
                        text(queue, "ready"),
                        text(queue, "waiting"),
                        text(queue, "running"),
                        text(queue, "dead"),
                        queue.has("oldestReadySeconds") ? text(queue, "oldestReadySeconds") + " s" : "",
                        queue.path("paused").asBoolean() ? "paused: " + text(queue, "pausedWhy") : "working"));
        columns.print(out);
        if (answer.has("next")) {
            out.println("… and more: see /api/queues?after=" + ApiClient.encoded(text(answer, "next")));
        }
    }
}
