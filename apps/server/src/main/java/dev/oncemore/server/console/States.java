package dev.oncemore.server.console;

import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.operations.StateWords;
import dev.oncemore.server.language.Messages;
import dev.oncemore.task.schedule.FiringRecord;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import java.time.Instant;
import java.util.Locale;

/** States as an icon and a word, readable without colours. */
public final class States {
    private States() {}

    /** The colour of a state, by its icon: good, bad, warn, busy, or quiet. */
    public static String kind(String state) {
        return switch (state.isEmpty() ? ' ' : state.charAt(0)) {
            case '✓' -> "good";
            case '✗', '⊘' -> "bad";
            case '!', '?', '‖' -> "warn";
            case '▶', '↻' -> "busy";
            default -> "quiet";
        };
    }

    /** A task that waits is ready once its time has come: as queues count them. */
    static String task(TaskStatus status, Instant now) {
        TaskState state = status.state();
        String icon = switch (state) {
            case WAITING -> "…";
            case RUNNING -> "▶";
            case DONE -> "✓";
            case DEAD -> "✗";
            case REJECTED -> "⊘";
            case CANCELLED, DISCARDED -> "–";
        };
        return icon + " " + StateWords.of(status, now);
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

    /** The state of a row of the desk. */
    static String row(RowState state, Messages messages) {
        String icon = switch (state) {
            case PENDING -> "…";
            case SENDING -> "▶";
            case CREATED, DUPLICATE -> "✓";
            case ERROR -> "✗";
            case UNKNOWN -> "?";
        };
        return icon + " " + messages.text("state." + word(state));
    }

    private static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
