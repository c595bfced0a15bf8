package dev.oncemore.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Group;
import dev.oncemore.time.VirtualTime;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page about dead letters never waits for all of them to be counted. */
class LetterSummariesTest {
    private final Queue<Runnable> beside = new ArrayDeque<>();

    @Test
    void manyLettersAreCountedBesideThePage_fewAtOnce(@TempDir Path folder) {
        try (Backend backend = Backend.open(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of())) {
            die(backend, 1, 999, "timeout");
            DeadLetters letters = backend.tasks().deadLetters();
            LetterSummaries summaries =
                    new LetterSummaries(letters, backend.taskQueries(), beside::add, new VirtualTime(), 5);
            LetterSummary few = summaries.of(Filter.all());
            assertThat(few.count()).isEqualTo(999);
            assertThat(few.isAtLeast()).isFalse();
            assertThat(few.groups()).isEqualTo(letters.groups(Filter.all(), 5));
            assertThat(beside).isEmpty();

            die(backend, 1_000, 1_500, "refused");
            LetterSummary first = summaries.of(Filter.all());
            assertThat(first.isAtLeast()).isTrue();
            assertThat(first.count()).isEqualTo(1_000);
            assertThat(first.groups()).extracting(Group::signature).containsExactly("refused", "timeout");
            assertThat(beside).as("counted once, however many look").hasSize(1);
            summaries.of(Filter.all());
            assertThat(beside).hasSize(1);
            beside.remove().run();

            LetterSummary counted = summaries.of(Filter.all());
            assertThat(counted.isAtLeast()).isFalse();
            assertThat(counted.count()).isEqualTo(1_500);
            assertThat(counted.groups()).isEqualTo(letters.groups(Filter.all(), 5));
            assertThat(summaries.of(Filter.all().withSignature("refused")).count())
                    .isEqualTo(501);
            assertThat(summaries.of(Filter.all().inQueue("none")).count()).isZero();
        }
    }

    private static void die(Backend backend, int from, int to, String signature) {
        backend.database()
                .update(
                        "WITH RECURSIVE n(i) AS (SELECT " + from + " UNION ALL SELECT i + 1 FROM n WHERE i < " + to
                                + ") INSERT INTO oncemore_dead (id, queue, kind, priority, seq, attempts, fence, redrives,"
                                + " enqueued_at, reason, signature, died_at, in_doubt, headers, payload) SELECT 'dead-' || i,"
                                + " 'default', 'mail', 0, i, 5, i, 0, 0, ?, ?, i * 1000, 0, '', CAST('{}' AS BLOB) FROM n",
                        signature,
                        signature);
    }
}
