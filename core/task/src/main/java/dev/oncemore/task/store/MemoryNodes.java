package dev.oncemore.task.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The nodes of the store in memory: all of this process, some of which may hang. */
final class MemoryNodes implements Nodes {
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final MemoryVerbs store;

    MemoryNodes(MemoryVerbs store) {
        this.store = store;
    }

    /** A node's row. */
    record Row(NodeStatus status, Duration silence, int takeOvers) {
        boolean isSilent(Instant now) {
            return status.running() > 0
                    && Duration.between(status.lastBeat(), now).compareTo(silence) > 0;
        }
    }

    /** Counts a claim as a heartbeat. */
    static void announce(MemoryTables tables, ClaimRequest claim, Member member, Instant now) {
        Row row = tables.nodes.get(member.incarnation());
        int running = row == null ? 1 : Math.max(1, row.status.running());
        put(tables, new Beat(claim.owner(), claim.lease(), member, running), now);
    }

    private static Row put(MemoryTables tables, Beat beat, Instant now) {
        long incarnation = beat.member().incarnation();
        Row before = tables.nodes.get(incarnation);
        Row row = new Row(
                new NodeStatus(
                        beat.name(), incarnation, before == null ? now : before.status.since(), now, beat.running()),
                beat.member().silence(),
                before == null ? 0 : before.takeOvers);
        tables.nodes.put(incarnation, row);
        return row;
    }

    @Override
    public Standing beat(Beat beat) {
        return store.write(tables -> {
            Instant now = store.now();
            tables.nodes
                    .values()
                    .removeIf(row -> row.status.running() == 0
                            && row.status.lastBeat().plus(KEPT).isBefore(now));
            Row row = put(tables, beat, now);
            return new Standing(row.status.since(), row.takeOvers);
        });
    }

    @Override
    public Look look() {
        return store.read(tables -> {
            Instant now = store.now();
            List<Silent> silent = new ArrayList<>();
            Duration next = null;
            for (Row row : tables.nodes.values()) {
                if (row.isSilent(now)) {
                    silent.add(silent(row));
                } else if (row.status.running() > 0) {
                    Duration left = row.silence.minus(Duration.between(row.status.lastBeat(), now));
                    next = next == null || left.compareTo(next) < 0 ? left : next;
                }
            }
            return new Look(silent, next);
        });
    }

    private static Silent silent(Row row) {
        return new Silent(row.status.name(), row.status.incarnation(), row.status.lastBeat(), row.silence);
    }

    @Override
    public int takeOver(List<Silent> silent) {
        return store.write(tables -> {
            Instant now = store.now();
            int taken = 0;
            for (Silent each : silent) {
                Row row = tables.nodes.get(each.incarnation());
                if (row != null && row.isSilent(now) && silent(row).equals(each)) {
                    taken += endLeases(tables, each.incarnation(), now);
                    NodeStatus status = row.status;
                    tables.nodes.put(
                            each.incarnation(),
                            new Row(
                                    new NodeStatus(
                                            status.name(), status.incarnation(), status.since(), status.lastBeat(), 0),
                                    row.silence,
                                    row.takeOvers + 1));
                }
            }
            return taken;
        });
    }

    private static int endLeases(MemoryTables tables, long incarnation, Instant now) {
        List<MemoryRow> held = new ArrayList<>();
        for (MemoryRow row : tables.tasks.values()) {
            if (row.node() != null && row.node() == incarnation && row.isHeld(now)) {
                held.add(row);
            }
        }
        held.forEach(row -> tables.put(row.extendedTo(now)));
        return held.size();
    }

    @Override
    public void leave(long incarnation) {
        store.write(tables -> tables.nodes.remove(incarnation));
    }

    @Override
    public List<NodeStatus> list(int nodesMax) {
        return store.read(tables -> tables.nodes.values().stream()
                .map(Row::status)
                .sorted(Comparator.comparing(NodeStatus::name).thenComparingLong(NodeStatus::incarnation))
                .limit(nodesMax)
                .toList());
    }
}
