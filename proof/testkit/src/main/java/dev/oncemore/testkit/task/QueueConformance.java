package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.Queues;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Conformance of {@link Queues}: all nodes respect pauses, and the counts are right. */
public abstract class QueueConformance extends TaskStoreKit {
    /** For inheritors. */
    protected QueueConformance() {}

    private Queues queues() {
        return store().queues();
    }

    private Queues.Pause pause() {
        return Objects.requireNonNull(queues().list().get(0).pause(), "the queue should be paused");
    }

    @Test
    void aPausedQueueGivesNothing_untilItIsResumed() {
        enqueue(task("a"), keyed("b", "web", "k"));
        queues().pause(QUEUE, null, By.person("ann", "the mail server is being moved"));

        assertThat(ids(store().claim(new ClaimRequest(
                        OWNER, LONG, 1, List.of(new ClaimRequest.Share(QUEUE, 5), new ClaimRequest.Share("web", 5))))))
                .containsExactly("b");
        assertThat(pause()).isEqualTo(new Queues.Pause(null, By.person("ann", "the mail server is being moved")));

        queues().resume(QUEUE);
        queues().resume(QUEUE);

        assertThat(claimIds(5)).containsExactly("a");
    }

    @Test
    void aPauseForAWhileEndsByItself() {
        enqueue(task("a"));
        queues().pause(QUEUE, SHORT, By.person("node-1", "429"));

        assertThat(ids(awaitClaim(5))).containsExactly("a");
        Together.await("the pause is over", () -> queues().list().get(0).pause() == null);
    }

    @Test
    void theLongerPauseStays() {
        enqueue(task("a"));
        queues().pause(QUEUE, LONG, By.person("node-1", "long"));
        queues().pause(QUEUE, SHORT, By.person("node-2", "short"));
        assertThat(pause().by().why()).isEqualTo("long");

        queues().pause(QUEUE, null, By.person("ann", "for good"));
        queues().pause(QUEUE, LONG.multipliedBy(2), By.person("node-1", "longer"));
        assertThat(pause()).isEqualTo(new Queues.Pause(null, By.person("ann", "for good")));
    }

    @Test
    void whatRunsGoesOnWhileItsQueueIsPaused() {
        enqueue(task("a"));
        Claimed claimed = claimOne();
        queues().pause(QUEUE, null, By.person("ann", "stop"));

        assertThat(finish(claimed, done())).isTrue();
    }

    @Test
    void aQueueThatHasOnlyAPauseIsListed() {
        queues().pause("empty", null, By.person("ann", "stop"));

        assertThat(queues().list()).singleElement().satisfies(status -> {
            assertThat(status.queue()).isEqualTo("empty");
            assertThat(status.pause()).isNotNull();
            assertThat(status.oldestReady()).isNull();
        });
    }

    @Test
    void theListCountsWhatIsThere_byQueue() {
        kill(task("dead"), "x");
        kill(task("thrown away"), "x");
        store().deadLetters().discard(List.of("thrown away"), By.person("ann", "not needed"));
        enqueue(task("running"));
        claimOne();
        enqueue(task("later"), LONG);
        enqueue(task("ready"));
        letTimePass(SHORT);
        enqueue(task("ready too"), keyed("web", "web", "k"));

        List<Queues.Status> statuses = queues().list();

        assertThat(statuses).extracting(Queues.Status::queue).containsExactly(QUEUE, "web");
        Queues.Status mail = statuses.get(0);
        assertThat(mail.ready()).isEqualTo(2);
        assertThat(mail.waiting()).isEqualTo(1);
        assertThat(mail.running()).isEqualTo(1);
        assertThat(mail.dead()).isEqualTo(1);
        assertThat(mail.oldestReady()).isNotNull().isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(mail.pause()).isNull();
        assertThat(statuses.get(1).ready()).isEqualTo(1);
    }
}
