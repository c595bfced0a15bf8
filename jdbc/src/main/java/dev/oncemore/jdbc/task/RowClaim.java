package dev.oncemore.jdbc.task;

import dev.oncemore.jdbc.sql.Micros;
import dev.oncemore.task.store.Claim;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.Task;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Claims row by row, as the function of PostgreSQL does; its script says why. Nothing here waits. */
final class RowClaim {
    private static final int PRIORITY_OVER_ALL = 1_000_000;

    private final String now;
    private final String isPaused;
    private final String nextPriority;
    private final String due;
    private final String lock;
    private final String lane;
    private final String followers;
    private final String predecessor;
    private final String parked;
    private final String demote;
    private final String abandon;
    private final String give;

    RowClaim(TaskSql sql) {
        now = sql.fill("SELECT ${now}");
        isPaused = sql.fill("""
                SELECT 1 FROM ${prefix}task_pause WHERE queue = ? AND (until_at IS NULL OR until_at > ?)
                """);
        nextPriority = sql.fill("""
                SELECT priority FROM ${prefix}task WHERE queue = ? AND at_head = 1 AND priority < ?
                ORDER BY priority DESC LIMIT 1
                """);
        due = sql.fill("""
                SELECT seq, visible_at, lane_key FROM ${prefix}task
                WHERE queue = ? AND at_head = 1 AND priority = ? AND visible_at <= ? AND visible_at >= ?
                    AND (visible_at > ? OR seq > ?)
                ORDER BY visible_at, seq LIMIT ?
                """);
        lock = sql.fill("""
                SELECT ${task}, seq, fence, attempts, visible_at, owner, redrives, enqueued_at FROM ${prefix}task
                WHERE seq IN (${marks}) AND visible_at <= ? ${skip_locked}
                """);
        lane = sql.fill("""
                SELECT (SELECT min(seq) FROM ${prefix}task WHERE queue = ? AND lane_key = ?),
                    (SELECT count(*) FROM ${prefix}dead
                        WHERE queue = ? AND lane_key = ? AND on_poison = 'PARK' AND discarded_at IS NULL),
                    (SELECT count(*) FROM ${prefix}task
                        WHERE queue = ? AND lane_key = ? AND at_head = 1 AND owner IS NOT NULL AND visible_at > ?)
                """);
        followers = sql.fill("""
                SELECT seq FROM ${prefix}task WHERE queue = ? AND lane_key = ? AND seq > ? ORDER BY seq LIMIT ?
                """);
        predecessor = sql.fill("""
                SELECT 1 FROM ${prefix}task WHERE queue = ? AND lane_key = ? AND seq < ? ORDER BY seq DESC LIMIT 1
                ${share_skip_locked}
                """);
        parked = sql.fill("""
                SELECT 1 FROM ${prefix}dead WHERE queue = ? AND lane_key = ? AND on_poison = 'PARK' AND discarded_at IS NULL
                LIMIT 1 ${share_skip_locked}
                """);
        demote = sql.fill("UPDATE ${prefix}task SET at_head = 0 WHERE seq = ?");
        abandon = sql.fill("""
                INSERT INTO ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words)
                VALUES (?, ?, ?, ?, 'ABANDONED', ?, ?, ?, ?)
                """);
        give = sql.fill("""
                UPDATE ${prefix}task SET visible_at = ?, fence = fence + 1, attempts = attempts + 1, owner = ?, at_head = 1
                WHERE seq IN (${marks})
                """);
    }

    /** Something that may be claimed, found by looking at the due ones. */
    private record Candidate(
            long seq, long visibleAt, @Nullable String lane) {}

    /** A task whose row is locked. */
    private record Locked(
            Task task,
            long seq,
            long fence,
            int attempts,
            long visibleAt,
            @Nullable String owner,
            int redrives,
            long enqueuedAt) {

        static Locked of(ResultSet row) throws SQLException {
            int next = Rows.TASK_COUNT + 1;
            return new Locked(
                    Rows.task(row, 1),
                    row.getLong(next),
                    row.getLong(next + 1),
                    row.getInt(next + 2),
                    row.getLong(next + 3),
                    row.getString(next + 4),
                    row.getInt(next + 5),
                    row.getLong(next + 6));
        }
    }

