package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conformance of doubt on a {@link TaskStore}: whether an earlier attempt at a task may have taken effect. */
public abstract class DoubtConformance extends TaskStoreKit {
    /** For inheritors. */
    protected DoubtConformance() {}

    private DeadLetter letter(String id) {
        return store().deadLetters().read(List.of(id)).get(0).orElseThrow();
    }

    @Test
    void aNewTaskIsNotInDoubt_andOneWhoseOwnerLeftItBehindIs() {
        enqueue(task("a"));
        assertThat(claim(1, SHORT).get(0).inDoubt()).isFalse();
        awaitLeaseOver("a");

        Claimed second = claim(1, SHORT).get(0);
        assertThat(second.inDoubt()).isTrue();
        awaitLeaseOver("a");

        Claimed third = claimOne();
        assertThat(third.inDoubt()).isTrue();
        finish(third, new End.Released(true));
        assertThat(claimOne().inDoubt())
                .as("given back before it began, as it was")
                .isTrue();
    }

    @Test
    void whatAnEndSaysIsWhatTheNextClaimHears() {
        List<End> ends = List.of(
                new End.Retry(Duration.ZERO, "reply lost", true),
                new End.Retry(Duration.ZERO, "still not known", true),
                new End.Released(true),
                new End.Retry(Duration.ZERO, "asked, and it did not happen", false),
                new End.Released(false),
                new End.Retry(Duration.ZERO, "refused", false));
        enqueue(task("a"));
        boolean expected = false;
        for (End end : ends) {
            Claimed claimed = claimOne();
            assertThat(claimed.inDoubt()).as("before %s", end).isEqualTo(expected);
            assertThat(finish(claimed, end)).isTrue();
            expected = end instanceof End.Retry retry ? retry.inDoubt() : ((End.Released) end).inDoubt();
        }
        assertThat(claimOne().inDoubt()).isEqualTo(expected);
    }

    @Test
    void aBatchKeepsTheDoubtOfEachOfItsTasks() {
        enqueue(task("a"), task("b"), task("c"), task("d"));
        List<Claimed> claimed = claim(4, LONG);
        List<TaskFinish> finishes = claimed.stream()
                .map(one -> new TaskFinish(
                        one.task().id(),
                        one.fence(),
                        one.task().id().equals("a")
                                ? new End.Released(true)
                                : new End.Retry(
                                        Duration.ZERO, "x", one.task().id().equals("c"))))
                .toList();
        assertThat(store().finish(finishes)).containsOnly(true);

        assertThat(claim(4, LONG).stream()
                        .filter(Claimed::inDoubt)
                        .map(one -> one.task().id()))
                .containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void aDeadLetterKeepsItsDoubt_throughEditDiscardRestoreAndRedrive() {
        enqueue(task("a"));
        finish(claimOne(), new End.Dead("reply lost", "x", true));
        kill(task("b"), "y");
        assertThat(letter("a").inDoubt()).isTrue();
        assertThat(letter("b").inDoubt()).isFalse();

        DeadLetters letters = store().deadLetters();
        letters.edit(
                List.of(new DeadLetters.Edit("a", letter("a").fence(), Bytes.ofText("other"))),
                By.person("ann", "corrected"));
        letters.discard(List.of("a"), By.person("ann", "not needed"));
        letters.restore(List.of("a"), By.person("ann", "needed after all"));
        assertThat(letter("a").inDoubt()).isTrue();
        letters.redrive(List.of("a", "b"), By.person("ann", "fixed"));

        assertThat(claim(2, LONG))
                .allSatisfy(claimed -> assertThat(claimed.inDoubt())
                        .as(claimed.task().id())
                        .isEqualTo(claimed.task().id().equals("a")));
    }
}
