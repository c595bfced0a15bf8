package dev.oncemore.task.batch;

import dev.oncemore.once.Codec;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Finish;
import java.util.List;

/** Does items that were set aside, each as a chunk of its own. */
final class LoneItems<T> {
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
            Finish done = new Finish(run.id(), run.fence(), new End.Done(null));
            if (item.said() == Item.Say.DONE && !store.finish(List.of(done)).get(0)) {
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
}
