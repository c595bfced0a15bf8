package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.jdbc.internal.sql.PostgresArrays;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Writes;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.time.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Each verb is one call of a function in the schema script: one statement, one round trip, one commit. */
final class PostgresTasks implements LiveTasks {

    private final Time time = Time.system();
    private final ClaimFloors floors = new ClaimFloors(time);
    private final Writes writes;
    private final String channel;
    private final String sender;
    private final String enqueue;
    private final String claim;
    private final String extend;
    private final String finish;
    private final String cancel;

    /** Tells others of new work on that channel, in the name of this sender. */
    PostgresTasks(Prefix prefix, String channel, String sender, Writes writes) {
        this.writes = writes;
        this.channel = channel;
        this.sender = sender;
        enqueue = call(prefix, "enqueue", 14);
        claim = call(prefix, "claim", 10);
        extend = call(prefix, "extend", 4);
        finish = call(prefix, "finish", 10);
        cancel = call(prefix, "cancel", 3);
    }

    /** Null in the user's transaction, which has its own settings. */
    private static @Nullable String lockTimeout(Mode mode, LockWait lockWait) {
        if (mode == Mode.JOINED) {
            return null;
        }
        return lockWait == LockWait.SHORT ? "1s" : "1ms";
    }

    private static String call(Prefix prefix, String verb, int parameters) {
        return prefix.in("SELECT * FROM ${prefix}task_" + verb + "(" + TaskSql.marks(parameters) + ")");
    }

    @Override
    public Map<String, String> enqueue(Connection connection, List<NewTask> wishes, Mode mode) throws SQLException {
        return writes.write(connection, mode, c -> enqueueAll(c, wishes, mode));
    }

