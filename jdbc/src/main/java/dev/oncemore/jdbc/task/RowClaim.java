package dev.oncemore.jdbc.task;

import dev.oncemore.jdbc.sql.Micros;
import dev.oncemore.jdbc.task.DueRows.Candidate;
import dev.oncemore.jdbc.task.DueRows.Locked;
import dev.oncemore.task.store.Claim;
import dev.oncemore.task.store.Claimed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Claims row by row, as the function of PostgreSQL does; its script says why. Nothing here waits. */
final class RowClaim {
    private final DueRows rows;
    private final LaneRows lanes;
    private final String abandon;
    private final String give;

    RowClaim(TaskSql sql) {
        rows = new DueRows(sql);
        lanes = new LaneRows(sql);
        abandon = sql.fill("""
                INSERT INTO ${prefix}task_log (task_id, fence, queue, kind, event, attempt, at, who, words)
                VALUES (?, ?, ?, ?, 'ABANDONED', ?, ?, ?, ?)
                """);
        give = sql.fill("""
                UPDATE ${prefix}task SET visible_at = ?, fence = fence + 1, attempts = attempts + 1, owner = ?, at_head = 1
                WHERE seq IN (${marks})
                """);
    }

    /** Whether there may be anything to claim. Writes nothing and locks nothing. */
    boolean findsAnything(Connection connection, Claim claim) throws SQLException {
        try (Statements statements = new Statements(connection)) {
            long at = rows.now(statements);
            for (Claim.Share share : claim.shares()) {
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

    List<Claimed> run(Statements statements, Claim claim) throws SQLException {
        long at = rows.now(statements);
        List<Claimed> given = new ArrayList<>();
        for (Claim.Share share : claim.shares()) {
            given.addAll(new Run(statements, claim, share, at).give());
        }
        return given;
    }

    /** One share of one claim. */
    private final class Run {
        private final Statements statements;
        private final Claim claim;
        private final String queue;
        private final int tasksMax;
        private final long at;
        private final Map<Long, Locked> chosen = new LinkedHashMap<>();

        Run(Statements statements, Claim claim, Claim.Share share, long at) {
            this.statements = statements;
            this.claim = claim;
            this.at = at;
            queue = share.queue();
            tasksMax = share.tasksMax();
        }

        private int room() {
            return tasksMax - chosen.size();
        }

        List<Claimed> give() throws SQLException {
            if (!rows.isPaused(statements, queue, at)) {
                Integer level = rows.levelBelow(statements, queue, DueRows.PRIORITY_OVER_ALL);
                while (level != null && room() > 0) {
                    choose(level);
                    level = rows.levelBelow(statements, queue, level);
                }
            }
            return chosen.isEmpty() ? List.of() : giveChosen();
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
            } else if (!lane.isHeld()) {
                chooseRun(key, row);
            }
        }

        /** The head, and what follows it up to the first that is not due or that somebody else has locked. */
        private void chooseRun(String key, Locked head) throws SQLException {
            chosen.put(head.seq(), head);
            int more = Math.min(claim.laneRunMax() - 1, room());
            if (more == 0) {
                return;
            }
            List<Long> seqs = lanes.followers(statements, queue, key, head.seq(), more);
            Map<Long, Locked> locked = rows.lock(statements, seqs, at);
            for (long seq : seqs) {
                Locked follower = locked.get(seq);
                if (follower == null) {
                    return;
                }
                chosen.put(seq, follower);
            }
        }

        private List<Claimed> giveChosen() throws SQLException {
            List<Claimed> given = new ArrayList<>(chosen.size());
            for (Locked row : chosen.values()) {
                if (row.owner() != null) {
                    logAbandoned(row, row.owner());
                }
                given.add(new Claimed(
                        row.task(),
                        row.fence() + 1,
                        row.attempts() + 1,
                        row.redrives(),
                        Micros.instant(row.enqueuedAt()),
                        Duration.of(at - row.visibleAt(), ChronoUnit.MICROS)));
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
                            .text(row.task().id())
                            .number(row.fence())
                            .text(queue)
                            .text(row.task().kind())
                            .number(row.attempts())
                            .number(at)
                            .text(owner)
                            .text("the lease was over, and " + claim.owner() + " claimed it"));
        }
    }
}
