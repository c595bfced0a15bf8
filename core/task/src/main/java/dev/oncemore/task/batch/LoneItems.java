package dev.oncemore.task.batch;

import dev.oncemore.once.Codec;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.util.List;

/** Executes items that were set aside, each as its own chunk. */
final class LoneItems<T> {
    private static final Duration UNTIL_WRITTEN = Duration.ofMinutes(1);

    private final BatchTasks batchTasks;
    private final Codec<T> codec;
    private final Effects<T> effects;

    LoneItems(BatchTasks batchTasks, Codec<T> codec, Effects<T> effects) {
        this.batchTasks = batchTasks;
        this.codec = codec;
        this.effects = effects;
    }

    void register(Tasks tasks) {
        tasks.handle(batchTasks.itemKind(), codec, batchTasks.policy(), this::handle);
    }

    private Verdict handle(T value, TaskRun run) throws Exception {
        String poison = run.headers().get(BatchTasks.POISON);
        if (poison != null && run.redrives() == 0) {
            return Verdict.dead(poison);
        }
        Item<T> item = new Item<>(value, run.id());
        effects.run(new Chunk<>(List.of(item), run), store -> {
            if (!settle(store, item, run)) {
                throw new Chunks.LostChunkException(run.id());
            }
        });
        return switch (item.said()) {
            case DONE -> Verdict.done();
            case REJECTED -> Verdict.rejected(item.why());
            case RETRY -> Verdict.retryLater(item.delay(), item.why());
            case POISON -> Verdict.dead(item.why());
        };
    }

    /**
     * Records the item's end under the claim's fence; false if another owner has it. A final verdict is recorded with
     * its effects; any other only extends the lease, until the verdict is recorded.
     */
    private static boolean settle(TaskStore store, Item<?> item, TaskRun run) {
        return switch (item.said()) {
            case DONE -> finish(store, run, new End.Done(null));
            case REJECTED -> finish(store, run, new End.Rejected(item.why()));
            case RETRY, POISON ->
                store.extend(List.of(new TaskExtension(run.id(), run.fence(), UNTIL_WRITTEN)))
                        .get(0);
        };
    }

    private static boolean finish(TaskStore store, TaskRun run, End end) {
        return store.finish(List.of(new TaskFinish(run.id(), run.fence(), end))).get(0);
    }
}
