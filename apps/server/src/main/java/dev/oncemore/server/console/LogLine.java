package dev.oncemore.server.console;

import dev.oncemore.task.store.LogEntry;
import java.util.List;
import java.util.Locale;

/**
 * A line of a task's history.
 *
 * @param at when
 * @param event what happened
 * @param attempt how many attempts had been made
 * @param who the worker or the person
 * @param words why
 */
public record LogLine(String at, String event, int attempt, String who, String words) {

    static List<LogLine> of(List<LogEntry> entries) {
        return entries.stream()
                .map(entry -> new LogLine(
                        entry.at().toString(),
                        entry.event().name().toLowerCase(Locale.ROOT),
                        entry.attempt(),
                        entry.who(),
                        entry.words() == null ? "" : entry.words()))
                .toList();
    }
}
