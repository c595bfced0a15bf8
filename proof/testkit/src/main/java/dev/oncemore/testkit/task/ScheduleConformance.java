package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.schedule.FiringHandler;
import dev.oncemore.task.schedule.FiringRecord;
import dev.oncemore.task.schedule.FiringRecord.Outcome;
import dev.oncemore.task.schedule.Misfire;
import dev.oncemore.task.schedule.Overlap;
import dev.oncemore.task.schedule.ScheduleOptions;
import dev.oncemore.task.schedule.ScheduleRegistry;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.LogEntry.Event;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Conformance of {@link Schedules} on every store. Schedules fire every second, so that tests can use real clocks. */
public abstract class ScheduleConformance extends TaskStoreKit {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration OUTAGE = Duration.ofHours(3);
    private static final String NAME = "beat";
    private static final RetryPolicy AT_ONCE =
            RetryPolicy.named("at-once").maxAttempts(3).backoff(Backoff.none()).build();

    private final List<Firing> fired = Collections.synchronizedList(new ArrayList<>());
    private final List<Schedules> open = new ArrayList<>();

    /** For inheritors. */
    protected ScheduleConformance() {}

    @AfterEach
    final void close() {
        open.forEach(Schedules::close);
    }

    private Node node(String name, Duration clockShift, ScheduleOptions options, FiringHandler handler) {
        TaskStore seen = clockShift.isZero() ? store() : new ShiftedClockStore(store(), clockShift);
        TaskSettings settings = TaskSettings.standard().policy(AT_ONCE).owner(name);
        Tasks tasks = Tasks.on(seen, settings);
        Schedules schedules = Schedules.on(tasks).every(NAME, SECOND, options, handler);
        open.add(schedules);
        return new Node(schedules, tasks.manualWorker());
    }

    private Node node(ScheduleOptions options) {
        return node("node", Duration.ZERO, options, fired::add);
    }

    /** Declares the schedule as if long ago, with no node running since. */
    private void declareAndGoAway(ScheduleOptions options) {
        node("gone", OUTAGE.negated(), options, fired::add);
        // Instants that were due long ago come before any that others plan from now on.
        Together.await("the tick is due", () -> {
            letTimePass(SHORT);
            return store().queues().list().stream().anyMatch(queue -> queue.ready() > 0);
        });
    }

    private record Node(Schedules schedules, ManualWorker worker) {}

    private void crankUntilFired(Node node, int count) {
        Together.await(count + " firings", () -> {
            letTimePass(SHORT);
            node.worker.runAll();
            return fired.size() >= count;
        });
    }

    private List<Instant> instants() {
        return fired.stream().map(Firing::instant).toList();
    }

    private List<FiringRecord> history(Node node) {
        return node.schedules.history(NAME, store().now().plusSeconds(5), 1_000);
    }

    @Test
    void anInstantIsFiredOnce_onHoweverManyNodes() {
        List<Node> nodes = IntStream.range(0, 10)
                .mapToObj(i -> node("node-" + i, Duration.ZERO, ScheduleOptions.standard(), fired::add))
                .toList();

        Together.await("three firings", () -> {
            letTimePass(SHORT);
            Together.run(nodes.size(), i -> () -> nodes.get(i).worker.runAll());
            return fired.size() >= 3;
        });

        assertThat(instants()).doesNotHaveDuplicates();
        Instant first = instants().get(0);
        assertThat(instants()).contains(first.plusSeconds(1), first.plusSeconds(2));
    }

    @Test
    void notEvenNodesThatAreWrongAboutTheTimeByHoursFireAnInstantTwice() {
        ScheduleOptions options = ScheduleOptions.standard().misfire(Misfire.fireEach(3));
        List<Node> nodes = Stream.of(-2, 0, 2)
                .map(hours -> node("node" + hours, Duration.ofHours(hours), options, fired::add))
                .toList();

        Together.await("firings by all of them", () -> {
            letTimePass(SHORT);
            nodes.forEach(node -> node.worker.runAll());
            return fired.size() >= 10;
        });

        assertThat(instants()).doesNotHaveDuplicates();
    }

    @Test
    void aPausedScheduleSkipsItsInstants_untilItIsResumed() {
        Node node = node(ScheduleOptions.standard());
        ScheduleRegistry book = ScheduleRegistry.on(store());
        assertThat(book.pause("no such schedule", By.person("ann", "x"))).isFalse();
        assertThat(book.pause(NAME, By.person("ann", "prices are being checked")))
                .isTrue();

        Together.await("an instant is skipped", () -> {
            letTimePass(SHORT);
            node.worker.runAll();
            return history(node).stream().anyMatch(row -> row.outcome() == Outcome.SKIPPED);
        });

        assertThat(fired).isEmpty();
        assertThat(history(node).stream().map(FiringRecord::why))
                .anyMatch(why -> why != null && why.contains("paused by ann: prices are being checked"));
        assertThat(book.resume(NAME)).isTrue();
        assertThat(book.resume(NAME)).isFalse();
        crankUntilFired(node, 1);
    }

