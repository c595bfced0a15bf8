package dev.oncemore.jdbc.internal.task;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/** How a lane stands when one of its tasks is about to be claimed. */
final class LaneRows {
    private final String standing;
    private final String owned;
    private final String followers;
    private final String predecessor;
    private final String parked;
    private final String demote;

    LaneRows(TaskSql sql) {
        standing = sql.fill("""
                SELECT (SELECT min(seq) FROM ${prefix}task WHERE queue = ? AND lane_key = ?),
                    (SELECT count(*) FROM ${prefix}dead
                        WHERE queue = ? AND lane_key = ? AND on_poison = 'PARK' AND discarded_at IS NULL),
                    (SELECT count(*) FROM ${prefix}task
                        WHERE queue = ? AND lane_key = ? AND at_head = 1 AND owner IS NOT NULL AND visible_at > ?),
                    (SELECT count(*) FROM ${prefix}task
                        WHERE queue = ? AND lane_key = ? AND at_head = 1 AND owner IS NOT NULL)
                """);
        owned = sql.fill("""
                SELECT seq FROM ${prefix}task
                WHERE queue = ? AND lane_key = ? AND at_head = 1 AND owner IS NOT NULL AND seq > ? ORDER BY seq
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
    }

    /**
     * How it stands.
     *
     * @param headSeq the first of it
     * @param isParked whether a dead letter holds it
     * @param isHeld whether one of its tasks is running under a live lease
     * @param isLeftBehind whether an owner has tasks of it whose lease is over
     */
    record Standing(long headSeq, boolean isParked, boolean isHeld, boolean isLeftBehind) {
        boolean letsGo(long seq) {
            return headSeq == seq && !isParked;
        }
    }

    Standing standing(Statements statements, String queue, String key, long at) throws SQLException {
        return Objects.requireNonNull(statements.first(
                standing,
                parameters -> parameters
                        .text(queue)
                        .text(key)
                        .text(queue)
                        .text(key)
                        .text(queue)
                        .text(key)
                        .number(at)
                        .text(queue)
                        .text(key),
                row -> new Standing(
                        row.getLong(1), row.getLong(2) > 0, row.getLong(3) > 0, row.getLong(4) > row.getLong(3))));
    }

    /** Those behind the head that an owner has, under a lease or not. */
    List<Long> owned(Statements statements, String queue, String key, long seq) throws SQLException {
        return statements.list(
                owned, parameters -> parameters.text(queue).text(key).number(seq), row -> row.getLong(1));
    }

    List<Long> followers(Statements statements, String queue, String key, long seq, int max) throws SQLException {
        return statements.list(
                followers,
                parameters -> parameters.text(queue).text(key).number(seq).number(max),
                row -> row.getLong(1));
    }

    /** Only while what it is behind cannot go: that one will call it up. */
    void putBehind(Statements statements, String queue, String key, long seq) throws SQLException {
        Object before = statements.first(
                predecessor, parameters -> parameters.text(queue).text(key).number(seq), row -> true);
        if (before == null) {
            before = statements.first(
                    parked, parameters -> parameters.text(queue).text(key), row -> true);
        }
        if (before != null) {
            statements.update(demote, parameters -> parameters.number(seq));
        }
    }
}
