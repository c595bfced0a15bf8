package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.DeadLetters.Edit;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.LogEntry.Event;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Conformance of {@link DeadLetters}: no dead letter is lost, and none is redriven twice. */
public abstract class DeadLetterConformance extends TaskStoreKit {
    /** For inheritors. */
    protected DeadLetterConformance() {}

    private DeadLetters letters() {
        return store().deadLetters();
    }

    private DeadLetter letter(String id) {
        return letters().read(List.of(id)).get(0).orElseThrow();
    }

    private static List<String> idsOf(List<DeadLetter> letters) {
        return letters.stream().map(letter -> letter.task().id()).toList();
    }

    private void killMany(String... ids) {
        for (String id : ids) {
            kill(task(id), "cause " + id.charAt(0));
            letTimePass(SHORT);
        }
    }

    @Test
    void aLetterKeepsTheStackTrace_throughEditsAndDiscards() {
        String trace = "java.lang.IllegalStateException: größer\n\tat shop.Mail.send(Mail.java:17)\n";
        enqueue(task("a"));
        finish(claimOne(), new End.Dead("no", "no", false, trace));
        assertThat(letter("a").stackTrace()).isEqualTo(trace);

        letters().edit(List.of(new Edit("a", letter("a").fence(), Bytes.ofText("b"))), By.person("ann", "typo"));
        letters().discard(List.of("a"), By.person("ann", "gone"));
        letters().restore(List.of("a"), By.person("ann", "back"));
        assertThat(letter("a").stackTrace()).isEqualTo(trace);

        letters().redrive(List.of("a"), By.person("ann", "again"));
        finish(claimOne(), new End.Dead("no", "no", false, null));
        assertThat(letter("a").stackTrace()).isNull();
    }

    @Test
    void aStackTraceIsCutToItsLimit() {
        enqueue(task("a"));
        finish(claimOne(), new End.Dead("no", "no", false, "\uD83D\uDE00".repeat(End.STACK_TRACE_LENGTH_MAX)));

        assertThat(String.valueOf(letter("a").stackTrace()))
                .hasSizeLessThanOrEqualTo(End.STACK_TRACE_LENGTH_MAX)
                .endsWith("…");
    }

    @Test
    void aLetterHasTheTasksBytesAndItsHistory() {
        Task task = new Task(
                "a", QUEUE, "welcome", Bytes.of(new byte[] {0, -1, 10}), Map.of("trace", "t1"), 3, 2, null, "order-1");
        enqueue(task);
        finish(claimOne(), new End.Retry(Duration.ZERO, "busy"));
        finish(claimOne(), new End.Dead("unknown kind", "unknown kind welcome"));

        DeadLetter letter = letter("a");

        assertThat(letter.task()).isEqualTo(task);
        assertThat(letter.reason()).isEqualTo("unknown kind");
        assertThat(letter.signature()).isEqualTo("unknown kind welcome");
        assertThat(letter.attempts()).isEqualTo(2);
        assertThat(letter.redrives()).isZero();
        assertThat(letter.discardedAt()).isNull();
        assertThat(letter.diedAt()).isAfterOrEqualTo(letter.enqueuedAt());
        assertThat(store().log("a", 0, 10)).extracting(LogEntry::words).containsExactly("busy", "unknown kind");
        TaskStatus status = find("a").orElseThrow();
        assertThat(status.state()).isEqualTo(TaskState.DEAD);
        assertThat(status.reason()).isEqualTo("unknown kind");
        assertThat(letters().read(List.of("never")).get(0)).isEmpty();
    }

    @Test
    void lettersAreReadPageByPage_fromEitherEnd() {
        killMany("a1", "a2", "a3", "a4", "a5");

        List<DeadLetter> newest = letters().page(Filter.all(), Order.NEWEST_FIRST, null, 2);
        List<DeadLetter> next =
                letters().page(Filter.all(), Order.NEWEST_FIRST, newest.get(1).cursor(), 2);
        List<DeadLetter> oldest = letters().page(Filter.all(), Order.OLDEST_FIRST, null, 3);
        List<DeadLetter> rest =
                letters().page(Filter.all(), Order.OLDEST_FIRST, oldest.get(2).cursor(), 3);

        assertThat(idsOf(newest)).containsExactly("a5", "a4");
        assertThat(idsOf(next)).containsExactly("a3", "a2");
        assertThat(idsOf(oldest)).containsExactly("a1", "a2", "a3");
        assertThat(idsOf(rest)).containsExactly("a4", "a5");
    }

