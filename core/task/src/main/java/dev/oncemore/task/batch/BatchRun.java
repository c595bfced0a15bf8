package dev.oncemore.task.batch;

import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** A run of a batch, to read its progress. */
public final class BatchRun {
    private static final int PROBES = 32;

    private final TaskStore store;
    private final String id;

    BatchRun(TaskStore store, String id) {
        this.store = store;
        this.id = id;
    }

    /** The run's id: the batch's name and the key. */
    public String id() {
        return id;
    }

    static String chunkId(String runId, int number) {
        return runId + "#" + number;
    }

    /** The progress; empty if it never began or was purged. */
    public Optional<BatchProgress> progress() {
        int last = lastChunk();
        if (last < 0) {
            return Optional.empty();
        }
        List<String> ids = new ArrayList<>(List.of(chunkId(id, last)));
        if (last > 0) {
            ids.add(chunkId(id, last - 1));
        }
        List<Optional<TaskStatus>> found = store.find(ids);
        TaskStatus current = found.get(0).orElse(null);
        if (current == null) {
            return Optional.empty();
        }
        Optional<TaskStatus> committed = current.state() == TaskState.DONE
                ? Optional.of(current)
                : found.stream().skip(1).findFirst().flatMap(before -> before);
        return Optional.of(progress(current, committed));
    }

    private BatchProgress progress(TaskStatus current, Optional<TaskStatus> committed) {
        Place.Tally tally = committed
                .map(TaskStatus::result)
                .map(result -> Place.Tally.read(new String(result.toArray(), StandardCharsets.UTF_8)))
                .orElseGet(() -> Place.Tally.atStart(current.at(), OptionalLong.empty()));
        Instant at = committed.map(TaskStatus::at).orElse(tally.startedAt());
        BatchProgress.State state = !current.state().isEnd()
                ? BatchProgress.State.RUNNING
                : current.state() == TaskState.DONE ? BatchProgress.State.FINISHED : BatchProgress.State.STOPPED;
        return new BatchProgress(
                state,
                tally.done(),
                tally.rejected(),
                tally.setAside(),
                tally.total() < 0 ? OptionalLong.empty() : OptionalLong.of(tally.total()),
                tally.startedAt(),
                at,
                current.reason());
    }

    /** The number of the newest chunk: chunks are numbered without gaps, so a few lookups find it among millions. */
    private int lastChunk() {
        List<Integer> powers = new ArrayList<>();
        for (int bit = 0; bit < 31; bit++) {
            powers.add((1 << bit) - 1);
        }
        int low = lastKnown(powers);
        int high = low < 0 ? 0 : low * 2 + 1;
        while (low >= 0 && high - low > 1) {
            int step = Math.max(1, (high - low) / PROBES);
            List<Integer> probes = new ArrayList<>();
            for (int number = low; number < high; number += step) {
                probes.add(number);
            }
            int known = lastKnown(probes);
            high = Math.min(high, known + step);
            low = known;
        }
        return low;
    }

    private int lastKnown(List<Integer> numbers) {
        List<Optional<TaskStatus>> found =
                store.find(numbers.stream().map(number -> chunkId(id, number)).toList());
        int last = -1;
        for (int i = 0; i < numbers.size(); i++) {
            last = found.get(i).isPresent() ? numbers.get(i) : last;
        }
        return last;
    }

    @Override
    public String toString() {
        return "batch " + Objects.requireNonNull(id);
    }
}
