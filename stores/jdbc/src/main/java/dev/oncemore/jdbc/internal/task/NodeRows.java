package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Nodes;
import dev.oncemore.task.store.Nodes.Beat;
import dev.oncemore.task.store.Nodes.Member;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/** The rows of nodes: heartbeats, and those that are silent. */
final class NodeRows {
    private static final int NODES_MAX = 1_000;
    private static final long KEPT_MICROS = 600_000_000L;

    private final String isRecent;
    private final String announce;
    private final String beat;
    private final String insert;
    private final String standing;
    private final String holding;
    private final String list;
    private final String findOld;
    private final String forget;
    private final String leave;

    NodeRows(TaskSql sql) {
        isRecent = sql.fill("""
                SELECT 1 FROM ${prefix}task_node WHERE incarnation = ? AND running > 0 AND abs(${now} - beat_at) < ?
                """);
        announce = sql.fill("""
                UPDATE ${prefix}task_node SET beat_at = ${now}, running = CASE WHEN running < 1 THEN 1 ELSE running END,
                    lease = ?, silence = ?
                WHERE incarnation = ?
                """);
        beat = sql.fill("""
                UPDATE ${prefix}task_node SET beat_at = ${now}, running = ?, lease = ?, silence = ? WHERE incarnation = ?
                """);
        insert = sql.fill("""
                ${insert_ignore} ${prefix}task_node (incarnation, name, since_at, beat_at, running, lease, silence, take_overs)
                VALUES (?, ?, ${now}, ${now}, ?, ?, ?, 0) ${on_conflict}
                """);
        standing = sql.fill("SELECT since_at, take_overs FROM ${prefix}task_node WHERE incarnation = ?");
        holding = sql.fill("""
                SELECT name, incarnation, beat_at, silence, ${now} FROM ${prefix}task_node WHERE running > 0
                ORDER BY beat_at LIMIT ?
                """);
        list = sql.fill("""
                SELECT name, incarnation, since_at, beat_at, running FROM ${prefix}task_node ORDER BY name, incarnation LIMIT ?
                """);
        findOld = sql.fill("""
                SELECT incarnation FROM ${prefix}task_node WHERE running = 0 AND beat_at < ${now} - ? LIMIT ?
                """);
        forget = sql.fill("""
                DELETE FROM ${prefix}task_node WHERE incarnation = ? AND running = 0 AND beat_at < ${now} - ?
                """);
        leave = sql.fill("DELETE FROM ${prefix}task_node WHERE incarnation = ?");
    }

    /** A claim counts as a heartbeat if the last one is not recent, so that no takeover falls between it and the next one. */
    void announce(Statements statements, ClaimRequest claim, Member member) throws SQLException {
        long silenceMicros = Micros.of(member.silence());
        Object recent = statements.first(
                isRecent, parameters -> parameters.number(member.incarnation()).number(silenceMicros / 2), row -> true);
        if (recent != null) {
            return;
        }
        int known = statements.update(
                announce,
                parameters -> parameters
                        .number(Micros.of(claim.lease()))
                        .number(silenceMicros)
                        .number(member.incarnation()));
        if (known == 0) {
            insert(statements, new Beat(claim.owner(), claim.lease(), member, 1));
        }
    }

    Nodes.Standing beat(Statements statements, Beat told) throws SQLException {
        Member member = told.member();
        int known = statements.update(
                beat,
                parameters -> parameters
                        .number(told.running())
                        .number(Micros.of(told.lease()))
                        .number(Micros.of(member.silence()))
                        .number(member.incarnation()));
        if (known == 0) {
            insert(statements, told);
        }
        return Objects.requireNonNull(statements.first(
                standing,
                parameters -> parameters.number(member.incarnation()),
                row -> new Nodes.Standing(Micros.instant(row.getLong(1)), row.getInt(2))));
    }

    private void insert(Statements statements, Beat told) throws SQLException {
        statements.update(
                insert,
                parameters -> parameters
                        .number(told.member().incarnation())
                        .text(told.name())
                        .number(told.running())
                        .number(Micros.of(told.lease()))
                        .number(Micros.of(told.member().silence())));
    }

    /** A node that holds tasks, and how long it was silent. */
    private record Holding(Nodes.Silent node, long silentMicros, long silenceMicros) {
        /** A heartbeat in the future was sent before the clock was set back. A living node sends another one soon. */
        boolean isSilent() {
            return Math.abs(silentMicros) > silenceMicros;
        }
    }

    Nodes.Look look(Statements statements) throws SQLException {
        List<Holding> found = statements.list(
                holding,
                parameters -> parameters.number(NODES_MAX),
                row -> new Holding(
                        new Nodes.Silent(
                                row.getString(1),
                                row.getLong(2),
                                Micros.instant(row.getLong(3)),
                                Duration.of(row.getLong(4), ChronoUnit.MICROS)),
                        row.getLong(5) - row.getLong(3),
                        row.getLong(4)));
        List<Nodes.Silent> silent =
                found.stream().filter(Holding::isSilent).map(Holding::node).toList();
        OptionalLong next = found.stream()
                .filter(node -> !node.isSilent())
                .mapToLong(node -> node.silenceMicros - node.silentMicros)
                .min();
        return new Nodes.Look(silent, next.isEmpty() ? null : Duration.of(next.getAsLong(), ChronoUnit.MICROS));
    }

    List<Nodes.NodeStatus> list(Statements statements, int nodesMax) throws SQLException {
        return statements.list(
                list,
                parameters -> parameters.number(nodesMax),
                row -> new Nodes.NodeStatus(
                        row.getString(1),
                        row.getLong(2),
                        Micros.instant(row.getLong(3)),
                        Micros.instant(row.getLong(4)),
                        row.getInt(5)));
    }

    /** Idle nodes that were not heard of for long: they were killed while they held nothing. */
    List<Long> old(Statements statements) throws SQLException {
        return statements.list(
                findOld, parameters -> parameters.number(KEPT_MICROS).number(NODES_MAX), row -> row.getLong(1));
    }

    void forget(Statements statements, List<Long> incarnations) throws SQLException {
        for (long incarnation : incarnations) {
            statements.update(
                    forget, parameters -> parameters.number(incarnation).number(KEPT_MICROS));
        }
    }

    void leave(Statements statements, long incarnation) throws SQLException {
        statements.update(leave, parameters -> parameters.number(incarnation));
    }

    static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }
}
