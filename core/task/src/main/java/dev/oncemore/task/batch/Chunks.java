package dev.oncemore.task.batch;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.batch.Source.Slice;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Executes the chunks of a batch:
 *
 * <ol>
 *   <li>A run that is new here, or was interrupted, is refused if its source has changed.
 *   <li>The effects happen; the chunk's end, the task of the next chunk and those of items set aside are recorded with
 *       them. The end is recorded under the claim's fence: an owner that has lost the chunk commits nothing.
 *   <li>A transient failure retries the chunk; after the last attempt it is a dead letter, and the batch stops there
 *       until it is redriven.
 *   <li>A permanent failure, or attempts that all ended in silence, are blamed on a single item: each item becomes its
 *       own task, and the batch continues.
 * </ol>
 */
final class Chunks<T> {
    private static final Logger LOG = System.getLogger("dev.oncemore.task");
    private static final int RUNS_REMEMBERED_MAX = 1_000;

    private final BatchTasks batchTasks;
    private final Source<T> source;
    private final int chunkItems;
    private final Effects<T> effects;
    private final Tasks tasks;
    /** The runs whose source was checked by this process. */
    private final Map<String, Boolean> verified = new ConcurrentHashMap<>();

    Chunks(BatchTasks batchTasks, Source<T> source, int chunkItems, Effects<T> effects, Tasks tasks) {
        this.batchTasks = batchTasks;
        this.source = source;
        this.chunkItems = chunkItems;
        this.effects = effects;
        this.tasks = tasks;
    }

    void register() {
        tasks.handle(batchTasks.chunkKind(), Codec.of(Place::written, Place::read), batchTasks.policy(), this::handle);
    }

    private Verdict handle(Place place, TaskRun run) throws Exception {
        String runId = run.id().substring(0, run.id().lastIndexOf('#'));
        if (run.attempt() > 1 || run.redrives() > 0 || !verified.containsKey(runId)) {
            String now = source.fingerprint();
            if (!now.equals(place.fingerprint())) {
                return Verdict.dead("the source has changed since the batch began: its fingerprint was "
                        + place.fingerprint() + " and is " + now + "; nothing was done at " + describe(place)
                        + "; put the source back and redrive this, or begin another run");
            }
            remember(runId);
        }
        return handle(runId, place, run, source.read(place.cursor(), chunkItems));
    }

    private Verdict handle(String runId, Place place, TaskRun run, Slice<T> slice) throws Exception {
        Chunk<T> chunk = chunk(slice.items(), run);
        Effects.Settling settling = store -> settle(store, runId, place, chunk, slice);
        if (slice.items().isEmpty()) {
            effects.settle(settling);
        } else if (run.attempt() > batchTasks.policy().maxAttempts()) {
            takeApart(chunk, settling, "its process died with it");
        } else {
            try {
                effects.run(chunk, settling);
            } catch (Exception e) {
                return failed(chunk, settling, e);
            }
        }
        // On a user's connection, only the user knows when it commits.
        tasks.wakeUp();
        return Verdict.done();
    }

    private Verdict failed(Chunk<T> chunk, Effects.Settling settling, Exception e) throws Exception {
        if (e instanceof InterruptedException
                || e instanceof LostChunkException
                || chunk.task().isLost()) {
            throw e;
        }
        var verdict = batchTasks.policy().classifier().classify(e);
        switch (verdict.kind()) {
            case TRANSIENT, THROTTLED, TIMEOUT_UNKNOWN_OUTCOME -> {
                int attemptsMax = batchTasks.policy().maxAttempts();
                if (chunk.task().attempt() < attemptsMax) {
                    throw e;
                }
                return Verdict.dead("gave up after " + attemptsMax + " attempts: " + verdict, e);
            }
            case DOMAIN_REJECTION, PERMANENT, PROGRAMMER_ERROR -> {
                LOG.log(
                        Level.WARNING,
                        "chunk " + chunk.task().id() + " failed for good; each of its "
                                + chunk.items().size() + " items becomes a task of its own: " + verdict,
                        e);
                takeApart(chunk, settling, verdict.toString());
                tasks.wakeUp();
                return Verdict.done();
            }
        }
        throw e;
    }

    private void takeApart(Chunk<T> chunk, Effects.Settling settling, String why) throws Exception {
        chunk.items().forEach(item -> item.retryLater(Duration.ZERO, why));
        effects.settle(settling);
    }

    private Chunk<T> chunk(List<T> values, TaskRun run) {
        return new Chunk<>(
                IntStream.range(0, values.size())
                        .mapToObj(i -> new Item<>(values.get(i), run.id() + ":" + i))
                        .toList(),
                run);
    }

    /** Successors are recorded first: on a store outside the transaction, a crash in between repeats the chunk. */
    private void settle(TaskStore store, String runId, Place place, Chunk<T> chunk, Slice<T> slice) {
        Place next = place.next(chunk, slice.next());
        List<NewTask> batch = new ArrayList<>();
        for (Item<T> item : chunk.items()) {
            if (item.said() == Item.Say.RETRY || item.said() == Item.Say.POISON) {
                batch.add(batchTasks.item(item, source.codec()));
            }
        }
        boolean isLast = slice.items().size() < chunkItems;
        if (!isLast) {
            batch.add(batchTasks.chunk(runId, next));
        } else {
            verified.remove(runId);
        }
        if (!batch.isEmpty()) {
            store.enqueue(batch);
        }
        TaskRun run = chunk.task();
        End done = new End.Done(Bytes.ofText(next.tally().result(isLast)));
        if (!store.finish(List.of(new TaskFinish(run.id(), run.fence(), done))).get(0)) {
            throw new LostChunkException(run.id());
        }
    }

    private void remember(String runId) {
        if (verified.size() >= RUNS_REMEMBERED_MAX) {
            verified.clear();
        }
        verified.put(runId, true);
    }

    private static String describe(Place place) {
        return "chunk " + place.number() + (place.cursor().isEmpty() ? "" : " (after '" + place.cursor() + "')");
    }

    /** Rolls back the work of an owner that has lost its chunk. */
    static final class LostChunkException extends OncemoreException {
        private static final long serialVersionUID = 1;

        LostChunkException(String id) {
            super("chunk " + id + " was taken over by another worker; its work here is rolled back");
        }
    }
}
