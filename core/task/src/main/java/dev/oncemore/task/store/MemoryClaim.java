package dev.oncemore.task.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Selects the tasks of a claim without changing anything. It scans every live task, which keeps it simple. */
final class MemoryClaim {
    private static final Comparator<MemoryRow> SEQUENCE = Comparator.comparingLong(MemoryRow::seq);
    private static final Comparator<MemoryRow> URGENCY = Comparator.comparingInt(
                    (MemoryRow row) -> -row.task().priority())
            .thenComparing(MemoryRow::visibleAt)
            .thenComparing(SEQUENCE);

    private final MemoryTables tables;
    private final Instant now;
    private final int laneRunMax;

    MemoryClaim(MemoryTables tables, Instant now, int laneRunMax) {
        this.tables = tables;
        this.now = now;
        this.laneRunMax = laneRunMax;
    }

    List<MemoryRow> choose(ClaimRequest.Share share) {
        if (tables.pauseOf(share.queue(), now) != null) {
            return List.of();
        }
        List<List<MemoryRow>> runs = runs(share.queue());
        runs.sort((a, b) -> URGENCY.compare(a.get(0), b.get(0)));
        List<MemoryRow> chosen = new ArrayList<>();
        for (List<MemoryRow> run : runs) {
            int left = share.tasksMax() - chosen.size();
            if (left > 0) {
                chosen.addAll(run.subList(0, Math.max(abandonedIn(run), Math.min(left, run.size()))));
            }
        }
        return chosen;
    }

    /** The claimable runs: a task without a lane by itself, those of a lane from its head on. */
    private List<List<MemoryRow>> runs(String queue) {
        List<List<MemoryRow>> runs = new ArrayList<>();
        Map<String, List<MemoryRow>> lanes = new HashMap<>();
        for (MemoryRow row : tables.tasks.values()) {
            if (!row.task().queue().equals(queue)) {
                continue;
            }
            Lane lane = row.task().lane();
            if (lane != null) {
                lanes.computeIfAbsent(lane.key(), key -> new ArrayList<>()).add(row);
            } else if (row.isDue(now)) {
                runs.add(List.of(row));
            }
        }
        lanes.keySet().removeAll(parkedLanes(queue));
        for (List<MemoryRow> lane : lanes.values()) {
            List<MemoryRow> run = headOf(lane);
            if (!run.isEmpty()) {
                runs.add(run);
            }
        }
        return runs;
    }

    private Set<String> parkedLanes(String queue) {
        Set<String> parked = new HashSet<>();
        for (MemoryLetter letter : tables.letters.values()) {
            Lane lane = letter.letter().task().lane();
            if (lane != null
                    && letter.holdsLane()
                    && letter.letter().task().queue().equals(queue)) {
                parked.add(lane.key());
            }
        }
        return parked;
    }

    private List<MemoryRow> headOf(List<MemoryRow> lane) {
        if (lane.stream().anyMatch(row -> row.isHeld(now))) {
            return List.of();
        }
        List<MemoryRow> due =
                lane.stream().sorted(SEQUENCE).takeWhile(row -> row.isDue(now)).toList();
        return due.subList(0, Math.max(abandonedIn(due), Math.min(laneRunMax, due.size())));
    }

    /** How many tasks at the head must be taken together, because one claim held them and its owner may return. */
    private static int abandonedIn(List<MemoryRow> run) {
        int last = run.size();
        while (last > 0 && run.get(last - 1).owner() == null) {
            last--;
        }
        return last;
    }
}
