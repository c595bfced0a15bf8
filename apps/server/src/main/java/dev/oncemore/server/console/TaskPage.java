package dev.oncemore.server.console;

import dev.oncemore.operations.Operations;
import dev.oncemore.operations.StateWords;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.store.TaskStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One task: where it stands, and what happened to it. */
public final class TaskPage {
    private TaskPage() {}

    /** What is shown. */
    public record View(
            String id,
            String sentence,
            String queue,
            String state,
            int attempts,
            boolean isEnd,
            String at,
            @Nullable String result,
            List<LogLine> log) {}

    static View view(Operations operations, String id) {
        TaskStatus status = operations
                .task(id)
                .orElseThrow(() -> Refusal.notFound("there is no task " + id + ", or its last trace is purged"));
        String state = StateWords.of(status, operations.now());
        return new View(
                id,
                status.kind() + " is " + state + (status.reason() == null ? "" : ": " + status.reason()),
                status.queue(),
                States.task(status, operations.now()),
                status.attempts(),
                status.state().isEnd(),
                status.at().toString(),
                status.result() == null ? null : Words.shown(status.result()),
                LogLine.of(operations.log(id)));
    }
}
