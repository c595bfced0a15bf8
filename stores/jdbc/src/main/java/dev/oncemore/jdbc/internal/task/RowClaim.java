package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Parameters;
import dev.oncemore.jdbc.internal.task.DueRows.Candidate;
import dev.oncemore.jdbc.internal.task.DueRows.Locked;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Claims row by row, as the function of PostgreSQL does; its script says why. Nothing here waits. */
final class RowClaim {
    private final DueRows rows;
    private final LaneRows lanes;
    private final String abandon;
    private final String lastFence;
    private final String skipFences;
    private final String give;
    private final RevivedRows revived;
    private final NodeRows nodes;

    RowClaim(TaskSql sql, RowLanes rowLanes) {
        rows = new DueRows(sql);
        lanes = new LaneRows(sql);
        revived = new RevivedRows(sql, rowLanes);
        nodes = new NodeRows(sql);
        abandon = sql.fill("""
                ${insert_ignore} ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words)
                VALUES (?, ?, ?, ?, 'ABANDONED', ?, ?, ?, ?) ${on_conflict}
                """);
        lastFence = sql.fill("SELECT max(fence) FROM ${prefix}task_log WHERE task_id = ?");
        skipFences = sql.fill("UPDATE ${prefix}task SET fence = ? WHERE seq = ?");
        // in_doubt comes first: MariaDB evaluates assignments in order and would see the new owner.
        give = sql.fill("""
                UPDATE ${prefix}task SET in_doubt = CASE WHEN owner IS NULL THEN in_doubt ELSE 1 END, visible_at = ?,
                    fence = fence + 1, attempts = CASE WHEN attempts < 2147483647 THEN attempts + 1 ELSE attempts END,
                    owner = ?, node = ?, at_head = 1, from_snapshot = 0
                WHERE seq IN (${marks})
                """);
    }

    /** Whether there may be anything to claim. Writes nothing and locks nothing. */
    boolean findsAnything(Connection connection, ClaimRequest claim) throws SQLException {
        try (Statements statements = new Statements(connection)) {
            long at = rows.now(statements);
            for (ClaimRequest.Share share : claim.shares()) {
                if (findsAnything(statements, share.queue(), at)) {
                    return true;
                }
            }
            return false;
        }
    }

    private boolean findsAnything(Statements statements, String queue, long at) throws SQLException {
        Integer level = rows.levelBelow(statements, queue, DueRows.PRIORITY_OVER_ALL);
        while (level != null) {
            if (!rows.after(statements, queue, level, at, Candidate.NONE, 1).isEmpty()) {
                return true;
            }
            level = rows.levelBelow(statements, queue, level);
        }
        return false;
    }

    LiveTasks.Given run(Statements statements, ClaimRequest claim, Mode mode) throws SQLException {
        long at = rows.now(statements);
        LiveTasks.Given given = new LiveTasks.Given(new ArrayList<>(), new ArrayList<>());
        for (ClaimRequest.Share share : claim.shares()) {
            new Run(statements, claim, share, at, given).give(mode);
        }
        if (claim.member() != null && !given.isEmpty()) {
            nodes.announce(statements, claim, claim.member());
        }
        return given;
    }

    private static void setNode(Parameters parameters, Nodes.@Nullable Member member) throws SQLException {
        if (member == null) {
            parameters.noNumber();
        } else {
            parameters.number(member.incarnation());
        }
    }

    /** One share of one claim. */
    private final class Run {
        private final Statements statements;
        private final ClaimRequest claim;
        private final String queue;
        private final int tasksMax;
        private final long at;
        private final LiveTasks.Given given;
        private final Map<Long, Locked> chosen = new LinkedHashMap<>();

        Run(Statements statements, ClaimRequest claim, ClaimRequest.Share share, long at, LiveTasks.Given given) {
            this.statements = statements;
            this.claim = claim;
            this.at = at;
            this.given = given;
            queue = share.queue();
            tasksMax = share.tasksMax();
        }

        private int room() {
            return tasksMax - chosen.size();
        }

        void give(Mode mode) throws SQLException {
            if (!rows.isPaused(statements, queue, at)) {
                Integer level = rows.levelBelow(statements, queue, DueRows.PRIORITY_OVER_ALL);
                while (level != null && room() > 0) {
                    choose(level);
                    level = rows.levelBelow(statements, queue, level);
                }
            }
            if (chosen.values().stream().anyMatch(Locked::fromSnapshot)) {
                revived.remove(statements, mode, queue, chosen);
            }
            if (!chosen.isEmpty()) {
                giveChosen();
            }
        }