    /** Whether there may be anything to claim. Writes nothing and locks nothing. */
    boolean findsAnything(Connection connection, Claim claim) throws SQLException {
        try (Statements statements = new Statements(connection)) {
            long at = now(statements);
            for (Claim.Share share : claim.shares()) {
                Run run = new Run(statements, claim, share, at);
                for (Integer level = run.below(PRIORITY_OVER_ALL); level != null; level = run.below(level)) {
                    if (!run.candidates(level, 0, 0, 1).isEmpty()) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    List<Claimed> run(Statements statements, Claim claim) throws SQLException {
        long at = now(statements);
        List<Claimed> given = new ArrayList<>();
        for (Claim.Share share : claim.shares()) {
            given.addAll(new Run(statements, claim, share, at).give());
        }
        return given;
    }

    private long now(Statements statements) throws SQLException {
        return Objects.requireNonNull(statements.first(now, parameters -> {}, row -> row.getLong(1)));
    }

    /** One share of one claim. */
    private final class Run {
        private final Statements statements;
        private final Claim claim;
        private final Claim.Share share;
        private final long at;
        private final Map<Long, Locked> chosen = new LinkedHashMap<>();

        Run(Statements statements, Claim claim, Claim.Share share, long at) {
            this.statements = statements;
            this.claim = claim;
            this.share = share;
            this.at = at;
        }

        private String queue() {
            return share.queue();
        }

        private int room() {
            return share.tasksMax() - chosen.size();
        }

        List<Claimed> give() throws SQLException {
            Object paused = statements.first(
                    isPaused, parameters -> parameters.text(queue()).number(at), row -> true);
            if (paused == null) {
                for (Integer level = below(PRIORITY_OVER_ALL); level != null && room() > 0; level = below(level)) {
                    choose(level);
                }
            }
            return chosen.isEmpty() ? List.of() : giveChosen();
        }

        @Nullable
        Integer below(int level) throws SQLException {
            return statements.first(
                    nextPriority, parameters -> parameters.text(queue()).number(level), row -> row.getInt(1));
        }

        List<Candidate> candidates(int level, long afterVisible, long afterSeq, int max) throws SQLException {
            return statements.list(
                    due,
                    parameters -> parameters
                            .text(queue())
                            .number(level)
                            .number(at)
                            .number(afterVisible)
                            .number(afterVisible)
                            .number(afterSeq)
                            .number(max),
                    row -> new Candidate(row.getLong(1), row.getLong(2), row.getString(3)));
        }

        private void choose(int level) throws SQLException {
            long afterVisible = 0;
            long afterSeq = 0;
            while (room() > 0) {
                int wanted = room();
                List<Candidate> found = candidates(level, afterVisible, afterSeq, wanted);
                if (found.isEmpty()) {
                    return;
                }
                Map<Long, Locked> locked =
                        lock(found.stream().map(Candidate::seq).toList());
                for (Candidate candidate : found) {
                    Locked row = locked.get(candidate.seq);
                    if (row != null && room() > 0 && !chosen.containsKey(candidate.seq)) {
                        consider(candidate, row);
                    }
                }
                if (found.size() < wanted) {
                    return;
                }
                Candidate last = found.get(found.size() - 1);
                afterVisible = last.visibleAt;
                afterSeq = last.seq;
            }
        }

        private Map<Long, Locked> lock(List<Long> seqs) throws SQLException {
            Map<Long, Locked> locked = new HashMap<>();
            statements
                    .list(
                            lock.replace("${marks}", TaskSql.marks(seqs.size())),
                            parameters -> {
                                for (long seq : seqs) {
                                    parameters.number(seq);
                                }
                                parameters.number(at);
                            },
                            Locked::of)
                    .forEach(row -> locked.put(row.seq, row));
            return locked;
        }

        private void consider(Candidate candidate, Locked row) throws SQLException {
            String key = candidate.lane;
            if (key == null) {
                chosen.put(row.seq, row);
                return;
            }
            LaneState state = Objects.requireNonNull(statements.first(
                    lane,
                    parameters -> parameters
                            .text(queue())
                            .text(key)
                            .text(queue())
                            .text(key)
                            .text(queue())
                            .text(key)
                            .number(at),
                    found -> new LaneState(found.getLong(1), found.getLong(2) > 0, found.getLong(3) > 0)));
            if (state.headSeq == row.seq && !state.isParked) {
                if (!state.isHeld) {
                    chooseRun(key, row);
                }
            } else if (!chosen.containsKey(row.seq)) {
                putBehind(key, row);
            }
        }

        private record LaneState(long headSeq, boolean isParked, boolean isHeld) {}

        /** The head, and what follows it up to the first that is not due or that somebody else has locked. */
        private void chooseRun(String key, Locked head) throws SQLException {
            chosen.put(head.seq, head);
            int more = Math.min(claim.laneRunMax() - 1, room());
            if (more == 0) {
                return;
            }
            List<Long> seqs = statements.list(
                    followers,
                    parameters ->
                            parameters.text(queue()).text(key).number(head.seq).number(more),
                    row -> row.getLong(1));
            Map<Long, Locked> locked = seqs.isEmpty() ? Map.of() : lock(seqs);
            for (long seq : seqs) {
                Locked follower = locked.get(seq);
                if (follower == null) {
                    return;
                }
                chosen.put(seq, follower);
            }
        }

        /** Only while what it is behind cannot go: that one will call it up. */
        private void putBehind(String key, Locked row) throws SQLException {
            boolean isBehind = statements.first(
                                    predecessor,
                                    parameters ->
                                            parameters.text(queue()).text(key).number(row.seq),
                                    found -> true)
                            != null
                    || statements.first(
                                    parked,
                                    parameters -> parameters.text(queue()).text(key),
                                    found -> true)
                            != null;
            if (isBehind) {
                statements.update(demote, parameters -> parameters.number(row.seq));
            }
        }

        private List<Claimed> giveChosen() throws SQLException {
            List<Claimed> given = new ArrayList<>(chosen.size());
            for (Locked row : chosen.values()) {
                if (row.owner != null) {
                    logAbandoned(row, row.owner);
                }
                given.add(new Claimed(
                        row.task,
                        row.fence + 1,
                        row.attempts + 1,
                        row.redrives,
                        Micros.instant(row.enqueuedAt),
                        Duration.of(at - row.visibleAt, ChronoUnit.MICROS)));
            }
            int changed = statements.update(give.replace("${marks}", TaskSql.marks(chosen.size())), parameters -> {
                parameters.number(at + Micros.of(claim.lease())).text(claim.owner());
                for (long seq : chosen.keySet()) {
                    parameters.number(seq);
                }
            });
            if (changed != chosen.size()) {
                throw new IllegalStateException(chosen.size() + " rows were locked, but " + changed + " changed");
            }
            return given;
        }

        private void logAbandoned(Locked row, String owner) throws SQLException {
            statements.update(
                    abandon,
                    parameters -> parameters
                            .text(row.task.id())
                            .number(row.fence)
                            .text(queue())
                            .text(row.task.kind())
                            .number(row.attempts)
                            .number(at)
                            .text(owner)
                            .text("the lease was over, and " + claim.owner() + " claimed it"));
        }
    }
}
