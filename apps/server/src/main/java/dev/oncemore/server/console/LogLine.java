package dev.oncemore.server.console;

import dev.oncemore.task.store.LogEntry;
import java.util.List;

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
                        States.event(entry.event()),
                        entry.attempt(),
                        entry.who(),
                        entry.words() == null ? "" : entry.words()))
                .toList();
    }
}
