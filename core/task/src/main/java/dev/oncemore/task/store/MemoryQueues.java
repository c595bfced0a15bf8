package dev.oncemore.task.store;

import dev.oncemore.By;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Queues in memory. */
final class MemoryQueues implements Queues {
    private final MemoryVerbs verbs;

    MemoryQueues(MemoryVerbs verbs) {
        this.verbs = verbs;
    }

    @Override
    public void pause(String queue, @Nullable Duration span, By by) {
        verbs.write(tables -> {
            Instant now = verbs.now();
            Pause old = tables.pauseOf(queue, now);
            Pause wanted = new Pause(span == null ? null : now.plus(span), by);
            if (old == null || isLonger(wanted, old)) {
                tables.pauses.put(queue, wanted);
            }
            return wanted;
        });
    }

    private static boolean isLonger(Pause one, Pause other) {
        Instant otherUntil = other.until();
        return otherUntil != null && (one.until() == null || one.until().isAfter(otherUntil));
    }

    @Override
    public void resume(String queue) {
        verbs.write(tables -> {
            tables.woken.add(queue);
            return tables.pauses.remove(queue) != null;
        });
    }

    @Override
    public Optional<Pause> pauseOf(String queue) {
        return verbs.read(tables -> Optional.ofNullable(tables.pauseOf(queue, verbs.now())));
    }

    @Override
    public List<Status> list() {
        return verbs.read(tables -> {
            Instant now = verbs.now();
            Set<String> names = new TreeSet<>();
            tables.tasks.values().forEach(row -> names.add(row.task().queue()));
            tables.letters.values().stream()
                    .filter(letter -> letter.letter().discardedAt() == null)
                    .forEach(letter -> names.add(letter.letter().task().queue()));
            tables.pauses.keySet().stream()
                    .filter(queue -> tables.pauseOf(queue, now) != null)
                    .forEach(names::add);
            return names.stream().map(queue -> status(tables, queue, now)).toList();
        });
    }

    private static Status status(MemoryTables tables, String queue, Instant now) {
        long ready = 0;
        long running = 0;
        long waiting = 0;
        Instant oldest = now;
        for (MemoryRow row : tables.tasks.values()) {
            if (!row.task().queue().equals(queue)) {
                continue;
            }
            if (row.isDue(now)) {
                ready++;
                oldest = row.visibleAt().isBefore(oldest) ? row.visibleAt() : oldest;
            } else if (row.isHeld(now)) {
                running++;
            } else {
                waiting++;
            }
        }
        DeadLetters.Filter ofQueue = DeadLetters.Filter.all().inQueue(queue);
        long dead = tables.letters.values().stream()
                .filter(letter -> ofQueue.matches(letter.letter()))
                .count();
        Duration oldestReady = ready == 0 ? null : Duration.between(oldest, now);
        return new Status(queue, ready, waiting, running, dead, oldestReady, tables.pauseOf(queue, now));
    }
}