    @Test
    void aFilterNarrowsPagesCountsAndGroups() {
        killMany("a1", "a2", "b1", "a3");
        letters().discard(List.of("a3"), By.person("ann", "not needed"));
        DeadLetter second = letter("a2");

        assertThat(idsOf(page(Filter.all().withSignature("cause a")))).containsExactly("a1", "a2");
        assertThat(idsOf(page(Filter.all().diedFrom(second.diedAt())))).containsExactly("a2", "b1");
        assertThat(idsOf(page(Filter.all().diedBefore(second.diedAt())))).containsExactly("a1");
        assertThat(idsOf(page(Filter.all().onlyDiscarded()))).containsExactly("a3");
        assertThat(page(Filter.all().inQueue("web"))).isEmpty();
        assertThat(page(Filter.all().ofKind("other"))).isEmpty();
        assertThat(letters().count(Filter.all().inQueue(QUEUE).ofKind("welcome")))
                .isEqualTo(3);
        assertThat(letters().count(Filter.all().diedFrom(second.diedAt()).withSignature("cause a")))
                .isEqualTo(1);
    }

    private List<DeadLetter> page(Filter filter) {
        return letters().page(filter, Order.OLDEST_FIRST, null, 100);
    }

    @Test
    void lettersOfOneCauseAreAGroup_theLargestFirst() {
        killMany("b1", "a1", "a2");

        List<DeadLetters.Group> groups = letters().groups(Filter.all(), 10);

        assertThat(groups).extracting(DeadLetters.Group::signature).containsExactly("cause a", "cause b");
        assertThat(groups.get(0))
                .isEqualTo(new DeadLetters.Group(
                        "cause a", 2, letter("a1").diedAt(), letter("a2").diedAt(), "a2"));
        assertThat(letters().groups(Filter.all(), 1)).hasSize(1);
        assertThat(letters().groups(Filter.all().withSignature("none"), 10)).isEmpty();
    }

