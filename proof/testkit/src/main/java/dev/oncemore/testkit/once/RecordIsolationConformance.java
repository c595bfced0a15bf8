package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Conformance of a {@link JoiningStore} in a transaction whose snapshot is older than later commits of others, at each
 * isolation level: the store answers by the current state, or the transaction fails with a conflict and is retried as a
 * whole. An effect never happens twice.
 *
 * @param <C> the transaction's handle
 */
public abstract class RecordIsolationConformance<C> {
    private static final Scope SCOPE = Scope.of("acme", "payment:create");
    private static final Key KEY = SCOPE.key("inv-001");
    private static final Payload ASKED = Payload.json("{\"amount\": 100}");
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(20);
    /** Two, because the first attempt may conflict or see an old snapshot; the second sees the current state. */
    private static final int ATTEMPTS_MAX = 2;

    private @Nullable JoiningStore<C> opened;
    private @Nullable Fingerprint asked;
    private int tokens;

    /** For inheritors. */
    protected RecordIsolationConformance() {}

    /** An empty store, and an empty table for effects beside it. */
    protected abstract JoiningStore<C> openStore() throws Exception;

    /** The database's isolation levels, by name. */
    protected abstract List<String> levels() throws Exception;

    /** A new transaction at this level. */
    protected abstract C begin(String level) throws Exception;

    /** Reads a row that no test writes, so that the transaction takes its snapshot now. */
    protected abstract void fixSnapshot(C transaction) throws Exception;

    /** Whether the snapshot blocks all other writers until the transaction ends. */
    protected abstract boolean excludesWriters(String level);

    /** Commits and closes. */
    protected abstract void commit(C transaction) throws Exception;

    /** Rolls back and closes. */
    protected abstract void rollback(C transaction) throws Exception;

    /** Adds a row to the table of effects. */
    protected abstract void insertEffect(C transaction, String value) throws Exception;

    /** The number of committed rows in the table of effects. */
    protected abstract int countEffects() throws Exception;

    /** Whether a failure is a conflict after which the whole transaction is retried. */
    protected abstract boolean isConflict(Exception failure);

    private interface Step {
        void run() throws Exception;
    }

    /**
     * One history.
     *
     * @param before prepares the state of the snapshot
     * @param meanwhile commits by others after the snapshot
     * @param effects the number of effects in the end
     * @param atOnce whether the first attempt must succeed, because nothing conflicts with it
     * @param ends the expected outcome of the transaction
     */
    private record History(Step before, Step meanwhile, int effects, boolean atOnce, Class<?> ends, boolean isReplay) {}

    private JoiningStore<C> store() {
        return Objects.requireNonNull(opened, "no store is open");
    }

    private TransactionalOperation<String, C> pay(WhenUnknown whenUnknown) {
        return Once.on(store())
                .operation("payment:create", String.class)
                .whenUnknown(whenUnknown)
                .build();
    }

    private Map<String, History> histories() {
        Step nothing = () -> {};
        return Map.ofEntries(
                Map.entry("new", new History(nothing, nothing, 1, true, Outcome.Done.class, false)),
                Map.entry(
                        "new, then paid in another transaction",
                        new History(nothing, this::payElsewhere, 1, false, Outcome.Done.class, true)),
                Map.entry(
                        "new, then paid in a transaction that is rolled back",
                        new History(nothing, this::payInVain, 1, false, Outcome.Done.class, false)),
                Map.entry(
                        "new, then paid under a lease",
                        new History(nothing, this::payLeased, 0, false, Outcome.Done.class, true)),
                Map.entry(
                        "new, then claimed under a lease",
                        new History(nothing, () -> claim(LONG), 0, false, Outcome.InProgress.class, false)),
                Map.entry("paid", new History(this::payLeased, nothing, 0, true, Outcome.Done.class, true)),
                Map.entry("failed", new History(this::failRetryable, nothing, 1, true, Outcome.Done.class, false)),
                Map.entry(
                        "failed, then paid",
                        new History(this::failRetryable, this::payLeased, 0, false, Outcome.Done.class, true)),
                Map.entry("left behind", new History(this::leaveBehind, nothing, 1, true, Outcome.Done.class, false)),
                Map.entry(
                        "left behind, then ended by its owner",
                        new History(
                                this::leaveBehind,
                                () -> end(RecordState.SUCCEEDED, LONG),
                                0,
                                false,
                                Outcome.DoneWithoutValue.class,
                                true)),
                Map.entry(
                        "left behind, then refused for good by its owner",
                        new History(
                                this::leaveBehind,
                                () -> end(RecordState.FAILED_FINAL, LONG),
                                0,
                                false,
                                Outcome.Failed.class,
                                true)),
                Map.entry(
                        "unknown, then resolved",
                        new History(this::leaveUnknown, this::resolve, 0, false, Outcome.Done.class, true)),
                Map.entry(
                        "expired, then paid again",
                        new History(this::letExpire, this::payLeased, 0, false, Outcome.Done.class, true)));
    }