    @Test
    void aScheduleIsKnownToOthers_whoCanFireItBesideItsTimetable() {
        Node node = node(ScheduleOptions.standard().queue(Tasks.DEFAULT_QUEUE).overlap(Overlap.QUEUE));
        ScheduleRegistry book = ScheduleRegistry.on(store());
        book.pause(NAME, By.person("ann", "only by hand"));

        String id = book.run(NAME).orElseThrow();
        crankUntilFired(node, 1);

        assertThat(fired.get(0).key()).isEqualTo(id);
        assertThat(fired.get(0).period().end())
                .isEqualTo(fired.get(0).period().start().plus(SECOND));
        assertThat(book.run("no such schedule")).isEmpty();
        ScheduleRegistry.Declared declared = book.list(null, 10).get(0);
        assertThat(declared.history(store().now().plusSeconds(1), 100))
                .filteredOn(FiringRecord::manual)
                .as("a run by hand is in the job log")
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.taskId()).isEqualTo(id);
                    assertThat(row.outcome()).isEqualTo(Outcome.DONE);
                });
        assertThat(declared.name()).isEqualTo(NAME);
        assertThat(declared.timetable()).isEqualTo("every 1 s");
        assertThat(declared.isPlanned()).isTrue();
        List<Instant> next = declared.next(5);
        assertThat(next).hasSize(5).doesNotHaveDuplicates().isSorted();
        assertThat(book.list(NAME, 10)).isEmpty();
        assertThat(book.forget(NAME)).isTrue();
        assertThat(book.find(NAME)).isEmpty();
    }

    @Test
    void aForgottenScheduleLeavesTheRunsOfOthersAlone_evenIfTheirNamesBeginWithItsOwn() {
        ScheduleOptions byHand =
                ScheduleOptions.standard().queue(Tasks.DEFAULT_QUEUE).overlap(Overlap.QUEUE);
        Node node = node(byHand);
        String other = NAME + "@night";
        node.schedules().every(other, SECOND, byHand, fired::add);
        ScheduleRegistry book = ScheduleRegistry.on(store());
        String id = book.run(other).orElseThrow();
        assertThat(book.run(NAME)).isPresent();

        assertThat(book.forget(NAME)).isTrue();

        assertThat(book.find(other).orElseThrow().history(store().now().plusSeconds(1), 100))
                .filteredOn(FiringRecord::manual)
                .extracting(FiringRecord::taskId)
                .containsExactly(id);
    }

    @Test
    void everyFiringHasItsPeriodAndLeavesARow() {
        Node node = node(ScheduleOptions.standard());

        crankUntilFired(node, 2);

        Firing firing = fired.get(1);
        assertThat(firing.period().end()).isEqualTo(firing.instant());
        assertThat(firing.period().start()).isEqualTo(fired.get(0).instant());
        FiringRecord row = history(node).get(0);
        assertThat(row.outcome()).isEqualTo(Outcome.DONE);
        assertThat(row.schedule()).isEqualTo(NAME);
        assertThat(row.taskId()).isEqualTo(NAME + "@" + row.instant());
        assertThat(Objects.requireNonNull(row.started())).isAfterOrEqualTo(row.instant());
        assertThat(Objects.requireNonNull(row.ended())).isAfterOrEqualTo(row.started());
        assertThat(node.schedules.history(NAME, row.instant(), 1).get(0).instant())
                .isEqualTo(row.instant().minusSeconds(1));
    }

    @Test
    void missedInstantsFireOnce_forAllOfThem() {
        declareAndGoAway(ScheduleOptions.standard());

        crankUntilFired(node(ScheduleOptions.standard()), 1);

        Firing firing = fired.get(0);
        assertThat(firing.instant()).isBefore(store().now().minus(OUTAGE).plusSeconds(60));
        assertThat(firing.period().start()).isEqualTo(firing.instant().minusSeconds(1));
        assertThat(firing.period().end()).isAfter(firing.instant().plus(OUTAGE).minusSeconds(60));
    }

    @Test
    void missedInstantsFireEach_upToTheBound() {
        ScheduleOptions options =
                ScheduleOptions.standard().misfire(Misfire.fireEach(5)).grace(SECOND);
        declareAndGoAway(options);
        Node node = node(options);

        crankUntilFired(node, 5);

        List<Instant> first = instants().subList(0, 5);
        assertThat(first).isSorted().doesNotHaveDuplicates();
        assertThat(Duration.between(first.get(0), first.get(4))).isEqualTo(Duration.ofSeconds(4));
        assertThat(first.get(0)).isAfter(store().now().minusSeconds(60));
    }

    @Test
    void missedInstantsAreSkipped_andTheLogSaysSo() {
        ScheduleOptions options =
                ScheduleOptions.standard().misfire(Misfire.skip()).grace(SECOND);
        declareAndGoAway(options);
        Node node = node(options);

        crankUntilFired(node, 1);

        assertThat(fired.get(0).instant()).isAfter(store().now().minusSeconds(60));
        Instant longAgo = store().now().minus(OUTAGE).plusSeconds(60);
        assertThat(node.schedules.history(NAME, longAgo, 10)).singleElement().satisfies(row -> {
            assertThat(row.outcome()).isEqualTo(Outcome.SKIPPED);
            assertThat(row.why()).startsWith("skipped: missed by ").contains("all up to");
        });
    }

    @Test
    void aFiringWhoseNodeDiedIsDoneByAnother() {
        Node node = node(ScheduleOptions.standard().overlap(Overlap.QUEUE));
        List<Claimed> held = new ArrayList<>();
        Together.await("a firing on a node that dies", () -> {
            letTimePass(SHORT);
            for (Claimed claimed : claimDefaultQueue()) {
                if (claimed.task().kind().equals("schedule:" + NAME)) {
                    held.add(claimed);
                } else {
                    finish(claimed, new End.Released());
                    node.worker.runOne(Tasks.DEFAULT_QUEUE);
                }
            }
            return !held.isEmpty();
        });
        String id = held.get(0).task().id();
        awaitLeaseOver(id);

        crankUntilFired(node, 1);

        assertThat(fired.get(0).key()).isEqualTo(id);
        assertThat(fired.get(0).task().attempt()).isEqualTo(2);
        assertThat(eventsOf(id)).containsExactly(Event.ABANDONED, Event.DONE);
    }

    private List<Claimed> claimDefaultQueue() {
        return store().claim(
                        new ClaimRequest("dead", SHORT, 1, List.of(new ClaimRequest.Share(Tasks.DEFAULT_QUEUE, 1))));
    }

    @Test
    void whileAFiringWaitsToBeRetried_theNextAreSkipped_asAlreadyRunning() {
        RetryPolicy slow = RetryPolicy.named("slow")
                .maxAttempts(3)
                .backoff(Backoff.fixed(LONG).noJitter())
                .build();
        Node node = node("node", Duration.ZERO, ScheduleOptions.standard().policy(slow), firing -> {
            fired.add(firing);
            throw new ConnectException("refused");
        });

        crankUntilFired(node, 1);
        Instant next = fired.get(0).instant().plusSeconds(1);
        Together.await("the next instant is skipped", () -> {
            letTimePass(SHORT);
            node.worker.runAll();
            return history(node).stream().anyMatch(row -> row.outcome() == Outcome.SKIPPED);
        });

        List<FiringRecord> rows = node.schedules.history(NAME, next.plusSeconds(1), 2);
        assertThat(rows.get(0).instant()).isEqualTo(next);
        assertThat(rows.get(0).why())
                .startsWith("skipped: already running: " + fired.get(0).key());
        assertThat(rows.get(1).outcome()).isEqualTo(Outcome.WAITING);
        assertThat(fired).hasSize(1);
    }

    @Test
    void aFiringThatFailsForGoodIsADeadLetter_andTheScheduleGoesOn() {
        AtomicInteger tries = new AtomicInteger();
        Node node = node("node", Duration.ZERO, ScheduleOptions.standard(), firing -> {
            fired.add(firing);
            if (tries.incrementAndGet() <= 3) {
                throw new ConnectException("refused");
            }
        });

        crankUntilFired(node, 4);

        String id = fired.get(0).key();
        assertThat(fired.subList(0, 3))
                .allSatisfy(firing -> assertThat(firing.key()).isEqualTo(id));
        assertThat(fired.get(3).key()).isNotEqualTo(id);
        assertThat(node.schedules.history(NAME, fired.get(0).instant().plusSeconds(1), 1))
                .singleElement()
                .satisfies(row -> assertThat(row.outcome()).isEqualTo(Outcome.FAILED))
                .satisfies(row -> assertThat(row.why()).contains("gave up after 3 of 3 attempts"));
    }
}
