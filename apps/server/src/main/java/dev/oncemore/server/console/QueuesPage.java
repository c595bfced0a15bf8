package dev.oncemore.server.console;

import dev.oncemore.operations.Operations;
import dev.oncemore.task.store.Queues;
import java.util.List;

/** The queues: how much there is to do, and what is paused. */
public final class QueuesPage {
    private QueuesPage() {}

    /** What is shown. */
    public record View(String sentence, List<Row> queues) {}

    /** One queue. */
    public record Row(
            String name,
            String path,
            String ready,
            String oldest,
            String waiting,
            String running,
            String dead,
            String deadPath,
            boolean isPaused,
            String state,
            String actPath) {}

    /** An operator can make any number of queues, and a page must fit into memory. */
    private static final int SHOWN_MAX = 500;

    static View view(Operations operations) {
        List<Queues.Status> queues = operations.queues();
        long ready = queues.stream().mapToLong(Queues.Status::ready).sum();
        String sentence = queues.isEmpty()
                ? "Nothing to do"
                : Words.count(ready, "task is", "tasks are") + " ready in "
                        + Words.count(queues.size(), "queue", "queues")
                        + (queues.size() > SHOWN_MAX ? "; these are the first " + SHOWN_MAX : "");
        return new View(
                sentence, queues.stream().limit(SHOWN_MAX).map(QueuesPage::row).toList());
    }

    static Row row(Queues.Status queue) {
        Queues.Pause pause = queue.pause();
        String name = Words.encoded(queue.queue());
        return new Row(
                queue.queue(),
                "/queues/" + name,
                Words.number(queue.ready()),
                queue.oldestReady() == null ? "" : Words.span(queue.oldestReady()),
                Words.number(queue.waiting()),
                Words.number(queue.running()),
                Words.number(queue.dead()),
                "/dead?queue=" + name,
                pause != null,
                pause == null
                        ? "▶ working"
                        : "‖ paused by " + pause.by().who() + (pause.until() == null ? "" : " until " + pause.until())
                                + ": " + pause.by().why(),
                "/queues/" + name + (pause == null ? "/pause" : "/resume"));
    }
}