    private Map<String, String> enqueueAll(Connection connection, List<NewTask> wishes, Mode mode) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(enqueue)) {
            new PostgresArrays<>(statement, 1, wishes)
                    .texts(wish -> wish.task().id())
                    .texts(wish -> wish.task().queue())
                    .texts(wish -> wish.task().kind())
                    .bytes(wish -> wish.task().payload().toArray())
                    .texts(wish -> HeaderText.of(wish.task().headers()))
                    .longs(wish -> wish.task().priority())
                    .longs(wish -> wish.task().maxAttempts())
                    .texts(wish -> Rows.laneKey(wish.task()))
                    .texts(wish -> Rows.onPoison(wish.task()))
                    .texts(wish -> wish.task().dedupKey())
                    .longs(wish -> Micros.of(wish.delay()));
            statement.setBoolean(12, mode == Mode.OWN);
            statement.setString(13, mode == Mode.OWN ? channel : null);
            statement.setString(14, sender);
            Map<String, String> inForce = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                for (NewTask wish : wishes) {
                    rows.next();
                    String id = rows.getString(1);
                    if (id != null) {
                        inForce.put(wish.task().id(), id);
                    }
                }
            }
            return inForce;
        }
    }

    @Override
    public Given claim(Connection connection, ClaimRequest wish, Mode mode) throws SQLException {
        ClaimFloors.Begin begin = floors.next();
        Given given = writes.write(connection, mode, c -> claim(c, wish, begin));
        // An idle claim can afford a full search: tasks before the floors are due as well and must not wait.
        return given.isEmpty() && !begin.isStart()
                ? writes.write(connection, mode, c -> claim(c, wish, floors.start()))
                : given;
    }

    private Given claim(Connection connection, ClaimRequest wish, ClaimFloors.Begin begin) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            new Parameters(statement).text(wish.owner()).number(Micros.of(wish.lease()));
            statement.setInt(3, wish.laneRunMax());
            new PostgresArrays<>(statement, 4, wish.shares())
                    .texts(ClaimRequest.Share::queue)
                    .longs(ClaimRequest.Share::tasksMax);
            new PostgresArrays<>(statement, 6, begin.floors())
                    .texts(floor -> floor.level().queue())
                    .longs(floor -> floor.level().priority())
                    .longs(ClaimFloors.Floor::visibleAt);
            setMember(statement, wish.member());
            return given(statement, begin);
        }
    }

    private static void setMember(PreparedStatement statement, Nodes.@Nullable Member member) throws SQLException {
        if (member == null) {
            statement.setNull(9, Types.BIGINT);
            statement.setNull(10, Types.BIGINT);
        } else {
            statement.setLong(9, member.incarnation());
            statement.setLong(10, Micros.of(member.silence()));
        }
    }

    private Given given(PreparedStatement statement, ClaimFloors.Begin begin) throws SQLException {
        long startNanos = time.nanoTime();
        List<ClaimFloors.Found> found = new ArrayList<>();
        List<DamagedRow> damaged = new ArrayList<>();
        long scanMicros = -1;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                scanMicros = rows.getLong(17);
                Rows.Read<Task> task = Rows.taskOrDamage(rows);
                String damage = rows.getBoolean(19) ? DamagedRow.FENCE_WAS_USED : task.damage();
                if (task.value() != null && damage == null) {
                    found.add(new ClaimFloors.Found(claimed(task.value(), rows), rows.getLong(15)));
                } else {
                    damaged.add(new DamagedRow(rows.getString(1), rows.getLong(11), String.valueOf(damage)));
                }
            }
        }
        // A claim that found nothing did nothing but look.
        floors.learn(begin, found, scanMicros < 0 ? (time.nanoTime() - startNanos) / 1_000 : scanMicros);
        return new Given(found.stream().map(ClaimFloors.Found::claimed).toList(), damaged);
    }

    private static Claimed claimed(Task task, ResultSet row) throws SQLException {
        return new Claimed(
                task,
                row.getLong(11),
                row.getInt(12),
                row.getInt(13),
                Micros.instant(row.getLong(14)),
                Duration.of(row.getLong(16), ChronoUnit.MICROS),
                row.getBoolean(18),
                Duration.of(row.getLong(20), ChronoUnit.MICROS));
    }

    @Override
    public Set<ClaimKey> extend(Connection connection, List<TaskExtension> extensions, Mode mode, LockWait lockWait)
            throws SQLException {
        return writes.write(connection, mode, c -> extendAll(c, extensions, lockTimeout(mode, lockWait)));
    }

    private Set<ClaimKey> extendAll(Connection connection, List<TaskExtension> extensions, @Nullable String lockTimeout)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(extend)) {
            new PostgresArrays<>(statement, 1, extensions)
                    .texts(TaskExtension::id)
                    .longs(TaskExtension::fence)
                    .longs(extension -> Micros.of(extension.lease()));
            statement.setString(4, lockTimeout);
            Set<ClaimKey> extended = new HashSet<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    extended.add(ClaimKey.of(extensions.get(rows.getInt(1) - 1)));
                }
            }
            return extended;
        }
    }

    @Override
    public Changed<ClaimKey> finish(Connection connection, List<TaskFinish> finishes, Mode mode, LockWait lockWait)
            throws SQLException {
        return writes.write(connection, mode, c -> finishAll(c, finishes, lockTimeout(mode, lockWait)));
    }

    private Changed<ClaimKey> finishAll(Connection connection, List<TaskFinish> finishes, @Nullable String lockTimeout)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(finish)) {
            new PostgresArrays<>(statement, 1, finishes)
                    .texts(TaskFinish::id)
                    .longs(TaskFinish::fence)
                    .texts(one -> EndColumns.eventOrGone(one.end()))
                    .longs(one -> EndColumns.delayMicros(one.end()))
                    .texts(one -> EndColumns.words(one.end()))
                    .texts(one -> EndColumns.signature(one.end()))
                    .bytes(one -> EndColumns.result(one.end()))
                    .longs(one -> EndColumns.doubt(one.end()))
                    .texts(one -> EndColumns.stackTrace(one.end()));
            statement.setString(10, lockTimeout);
            return finished(statement, finishes);
        }
    }

    private static Changed<ClaimKey> finished(PreparedStatement statement, List<TaskFinish> finishes)
            throws SQLException {
        Changed<ClaimKey> changed = new Changed<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                int ord = rows.getInt(1);
                if (rows.wasNull()) {
                    changed.woken().add(rows.getString(2));
                } else {
                    TaskFinish finish = finishes.get(ord - 1);
                    changed.done().add(ClaimKey.of(finish));
                    addStatus(changed, finish, rows);
                }
            }
        }
        return changed;
    }

    /** Only of ends that the log tells of in the same words. */
    private static void addStatus(Changed<ClaimKey> changed, TaskFinish finish, ResultSet row) throws SQLException {
        TaskState state = EndColumns.loggedState(finish.end());
        String queue = row.getString(2);
        if (state != null && queue != null) {
            changed.statuses()
                    .put(
                            finish.id(),
                            new TaskStatus(
                                    finish.id(),
                                    queue,
                                    row.getString(3),
                                    state,
                                    row.getInt(4),
                                    Micros.instant(row.getLong(5)),
                                    EndColumns.words(finish.end()),
                                    finish.end() instanceof End.Done done ? done.result() : null,
                                    null));
        }
    }

    @Override
    public Changed<String> cancel(Connection connection, List<String> ids, String reason, String who, Mode mode)
            throws SQLException {
        return writes.write(connection, mode, c -> cancelAll(c, ids, reason, who));
    }

    private Changed<String> cancelAll(Connection connection, List<String> ids, String reason, String who)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(cancel)) {
            new PostgresArrays<>(statement, 1, ids).texts(id -> id);
            statement.setString(2, reason);
            statement.setString(3, who);
            Changed<String> changed = new Changed<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    changed.done().add(ids.get(rows.getInt(1) - 1));
                    changed.woken().add(rows.getString(2));
                }
            }
            return changed;
        }
    }
}
