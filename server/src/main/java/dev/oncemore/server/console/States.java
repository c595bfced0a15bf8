package dev.oncemore.server.console;

import dev.oncemore.task.schedule.FiringRecord;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskState;
import java.util.Locale;

/** States as an icon and a word: nobody has to tell colours apart. */
final class States {
    private States() {}

    static String task(TaskState state) {
        String icon = switch (state) {
            case WAITING -> "…";
            case RUNNING -> "▶";
            case DONE -> "✓";
            case DEAD -> "✗";
            case REJECTED -> "⊘";
            case CANCELLED, DISCARDED -> "–";
        };
        return icon + " " + word(state);
    }

    static String event(LogEntry.Event event) {
        String icon = switch (event) {
            case DONE -> "✓";
            case RETRIED, REDRIVEN, RESTORED -> "↻";
            case DIED -> "✗";
            case REJECTED -> "⊘";
            case ABANDONED -> "!";
            case EDITED -> "✎";
            case CANCELLED, DISCARDED -> "–";
        };
        return icon + " " + word(event);
    }

    static String outcome(FiringRecord.Outcome outcome) {
        String icon = switch (outcome) {
            case WAITING -> "…";
            case RUNNING -> "▶";
            case DONE -> "✓";
            case FAILED -> "✗";
            case SKIPPED, CANCELLED -> "–";
        };
        return icon + " " + word(outcome);
    }

    private static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