    @Test
    void aRedriveKeepsIdAndKeys_andCountsAfresh() {
        Task task = keyed("a", QUEUE, "order-1");
        kill(task, "x");
        long fence = letter("a").fence();

        assertThat(letters().redrive(List.of("a", "never"), By.person("ann", "mended")))
                .containsExactly(true, false);

        Claimed again = claimOne();
        assertThat(again.task()).isEqualTo(task);
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.redrives()).isEqualTo(1);
        assertThat(again.fence()).as("fences keep rising").isGreaterThan(fence);
        assertThat(enqueue(keyed("b", QUEUE, "order-1"), Duration.ZERO).id()).isEqualTo("a");
        assertThat(letters().read(List.of("a")).get(0)).isEmpty();
        assertThat(eventsOf("a")).containsExactly(Event.DIED, Event.REDRIVEN);
        assertThat(store().log("a", fence, 1)).singleElement().satisfies(entry -> {
            assertThat(entry.who()).isEqualTo("ann");
            assertThat(entry.words()).isEqualTo("mended");
        });
    }

    @Test
    void keepsAsMuchOfAReasonAsFits() {
        kill(task("a"), "x");

        letters().redrive(List.of("a"), By.person("x".repeat(255), "y".repeat(End.WORDS_LENGTH_MAX + 1)));

        assertThat(store().log("a", 0, 10).get(1).words()).hasSize(End.WORDS_LENGTH_MAX);
    }

    @Test
    void whatDiesAgainRemembersItsRedrives() {
        kill(task("a"), "x");
        letters().redrive(List.of("a"), By.person("ann", "mended"));
        finish(claimOne(), dead("y"));

        assertThat(letter("a").redrives()).isEqualTo(1);
        assertThat(letter("a").signature()).isEqualTo("y");
        assertThat(eventsOf("a")).containsExactly(Event.DIED, Event.REDRIVEN, Event.DIED);
    }

    @Test
    void aLetterIsRedrivenOnce_whoeverAsksAndHoweverOften() {
        List<String> ids = IntStream.range(0, 40).mapToObj(i -> "a" + i).toList();
        ids.forEach(id -> kill(task(id), "x"));

        List<List<Boolean>> answers =
                Together.run(8, i -> () -> letters().redrive(ids, By.person("node-" + i, "mended")));

        assertThat(answers.stream().flatMap(Collection::stream).filter(moved -> moved))
                .hasSize(ids.size());
        assertThat(claimIds(100)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(letters().count(Filter.all())).isZero();
        assertThat(eventsOf("a7")).containsExactly(Event.DIED, Event.REDRIVEN);
    }

    @Test
    void anEditIsKeptByteForByte_andSoIsWhatWasThereBefore() {
        Bytes before = Bytes.ofText("{\"amount\": 9007199254740993}");
        Bytes after = Bytes.ofText("{\"amount\": 9007199254740995}");
        kill(task("a").withPayload(before), "x");
        long fence = letter("a").fence();
        assertThat(letter("a").task().payload()).isEqualTo(before);

        assertThat(letters().edit(List.of(new Edit("a", fence, after)), By.person("ann", "corrected")))
                .containsExactly(true);

        assertThat(letter("a").task().payload()).isEqualTo(after);
        assertThat(store().log("a", fence, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo(Event.EDITED);
            assertThat(entry.bytes()).isEqualTo(before);
            assertThat(entry.who()).isEqualTo("ann");
        });
        letters().redrive(List.of("a"), By.person("ann", "mended"));
        assertThat(claimOne().task().payload()).isEqualTo(after);
    }

    @Test
    void anEditOfWhatHasChangedSinceIsRefused_andARepeatedOneRecognisesItself() {
        kill(task("a"), "x");
        long fence = letter("a").fence();
        Edit edit = new Edit("a", fence, Bytes.ofText("ann's"));

        assertThat(letters().edit(List.of(edit), By.person("ann", "corrected"))).containsExactly(true);
        assertThat(letters().edit(List.of(edit), By.person("ann", "corrected"))).containsExactly(true);
        assertThat(letters().edit(List.of(new Edit("a", fence, Bytes.ofText("bob's"))), By.person("bob", "corrected")))
                .containsExactly(false);
        assertThat(letters().edit(List.of(new Edit("never", 1, Bytes.ofText("x"))), By.person("bob", "corrected")))
                .containsExactly(false);

        assertThat(letter("a").task().payload()).isEqualTo(Bytes.ofText("ann's"));
        assertThat(eventsOf("a")).containsExactly(Event.DIED, Event.EDITED);
    }

    @Test
    void whatIsDiscardedCanBeRestored_untilItIsPurged() {
        kill(task("a"), "x");
        kill(task("b"), "x");

        assertThat(letters().discard(List.of("a", "never", "b"), By.person("ann", "not needed")))
                .containsExactly(true, false, true);
        assertThat(letters().discard(List.of("a"), By.person("ann", "not needed")))
                .containsExactly(true);
        assertThat(stateOf("a")).isEqualTo(TaskState.DISCARDED);
        assertThat(letters().redrive(List.of("a"), By.person("ann", "mended")))
                .as("not before it is restored")
                .containsExactly(false);
        assertThat(store().purge(LONG, LONG, 10)).isZero();
        assertThat(letters().restore(List.of("a"), By.person("bob", "needed after all")))
                .containsExactly(true);
        assertThat(letters().restore(List.of("a"), By.person("bob", "needed after all")))
                .containsExactly(true);

        assertThat(store().purge(Duration.ZERO, Duration.ZERO, 10)).isEqualTo(1);

        assertThat(find("b")).isEmpty();
        assertThat(letters().restore(List.of("b"), By.person("bob", "needed after all")))
                .containsExactly(false);
        assertThat(stateOf("a")).isEqualTo(TaskState.DEAD);
        assertThat(eventsOf("a")).containsExactly(Event.DIED, Event.DISCARDED, Event.RESTORED);
    }
}
