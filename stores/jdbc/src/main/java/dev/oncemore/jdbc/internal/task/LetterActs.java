package dev.oncemore.jdbc.internal.task;

import dev.oncemore.By;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Edit;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.LogEntry.Event;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operations on one dead letter. Each locks the letter first. They are the same on every database, except for the handling of
 * lanes.
 */
final class LetterActs {
    private static final String REDRIVE = """
            INSERT INTO ${prefix}task (${task}, seq, at_head, attempts, visible_at, fence, owner, redrives, enqueued_at, in_doubt)
            SELECT ${task}, ${seq}, TRUE, 0, ${now}, fence + 1, NULL, redrives + 1, enqueued_at, in_doubt
            FROM ${prefix}dead WHERE id = ?
            """;

    private final History history;
    private final Lanes lanes;
    private final String lock;
    private final String redriveInPlace;
    private final String redriveAtEnd;
    private final String delete;
    private final String discard;
    private final String restore;
    private final String edit;

    LetterActs(TaskSql sql, History history, Lanes lanes) {
        this.history = history;
        this.lanes = lanes;
        lock = sql.fill("SELECT " + Rows.LETTER + ", seq FROM ${prefix}dead WHERE id = ? ${for_update}");
        redriveInPlace = sql.fill(REDRIVE.replace("${seq}", "seq"));
        redriveAtEnd = sql.fill(REDRIVE.replace("${seq}", "${next_seq}"));
        delete = sql.fill("DELETE FROM ${prefix}dead WHERE id = ?");
        discard = sql.fill("UPDATE ${prefix}dead SET discarded_at = ${now}, fence = fence + 1 WHERE id = ?");
        restore = sql.fill("UPDATE ${prefix}dead SET discarded_at = NULL, fence = fence + 1 WHERE id = ?");
        edit = sql.fill("UPDATE ${prefix}dead SET payload = ?, fence = fence + 1 WHERE id = ?");
    }

    private @Nullable DeadLetter lock(Connection connection, String id) throws SQLException {
        List<DeadLetter> letters = Query.list(connection, lock, parameters -> parameters.text(id), Rows::letter);
        return letters.isEmpty() ? null : letters.get(0);
    }

    boolean redrive(Connection connection, Mode mode, String id, By by, Set<String> woken) throws SQLException {
        DeadLetter letter = lock(connection, id);
        if (letter == null || letter.discardedAt() != null) {
            return false;
        }
        Task task = letter.task();
        boolean keepsPlace = isParked(task);
        if (!keepsPlace && task.lane() != null) {
            lanes.lock(connection, task.queue(), task.lane().key());
        }
        change(connection, keepsPlace ? redriveInPlace : redriveAtEnd, id);
        change(connection, delete, id);
        goOn(connection, mode, task);
        log(connection, letter, Event.REDRIVEN, by);
        woken.add(task.queue());
        return true;
    }

    /** Behind a parked letter even the first task of a lane may have been put back, so it must be made claimable. */
    private void goOn(Connection connection, Mode mode, Task task) throws SQLException {
        Lane lane = task.lane();
        if (lane != null && isParked(task)) {
            lanes.promote(connection, mode, task.queue(), lane.key(), 0);
        }
    }

    private static boolean isParked(Task task) {
        return task.lane() != null && task.lane().onPoison() == OnPoison.PARK;
    }

    boolean discard(Connection connection, Mode mode, String id, By by, Set<String> woken) throws SQLException {
        DeadLetter letter = lock(connection, id);
        if (letter != null && letter.discardedAt() == null) {
            change(connection, discard, id);
            goOn(connection, mode, letter.task());
            log(connection, letter, Event.DISCARDED, by);
            woken.add(letter.task().queue());
        }
        return letter != null;
    }

    boolean restore(Connection connection, String id, By by) throws SQLException {
        DeadLetter letter = lock(connection, id);
        if (letter != null && letter.discardedAt() != null) {
            change(connection, restore, id);
            log(connection, letter, Event.RESTORED, by);
        }
        return letter != null;
    }

    boolean edit(Connection connection, Edit wish, By by) throws SQLException {
        DeadLetter letter = lock(connection, wish.id());
        if (letter == null || letter.fence() != wish.fence()) {
            return letter != null
                    && letter.fence() == wish.fence() + 1
                    && letter.task().payload().equals(wish.payload());
        }
        int changed = Query.update(
                connection,
                edit,
                parameters -> parameters.bytes(wish.payload().toArray()).text(wish.id()));
        requireOne(changed, wish.id());
        log(connection, letter, Event.EDITED, by);
        return true;
    }

    private static void change(Connection connection, String sql, String id) throws SQLException {
        requireOne(Query.update(connection, sql, parameters -> parameters.text(id)), id);
    }

    private static void requireOne(int changed, String id) {
        if (changed != 1) {
            throw new IllegalStateException("the letter " + id + " was locked, but " + changed + " rows changed");
        }
    }

    private void log(Connection connection, DeadLetter letter, Event event, By by) throws SQLException {
        Task task = letter.task();
        history.append(
                connection,
                new LogEntry(
                        task.id(),
                        letter.fence() + 1,
                        task.queue(),
                        task.kind(),
                        event,
                        letter.attempts(),
                        Instant.EPOCH,
                        by.who(),
                        by.why(),
                        event == Event.EDITED ? task.payload() : null));
    }
}
