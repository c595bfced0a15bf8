package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as values and values as parameters. Columns are read by position, which drivers do faster than by name. */
final class Rows {
    /** What {@link #task} reads, and {@link #setTask} sets. */
    static final String TASK =
            "id, queue, kind, payload, headers, priority, max_attempts, lane_key, on_poison, dedup_key";

    static final int TASK_COUNT = 10;

    /** What {@link #letter} reads. */
    static final String LETTER = TASK
            + ", reason, signature, attempts, fence, redrives, enqueued_at, died_at, discarded_at, in_doubt, stack_trace";

    /** What {@link #logEntry} reads. */
    static final String LOG = "task_id, fence, queue, kind, event, attempt, at, who, words, bytes";

    private static final Logger LOGGER = System.getLogger("dev.oncemore.jdbc");

    private Rows() {}

    static Task task(ResultSet row, int first) throws SQLException {
        int maxAttempts = row.getInt(first + 6);
        Integer maxAttemptsOrNull = row.wasNull() ? null : maxAttempts;
        String lane = row.getString(first + 7);
        return new Task(
                row.getString(first),
                row.getString(first + 1),
                row.getString(first + 2),
                Bytes.of(row.getBytes(first + 3)),
                HeaderText.read(row.getString(first + 4)),
                row.getInt(first + 5),
                maxAttemptsOrNull,
                lane == null ? null : new Lane(lane, OnPoison.valueOf(row.getString(first + 8))),
                row.getString(first + 9));
    }

    /**
     * A value read from a row, or why it could not be read.
     *
     * @param value null when it could not be read
     * @param damage why it could not be read; null when it could
     */
    record Read<T>(@Nullable T value, @Nullable String damage) {}

    /** Reads a task from the first columns, or says what is wrong with the row. */
    static Read<Task> taskOrDamage(ResultSet row) throws SQLException {
        try {
            return new Read<>(task(row, 1), null);
        } catch (RuntimeException e) {
            return new Read<>(null, e.toString());
        }
    }

    /** Reads a task from the first columns for display: from a damaged row, as much as can be read. */
    private static Task taskToShow(ResultSet row) throws SQLException {
        Read<Task> read = taskOrDamage(row);
        return read.value() != null ? read.value() : DamagedTaskReader.read(row, String.valueOf(read.damage()));
    }

    static Parameters setTask(Parameters parameters, Task task) throws SQLException {
        parameters
                .text(task.id())
                .text(task.queue())
                .text(task.kind())
                .bytes(task.payload().toArray())
                .text(HeaderText.of(task.headers()))
                .number(task.priority());
        setOrNull(parameters, task.maxAttempts());
        return parameters.text(laneKey(task)).text(onPoison(task)).text(task.dedupKey());
    }

    private static void setOrNull(Parameters parameters, @Nullable Integer value) throws SQLException {
        if (value == null) {
            parameters.noNumber();
        } else {
            parameters.number(value);
        }
    }

    static @Nullable String laneKey(Task task) {
        Lane lane = task.lane();
        return lane == null ? null : lane.key();
    }

    static @Nullable String onPoison(Task task) {
        Lane lane = task.lane();
        return lane == null ? null : lane.onPoison().name();
    }

    static DeadLetter letter(ResultSet row) throws SQLException {
        int next = TASK_COUNT + 1;
        return new DeadLetter(
                taskToShow(row),
                row.getString(next),
                row.getString(next + 1),
                row.getInt(next + 2),
                row.getLong(next + 3),
                row.getInt(next + 4),
                Micros.instant(row.getLong(next + 5)),
                Micros.instant(row.getLong(next + 6)),
                instantOrNull(row, next + 7),
                row.getBoolean(next + 8),
                row.getString(next + 9));
    }

    /** Reads a log entry; null for one that cannot be read, which the application's log reports. */
    static @Nullable LogEntry logEntry(ResultSet row) throws SQLException {
        LogEntry.Event event = orNull(LogEntry.Event.class, row.getString(5), row.getString(1));
        return event == null ? null : logEntry(row, event);
    }

    /** The constant of this name; null if there is none, with an error in the application's log. */
    static <E extends Enum<E>> @Nullable E orNull(Class<E> type, @Nullable String text, String taskId) {
        for (E known : type.getEnumConstants()) {
            if (known.name().equals(text)) {
                return known;
            }
        }
        LOGGER.log(
                Level.ERROR,
                "an entry in the log of task " + taskId + " is damaged and is skipped: '" + text + "' is no "
                        + type.getSimpleName());
        return null;
    }

    private static LogEntry logEntry(ResultSet row, LogEntry.Event event) throws SQLException {
        return new LogEntry(
                row.getString(1),
                row.getLong(2),
                row.getString(3),
                row.getString(4),
                event,
                row.getInt(6),
                Micros.instant(row.getLong(7)),
                row.getString(8),
                row.getString(9),
                bytesOrNull(row, 10));
    }

    static @Nullable Bytes bytesOrNull(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null ? null : Bytes.of(bytes);
    }

    static @Nullable Instant instantOrNull(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Micros.instant(micros);
    }

    static void setTexts(PreparedStatement statement, List<String> texts) throws SQLException {
        Parameters parameters = new Parameters(statement);
        for (String text : texts) {
            parameters.text(text);
        }
    }
}
