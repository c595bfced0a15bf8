package dev.oncemore.task.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Codec;
import dev.oncemore.task.HookedStore;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.batch.BatchProgress.State;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchRunTest {
    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore memory = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final List<String> items =
            IntStream.range(0, 20).mapToObj(String::valueOf).toList();
    /** Called before each question of a reader about chunks. */
    private Runnable beforeLook = () -> {};

    private final Tasks tasks =
            Tasks.on((TaskStore) memory, TaskSettings.standard().time(time));
    private final ManualWorker worker = tasks.manualWorker();

    private Batch<String> batch(Tasks on, String name) {
        return Batch.on(on, name, Source.of(items, Codec.text()), BatchOptions.chunksOf(2), chunk -> {});
    }

    /** A batch on another node, which looks while the first one works. */
    private BatchRun reader(String name, String key) {
        TaskStore watched = HookedStore.on(memory, (verb, arguments) -> {
            if (verb.getName().equals("find")) {
                beforeLook.run();
            }
        });
        return batch(Tasks.on(watched, TaskSettings.standard().time(time)), name)
                .find(key);
    }

    @Test
    void progressNeverSaysFinishedBeforeTheEnd_howeverChunksGoOnInBetween() throws Exception {
        BatchRun run = reader("sums", "k");
        batch(tasks, "sums").start("k");
        beforeLook = worker::runOne;

        BatchProgress progress = run.progress().orElseThrow();
        while (progress.processed() < items.size()) {
            assertThat(progress.state()).as("%s", progress).isEqualTo(State.RUNNING);
            progress = run.progress().orElseThrow();
        }
        worker.runAll();
        assertThat(run.progress().orElseThrow().state()).isEqualTo(State.FINISHED);
    }

    @Test
    void progressEnds_ifChunksAlwaysGoOnFasterThanItLooks() throws Exception {
        BatchRun run = reader("sums", "k");
        batch(tasks, "sums").start("k");
        beforeLook = () -> worker.runAll();

        assertThat(run.progress().orElseThrow().state()).isEqualTo(State.FINISHED);
    }

    @Test
    void theStartIsNotInTheFuture_whileTheFirstChunkRuns() throws Exception {
        BatchRun run = batch(tasks, "sums").start("k");
        Instant started = memory.now();
        time.advance(Duration.ofSeconds(10));
        memory.claim(
                new ClaimRequest("n", Duration.ofHours(1), 1, List.of(new ClaimRequest.Share(Tasks.DEFAULT_QUEUE, 1))));

        BatchProgress progress = run.progress().orElseThrow();

        assertThat(progress.startedAt()).isEqualTo(started);
        assertThat(progress.at()).isEqualTo(started);
        assertThat(progress.state()).isEqualTo(State.RUNNING);
        assertThat(progress.perSecond()).isZero();
    }

    @Test
    void aNameMayHave100Characters_andAKeyMayBeAUuid() throws Exception {
        String name = "n".repeat(100);
        String key = UUID.randomUUID().toString();
        BatchRun run = Batch.on(
                        tasks,
                        name,
                        Source.of(items, Codec.text()),
                        BatchOptions.chunksOf(2),
                        chunk -> chunk.items().forEach(item -> item.retryLater(Duration.ZERO, "later")))
                .start(key);

        time.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 10; i++) {
            worker.runOne();
        }

        assertThat(run.id()).isEqualTo(name + "/" + key);
        assertThat(run.progress().orElseThrow().setAside()).isPositive();
    }
}
