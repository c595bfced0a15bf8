package dev.oncemore.task.store;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.LogEntry.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables of the store in memory. Rows are immutable, so that a copy of the tables is a snapshot. */
final class MemoryTables {
    final Map<String, MemoryRow> tasks;
    final Map<String, MemoryLetter> letters;
    final Map<String, List<LogEntry>> log;
    final Map<Dedup, String> dedup;
    final Map<String, Queues.Pause> pauses;
    final NavigableMap<String, String> notes;
    final Map<Long, MemoryNodes.Row> nodes;
    /** Queues that may have received work since the last wake-up. */
    final Set<String> woken = new LinkedHashSet<>();

    /** Tasks that have ended since the last wake-up. */
    final Set<String> ended = new LinkedHashSet<>();

    private long lastSeq;

    MemoryTables() {
        tasks = new LinkedHashMap<>();
        letters = new LinkedHashMap<>();
        log = new LinkedHashMap<>();
        dedup = new HashMap<>();
        pauses = new HashMap<>();
        notes = new TreeMap<>();
        nodes = new LinkedHashMap<>();
    }

    private MemoryTables(MemoryTables other) {
        tasks = new LinkedHashMap<>(other.tasks);
        letters = new LinkedHashMap<>(other.letters);
        log = new LinkedHashMap<>();
        other.log.forEach((id, entries) -> log.put(id, new ArrayList<>(entries)));
        dedup = new HashMap<>(other.dedup);
        pauses = new HashMap<>(other.pauses);
        notes = new TreeMap<>(other.notes);
        nodes = new LinkedHashMap<>(other.nodes);
        lastSeq = other.lastSeq;
    }

    MemoryTables copy() {
        return new MemoryTables(this);
    }

    long nextSeq() {
        return ++lastSeq;
    }

    void put(MemoryRow row) {
        tasks.put(row.task().id(), row);
        woken.add(row.task().queue());
    }

    boolean knows(String id) {
        return tasks.containsKey(id) || letters.containsKey(id) || log.containsKey(id);
    }

    List<LogEntry> logOf(String id) {
        return log.getOrDefault(id, List.of());
    }

    void append(
            Task task,
            long fence,
            Event event,
            int attempt,
            Instant at,
            String who,
            @Nullable String words,
            @Nullable Bytes bytes) {
        log.computeIfAbsent(task.id(), id -> new ArrayList<>())
                .add(new LogEntry(task.id(), fence, task.queue(), task.kind(), event, attempt, at, who, words, bytes));
    }

    Queues.@Nullable Pause pauseOf(String queue, Instant now) {
        Queues.Pause pause = pauses.get(queue);
        Instant until = pause == null ? null : pause.until();
        return until != null && !until.isAfter(now) ? null : pause;
    }

    /** Removes every trace of a task. */
    void forget(String id) {
        letters.remove(id);
        log.remove(id);
        dedup.values().remove(id);
    }

    record Dedup(String queue, String key) {}
}