    @TestFactory
    Stream<DynamicTest> anEffectHappensOnce_whateverTheSnapshot() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (String level : levels()) {
            for (String history : histories().keySet().stream().sorted().toList()) {
                tests.add(DynamicTest.dynamicTest(
                        level + ": " + history,
                        () -> play(level, Objects.requireNonNull(histories().get(history)))));
            }
        }
        return tests.stream();
    }

    private void play(String level, History history) throws Exception {
        open();
        history.before.run();
        C transaction = beginBefore(level, history.meanwhile);
        Outcome<String> outcome = attempt(transaction);
        if (history.atOnce) {
            assertThat(outcome).as("the first attempt").isNotNull();
        }
        for (int attempt = 2; attempt <= ATTEMPTS_MAX && !isEnd(outcome, history); attempt++) {
            outcome = attempt(begin(level));
        }
        assertThat(outcome).isInstanceOf(history.ends);
        assertThat(Objects.requireNonNull(outcome).isReplay()).isEqualTo(history.isReplay);
        assertThat(countEffects()).isEqualTo(history.effects);
    }

    private static boolean isEnd(@Nullable Outcome<String> outcome, History history) {
        return history.ends.isInstance(outcome);
    }

    /** A transaction with a snapshot of the earlier state; if it would block the others' commits, they come first. */
    private C beginBefore(String level, Step meanwhile) throws Exception {
        if (excludesWriters(level)) {
            meanwhile.run();
        }
        C transaction = begin(level);
        fixSnapshot(transaction);
        if (!excludesWriters(level)) {
            meanwhile.run();
        }
        return transaction;
    }

    /** The outcome, or null after a conflict. */
    private @Nullable Outcome<String> attempt(C transaction) throws Exception {
        try {
            Outcome<String> outcome = pay(transaction);
            commit(transaction);
            return outcome;
        } catch (Exception e) {
            rollback(transaction);
            requireConflict(e);
            return null;
        }
    }

    private void requireConflict(Exception failure) {
        if (!isConflict(failure)) {
            throw new AssertionError("neither an answer nor a conflict to be retried", failure);
        }
        if (failure instanceof StoreException refused) {
            assertThat(refused).hasMessageContaining("roll back");
        }
    }

    private Outcome<String> pay(C transaction) throws Exception {
        return pay(WhenUnknown.RUN_AGAIN).within(transaction).key(KEY).run(ASKED, () -> {
            insertEffect(transaction, "paid");
            return "paid";
        });
    }

    private void payElsewhere() throws Exception {
        C other = begin(levels().get(0));
        assertThat(pay(other).isReplay()).isFalse();
        commit(other);
    }

    private void payInVain() throws Exception {
        C other = begin(levels().get(0));
        pay(other);
        rollback(other);
    }

    private void payLeased() {
        assertThat(pay(WhenUnknown.RUN_AGAIN).key(KEY).run(ASKED, claim -> "paid"))
                .isEqualTo(new Outcome.Done<>("paid", false));
    }

    private void failRetryable() {
        Outcome<String> ignored = pay(WhenUnknown.PARK).key(KEY).run(ASKED, claim -> {
            throw new StoreException(FailureKind.TRANSIENT, "not now", null);
        });
        assertThat(record().state()).isEqualTo(RecordState.FAILED_RETRYABLE);
    }

    private void leaveBehind() {
        claim(SHORT);
        Together.await("the lease is over", () -> record().leaseOver());
    }

    private void leaveUnknown() {
        claim(LONG);
        end(RecordState.UNKNOWN, LONG);
    }

    private void resolve() {
        assertThat(pay(WhenUnknown.PARK).key(KEY).resolveAsHappened("paid", null, By.person("ann", "seen at the bank")))
                .isTrue();
    }

    private void letExpire() {
        claim(LONG);
        end(RecordState.SUCCEEDED, SHORT);
        Together.await("it is expired", () -> record().expired());
    }

    private OnceRecord record() {
        return store().read(List.of(KEY)).get(0).orElseThrow();
    }

    private void claim(Duration lease) {
        assertThat(store().insertOrRead(List.of(newClaim(lease))).get(0).fence())
                .isNotNull();
    }

    private NewClaim newClaim(Duration lease) {
        return new NewClaim(KEY, Objects.requireNonNull(asked), "token" + ++tokens, "tester", lease);
    }

    /** The engine's fingerprint for this payload, read from a record that the engine wrote. */
    private Fingerprint fingerprint() {
        Key other = SCOPE.key("for its fingerprint");
        pay(WhenUnknown.PARK).key(other).run(ASKED, claim -> "paid").require();
        return store().read(List.of(other)).get(0).orElseThrow().fingerprint();
    }

    private void open() throws Exception {
        opened = openStore();
        asked = fingerprint();
    }

    private void end(RecordState state, Duration retention) {
        assertThat(store().finish(List.of(finish(record().fence(), state, retention))))
                .containsExactly(true);
    }

    private static RecordFinish finish(long fence, RecordState state, Duration retention) {
        return new RecordFinish(KEY, fence, state, null, "no value", null, retention);
    }

    @TestFactory
    Stream<DynamicTest> aVerbThatComesTooLate_isRefused_whateverTheSnapshot() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (String level : levels()) {
            tests.add(late(
                    level,
                    "an end by a deposed owner",
                    this::leaveBehind,
                    this::takeOver,
                    (joined, fence) -> joined.finish(List.of(finish(fence, RecordState.FAILED_FINAL, LONG)))
                            .get(0)));
            tests.add(late(
                    level,
                    "an end beside another one",
                    () -> claim(LONG),
                    () -> end(RecordState.SUCCEEDED, LONG),
                    (joined, fence) -> joined.finish(List.of(finish(fence, RecordState.FAILED_FINAL, LONG)))
                            .get(0)));
            tests.add(late(
                    level,
                    "an extension of what has ended",
                    () -> claim(LONG),
                    () -> end(RecordState.SUCCEEDED, LONG),
                    (joined, fence) -> joined.extend(List.of(new RecordExtension(KEY, fence, LONG)))
                            .get(0)));
            tests.add(late(
                    level,
                    "an extension by a deposed owner",
                    this::leaveBehind,
                    this::takeOver,
                    (joined, fence) -> joined.extend(List.of(new RecordExtension(KEY, fence, LONG)))
                            .get(0)));
            tests.add(late(
                    level,
                    "a second take-over",
                    this::leaveBehind,
                    this::takeOver,
                    (joined, fence) -> joined.takeOver(List.of(new TakeOver(newClaim(LONG), fence, false)))
                            .get(0)
                            .isPresent()));
            tests.add(late(
                    level,
                    "a take-over of what has ended",
                    this::leaveBehind,
                    () -> end(RecordState.SUCCEEDED, LONG),
                    (joined, fence) -> joined.takeOver(List.of(new TakeOver(newClaim(LONG), fence, false)))
                            .get(0)
                            .isPresent()));
        }
        return tests.stream();
    }

    private interface Verb {
        boolean call(RecordStore joined, long fence);
    }

    private DynamicTest late(String level, String name, Step before, Step meanwhile, Verb verb) {
        return DynamicTest.dynamicTest(level + ": " + name, () -> {
            open();
            before.run();
            long fence = record().fence();
            C transaction = beginBefore(level, meanwhile);
            OnceRecord after = record();
            Callable<Boolean> late = () -> verb.call(store().join(transaction), fence);
            try {
                assertThat(late.call()).isFalse();
                commit(transaction);
            } catch (Exception e) {
                rollback(transaction);
                requireConflict(e);
            }
            assertThat(record()).isEqualTo(after);
        });
    }

    private void takeOver() {
        assertThat(store().takeOver(List.of(new TakeOver(newClaim(LONG), record().fence(), false)))
                        .get(0))
                .isPresent();
    }
}