        private void choose(int level) throws SQLException {
            Candidate last = Candidate.NONE;
            while (room() > 0) {
                int wanted = room();
                List<Candidate> found = rows.after(statements, queue, level, at, last, wanted);
                Map<Long, Locked> locked =
                        rows.lock(statements, found.stream().map(Candidate::seq).toList(), at);
                for (Candidate candidate : found) {
                    Locked row = locked.get(candidate.seq());
                    if (row != null && room() > 0 && !chosen.containsKey(candidate.seq())) {
                        consider(candidate, row);
                    }
                }
                if (found.size() < wanted) {
                    return;
                }
                last = found.get(found.size() - 1);
            }
        }

        private void consider(Candidate candidate, Locked row) throws SQLException {
            String key = candidate.lane();
            if (key == null) {
                chosen.put(row.seq(), row);
                return;
            }
            LaneRows.Standing lane = lanes.standing(statements, queue, key, at);
            if (!lane.letsGo(row.seq())) {
                lanes.putBehind(statements, queue, key, row.seq());
            } else if (lane.isLeftBehind() && !lane.isHeld()) {
                takeOver(key, row);
            } else if (!lane.isHeld()) {
                chooseRun(key, row);
            }
        }

        /**
         * All tasks of one claim, even beyond the limit, because its old owner would continue with the rest otherwise. None while one of
         * them is locked, because then an end is being written.
         */
        private void takeOver(String key, Locked head) throws SQLException {
            List<Long> seqs = lanes.owned(statements, queue, key, head.seq());
            Map<Long, Locked> locked = rows.lock(statements, seqs, at);
            if (locked.size() == seqs.size()) {
                chosen.put(head.seq(), head);
                seqs.forEach(seq -> chosen.put(seq, Objects.requireNonNull(locked.get(seq))));
                long last = seqs.isEmpty() ? head.seq() : seqs.get(seqs.size() - 1);
                chooseBehind(key, last, Math.min(claim.laneRunMax() - 1 - seqs.size(), room()));
            }
        }

        /** The head, and the tasks after it up to the first one that is not due or is locked. */
        private void chooseRun(String key, Locked head) throws SQLException {
            chosen.put(head.seq(), head);
            chooseBehind(key, head.seq(), Math.min(claim.laneRunMax() - 1, room()));
        }

        private void chooseBehind(String key, long last, int more) throws SQLException {
            if (more <= 0) {
                return;
            }
            List<Long> seqs = lanes.followers(statements, queue, key, last, more);
            Map<Long, Locked> locked = rows.lock(statements, seqs, at);
            for (long seq : seqs) {
                Locked follower = locked.get(seq);
                if (follower == null) {
                    return;
                }
                chosen.put(seq, follower);
            }
        }

        private void giveChosen() throws SQLException {
            for (Locked row : chosen.values()) {
                if (row.owner() != null && !logAbandoned(row, row.owner())) {
                    long fence = skipFences(row);
                    given.damaged().add(new DamagedRow(row.id(), fence + 1, DamagedRow.FENCE_WAS_USED));
                } else if (row.task().value() == null) {
                    given.damaged()
                            .add(new DamagedRow(
                                    row.id(),
                                    row.fence() + 1,
                                    String.valueOf(row.task().damage())));
                } else {
                    given.claimed().add(claimed(row, row.task().value()));
                }
            }
            int changed = statements.update(give.replace("${marks}", TaskSql.marks(chosen.size())), parameters -> {
                parameters.number(at + Micros.of(claim.lease())).text(claim.owner());
                setNode(parameters, claim.member());
                for (long seq : chosen.keySet()) {
                    parameters.number(seq);
                }
            });
            if (changed != chosen.size()) {
                throw new IllegalStateException(chosen.size() + " rows were locked, but " + changed + " changed");
            }
        }

        private Claimed claimed(Locked row, Task task) {
            return new Claimed(
                    task,
                    row.fence() + 1,
                    Math.min(row.attempts(), Integer.MAX_VALUE - 1) + 1,
                    row.redrives(),
                    Micros.instant(row.enqueuedAt()),
                    Duration.of(at - Math.max(0, row.visibleAt()), ChronoUnit.MICROS),
                    row.inDoubt() || row.owner() != null,
                    Duration.of(row.previousDelay(), ChronoUnit.MICROS));
        }

        /** Moves the fence above all those in the log, so that the next entry has an unused one. */
        private long skipFences(Locked row) throws SQLException {
            long last = Objects.requireNonNull(
                    statements.first(lastFence, parameters -> parameters.text(row.id()), found -> found.getLong(1)));
            statements.update(skipFences, parameters -> parameters.number(last).number(row.seq()));
            return last;
        }

        /** False when the log has the fence already: the row was restored from a backup or changed by hand. */
        private boolean logAbandoned(Locked row, String owner) throws SQLException {
            int logged = statements.update(
                    abandon,
                    parameters -> parameters
                            .text(row.id())
                            .number(row.fence())
                            .text(queue)
                            .text(row.kind())
                            .number(row.attempts())
                            .number(at)
                            .text(owner)
                            .text("the lease was over, and " + claim.owner() + " claimed it"));
            return logged == 1;
        }
    }
}
