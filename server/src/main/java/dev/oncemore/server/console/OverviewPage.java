package dev.oncemore.server.console;

import dev.oncemore.server.operations.Operations;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.Queues;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Is anything wrong? */
public final class OverviewPage {
    private static final int GROUPS = 5;
    /** Work that nobody has begun for so long is a sign that no worker serves its queue. */
    private static final Duration LATE = Duration.ofMinutes(5);

    private OverviewPage() {}

    /**
     * What is shown.
     *
     * @param isFine whether nobody has to do anything
     * @param sentence the answer
     * @param warnings what of the store's settings is amiss
     */
    public record View(
            boolean isFine,
            String sentence,
            List<String> warnings,
            String dead,
            String oldestDead,
            String ready,
            String oldestReady,
            String running,
            String waiting,
            long paused,
            List<DeadPage.Group> groups,
            String store) {}

    static View view(Operations operations) {
        Instant now = operations.now();
        List<Queues.Status> queues = operations.queues();
        long dead = queues.stream().mapToLong(Queues.Status::dead).sum();
        Duration oldest = queues.stream()
                .filter(queue -> queue.pause() == null)
                .map(Queues.Status::oldestReady)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        long paused = queues.stream().filter(queue -> queue.pause() != null).count();
        List<String> wrong = wrong(dead, oldest, paused);
        DeadLetters.Filter all = DeadLetters.Filter.all();
        return new View(
                wrong.isEmpty() && operations.warnings().isEmpty(),
                wrong.isEmpty() ? "Everything is fine: nothing is dead, nothing is late." : sentence(wrong),
                operations.warnings(),
                String.format("%,d", dead),
                operations
                        .oldestLetter(all)
                        .map(at -> "the oldest died " + Words.ago(at, now))
                        .orElse(""),
                number(queues.stream().mapToLong(Queues.Status::ready).sum()),
                oldest.isZero() ? "" : "the oldest for " + Words.span(oldest),
                number(queues.stream().mapToLong(Queues.Status::running).sum()),
                number(queues.stream().mapToLong(Queues.Status::waiting).sum()),
                paused,
                operations.groups(all, GROUPS).stream()
                        .map(group -> DeadPage.Group.of(group, now))
                        .toList(),
                operations.storeName());
    }

    private static List<String> wrong(long dead, Duration oldest, long paused) {
        List<String> wrong = new ArrayList<>();
        if (dead > 0) {
            wrong.add(Words.count(dead, "dead letter needs", "dead letters need") + " you");
        }
        if (oldest.compareTo(LATE) >= 0) {
            wrong.add("work has been waiting for " + Words.span(oldest) + ": is a worker running?");
        }
        if (paused > 0) {
            wrong.add(Words.count(paused, "queue is", "queues are") + " paused");
        }
        return wrong;
    }

    private static String sentence(List<String> parts) {
        String joined = String.join("; ", parts);
        return joined.endsWith("?") ? joined : joined + ".";
    }

    private static String number(long value) {
        return String.format("%,d", value);
    }
}
