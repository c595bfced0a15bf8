package dev.oncemore.operations.purge;

import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.schedule.ScheduleOptions;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows whose retention is over:
 *
 * <ol>
 *   <li>A schedule fires every hour, on one of all nodes.
 *   <li>Each part is purged in batches of 500 rows, each a short transaction of its own, until nothing is left or its share of
 *       time is used up. The next firing continues.
 *   <li>The result of each part is kept in the store, for people to see.
 * </ol>
 */
public final class PurgeService {
    /** The name of its schedule. */
    public static final String SCHEDULE = "purge";

    private static final int BATCH_ROWS = 500;
    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final Duration PART_LIMIT = Duration.ofSeconds(45);

    private final Database database;
    private final Backend backend;
    private final Time time;
    private final Map<String, Part> parts = new LinkedHashMap<>();

    /** A purge of tasks and records; {@link #add} adds other tables. */
    public PurgeService(Backend backend, Retention retention, Time time) {
        this.database = backend.database();
        this.backend = backend;
        this.time = time;
        add(
                "records",
                "each by its own retention",
                (rows, now) -> backend.records().purge(rows));
        add(
                "tasks",
                days(retention.tasks()) + " after their end; discarded letters " + days(retention.discarded()),
                (rows, now) -> backend.tasks().purge(retention.tasks(), retention.discarded(), rows));
        add(
                "audit",
                days(retention.audit()),
                (rows, now) -> OldestRows.purge(database, "oncemore_audit", now.minus(retention.audit()), rows));
    }

    /** Removes a batch. */
    @FunctionalInterface
    public interface Batch {
        /** Removes up to about {@code rowsMax} rows that are over by now, and returns how many; 0 if none is left. */
        int purge(int rowsMax, Instant now);
    }

    private record Part(String kept, Batch batch) {}

    /**
     * The state of a part.
     *
     * @param part its name
     * @param kept how long it is kept
     * @param at when it was last purged; null if never
     * @param removed how many rows the last purge removed
     * @param removedInAll how many rows all purges removed
     * @param isComplete whether nothing that is over was left
     * @param took how long the last purge took
     */
    public record Result(
            String part,
            String kept,
            @Nullable Instant at,
            long removed,
            long removedInAll,
            boolean isComplete,
            Duration took) {}

    private record Kept(Instant at, long removed, long removedInAll, boolean isComplete, Duration took) {}

    /** Adds a part with a name of 1 to 40 characters, and words on how long it is kept. */
    public PurgeService add(String part, String kept, Batch batch) {
        parts.put(part, new Part(kept, batch));
        return this;
    }

    /** What time it is for the store. */
    public Instant now() {
        return backend.tasks().now();
    }

    /** A span in days, as people say it. */
    public static String days(Duration span) {
        return span.toDays() == 1 ? "1 day" : span.toDays() + " days";
    }

    /** Declares its schedule in this queue. */
    public Schedules schedule(Schedules schedules, String queue) {
        return schedules.every(
                SCHEDULE,
                INTERVAL,
                ScheduleOptions.standard().queue(queue).policy(RetryPolicy.preset("long-job")),
                this::fired);
    }

    private void fired(Firing firing) {
        run(() -> !firing.task().isLost() && !Thread.currentThread().isInterrupted());
    }

    /** Purges all parts, as long as this may go on. */
    public void run(BooleanSupplier mayGoOn) {
        Instant now = backend.tasks().now();
        List<RuntimeException> failures = new ArrayList<>();
        parts.forEach((name, part) -> {
            if (mayGoOn.getAsBoolean()) {
                try {
                    purge(name, part.batch(), now, mayGoOn);
                } catch (RuntimeException e) {
                    failures.add(e); // a damaged row of one part must not keep all others
                }
            }
        });
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    private void purge(String name, Batch batch, Instant now, BooleanSupplier mayGoOn) {
        long start = time.nanoTime();
        long removed = 0;
        int last;
        do {
            last = batch.purge(BATCH_ROWS, now);
            removed += last;
        } while (last > 0 && time.nanoTime() - start < PART_LIMIT.toNanos() && mayGoOn.getAsBoolean());
        keep(name, now, removed, last == 0, Duration.ofNanos(time.nanoTime() - start));
    }

    private void keep(String name, Instant now, long removed, boolean isComplete, Duration took) {
        database.insertNew(
                "oncemore_purge (part, at, removed, removed_in_all, is_complete, took_ms)",
                List.of(List.of(name, 0L, 0L, 0L, 0, 0L)));
        database.update(
                "UPDATE oncemore_purge SET at = ?, removed = ?, removed_in_all = removed_in_all + ?, is_complete = ?,"
                        + " took_ms = ? WHERE part = ?",
                now.toEpochMilli(),
                removed,
                removed,
                isComplete ? 1 : 0,
                took.toMillis(),
                name);
    }

    /** The state of each part, in the order in which they are purged. */
    public List<Result> results() {
        Map<String, Kept> kept = new LinkedHashMap<>();
        database.query(
                        "SELECT part, at, removed, removed_in_all, is_complete, took_ms FROM oncemore_purge ORDER BY part",
                        row -> Map.entry(
                                row.getString(1),
                                new Kept(
                                        Instant.ofEpochMilli(row.getLong(2)),
                                        row.getLong(3),
                                        row.getLong(4),
                                        row.getInt(5) == 1,
                                        Duration.ofMillis(row.getLong(6)))))
                .forEach(entry -> kept.put(entry.getKey(), entry.getValue()));
        List<Result> results = new ArrayList<>();
        parts.forEach((name, part) -> results.add(Optional.ofNullable(kept.get(name))
                .map(result(name, part))
                .orElse(new Result(name, part.kept(), null, 0, 0, false, Duration.ZERO))));
        return results;
    }

    private static Function<Kept, Result> result(String name, Part part) {
        return kept -> new Result(
                name, part.kept(), kept.at(), kept.removed(), kept.removedInAll(), kept.isComplete(), kept.took());
    }
}
