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
import org.jspecify.annotations.Nullable;

/** A run of a batch, to read its progress. */
public final class BatchRun {
    private static final int PROBES = 32;
    private static final int LOOKS_MAX = 100;

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
        int number = lastChunk();
        Look look = number < 0 ? null : look(number);
        // Chunks go on while this looks: one that was committed in between, and is not the last, has a successor.
        for (int looks = 1; look != null && look.hasSuccessor() && looks < LOOKS_MAX; looks++) {
            number++;
            Look next = look(number);
            if (next == null) {
                break;
            }
            look = next;
        }
        return Optional.ofNullable(look).map(Look::progress);
    }

    /** Null if there is no such chunk. */
    private @Nullable Look look(int number) {
        List<String> ids = new ArrayList<>(List.of(chunkId(id, number)));
        if (number > 0) {
            ids.add(chunkId(id, number - 1));
        }
        List<Optional<TaskStatus>> found = store.find(ids);
        TaskStatus current = found.get(0).orElse(null);
        return current == null
                ? null
                : new Look(current, number == 0 ? null : found.get(1).orElse(null));
    }

    /**
     * The newest chunk, as far as is known, and the one before it.
     *
     * @param current the newest chunk
     * @param before the one before it; null if there is none or it was purged
     */
    private record Look(TaskStatus current, @Nullable TaskStatus before) {
        private boolean isDone() {
            return current.state() == TaskState.DONE;
        }

        private @Nullable TaskStatus committed() {
            return isDone() ? current : before;
        }

        private static @Nullable String resultOf(@Nullable TaskStatus status) {
            return status == null || status.result() == null
                    ? null
                    : new String(status.result().toArray(), StandardCharsets.UTF_8);
        }

        private boolean hasSuccessor() {
            String result = resultOf(current);
            return isDone() && result != null && !Place.Tally.isLast(result);
        }

        private BatchProgress progress() {
            TaskStatus committed = committed();
            String result = resultOf(committed);
            Place.Tally tally =
                    result == null ? Place.Tally.atStart(startedAt(), OptionalLong.empty()) : Place.Tally.read(result);
            return new BatchProgress(
                    state(),
                    tally.done(),
                    tally.rejected(),
                    tally.setAside(),
                    tally.total() < 0 ? OptionalLong.empty() : OptionalLong.of(tally.total()),
                    tally.startedAt(),
                    committed == null ? tally.startedAt() : committed.at(),
                    current.reason());
        }

        /** Before the first commit: while a chunk is live, its own time is when it is due, which lies in the future. */
        private Instant startedAt() {
            return current.enqueuedAt() == null ? current.at() : current.enqueuedAt();
        }

        private BatchProgress.State state() {
            if (!current.state().isEnd() || hasSuccessor()) {
                return BatchProgress.State.RUNNING;
            }
            return isDone() ? BatchProgress.State.FINISHED : BatchProgress.State.STOPPED;
        }
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
