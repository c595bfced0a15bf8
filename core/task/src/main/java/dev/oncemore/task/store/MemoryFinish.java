package dev.oncemore.task.store;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.LogEntry.Event;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ends one claim. */
final class MemoryFinish {
    private MemoryFinish() {}

    static boolean apply(MemoryTables tables, TaskFinish finish, Instant now) {
        MemoryRow row = tables.tasks.get(finish.id());
        if (row == null || !row.isClaimedUnder(finish.fence())) {
            return hasEndedSo(tables, row, finish);
        }
        End end = finish.end();
        if (end instanceof End.Released released) {
            tables.put(row.releasedAt(now, released.inDoubt()));
            return true;
        }
        if (end instanceof End.Done done
                && done.leavesNoTrace(row.fence(), row.task().dedupKey(), laneOf(row))) {
            remove(tables, row);
            return true;
        }
        tables.append(
                row.task(),
                row.fence(),
                eventOf(end),
                row.attempts(),
                now,
                String.valueOf(row.owner()),
                wordsOf(end),
                end instanceof End.Done done ? done.result() : (Bytes) null);
        if (end instanceof End.Retry retry) {
            tables.put(row.retriedBy(retry, now));
            return true;
        }
        if (end instanceof End.Dead dead) {
            tables.letters.put(finish.id(), row.asLetter(dead, now));
        }
        remove(tables, row);
        return true;
    }

    private static @Nullable String laneOf(MemoryRow row) {
        return row.task().lane() == null ? null : row.task().lane().key();
    }

    private static void remove(MemoryTables tables, MemoryRow row) {
        tables.tasks.remove(row.task().id());
        tables.ended.add(row.task().id());
        if (row.task().lane() != null) {
            tables.woken.add(row.task().queue());
        }
    }

    /**
     * Whether the same end is already recorded, since a response was lost. A released claim left its fence, but no log
     * line.
     */
    private static boolean hasEndedSo(MemoryTables tables, @Nullable MemoryRow row, TaskFinish finish) {
        if (finish.end() instanceof End.Released) {
            return row != null && row.fence() == finish.fence();
        }
        return tables.logOf(finish.id()).stream()
                .anyMatch(entry -> entry.fence() == finish.fence() && entry.event() == eventOf(finish.end()));
    }

    private static Event eventOf(End end) {
        if (end instanceof End.Done) {
            return Event.DONE;
        }
        if (end instanceof End.Retry) {
            return Event.RETRIED;
        }
        return end instanceof End.Dead ? Event.DIED : Event.REJECTED;
    }

    private static @Nullable String wordsOf(End end) {
        if (end instanceof End.Retry retry) {
            return retry.error();
        }
        if (end instanceof End.Dead dead) {
            return dead.reason();
        }
        return end instanceof End.Rejected rejected ? rejected.reason() : null;
    }
}
