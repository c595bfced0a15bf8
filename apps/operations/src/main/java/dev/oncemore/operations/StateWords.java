package dev.oncemore.operations;

import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import java.time.Instant;
import java.util.Locale;

/** Where a task stands, in the words in which queues are counted. */
public final class StateWords {
    private StateWords() {}

    /** A task without a worker is ready when it is due, and waiting before that. */
    public static String of(TaskStatus status, Instant now) {
        boolean isReady = status.state() == TaskState.WAITING && !status.at().isAfter(now);
        return isReady ? "ready" : status.state().name().toLowerCase(Locale.ROOT);
    }
}
