package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Batches that a healthy caller never sends, and verbs that come too late. */
abstract class AdversarialBatches extends RecordStoreKit {
    private static final int BURST = 16;

    AdversarialBatches() {}

    private static RecordFinish end(Key key, long fence, RecordState state) {
        return new RecordFinish(key, fence, state, Bytes.ofText("by " + fence), null, null, LONG);
    }

    /** A claim that was deposed, and the one that took over from it. */
    private record Rivals(long deposed, long owner) {}

    private Rivals rivals(Key key) {
        long deposed = insert(key, SHORT);
        awaitLeaseOver(key);
        return new Rivals(deposed, takeOver(key, deposed).orElseThrow());
    }

    @Test
    void oneKeyUnderTwoFencesInABatchOfEnds_isAnsweredByFence() {
        for (boolean ownerFirst : List.of(true, false)) {
            Key key = key("ends" + ownerFirst);
            Rivals rivals = rivals(key);
            List<RecordFinish> batch = new ArrayList<>(List.of(
                    end(key, rivals.owner, RecordState.SUCCEEDED),
                    end(key, rivals.deposed, RecordState.SUCCEEDED),
                    end(key("other" + ownerFirst), insert(key("other" + ownerFirst), LONG), RecordState.FAILED_FINAL)));
            List<Boolean> expected = new ArrayList<>(List.of(true, false, true));
            if (!ownerFirst) {
                Collections.reverse(batch);
                Collections.reverse(expected);
            }

            assertThat(store().finish(batch)).isEqualTo(expected);
            assertThat(store().finish(batch)).as("safe to repeat").isEqualTo(expected);

            assertThat(read(key).fence()).isEqualTo(rivals.owner);
            assertThat(read(key).response()).isEqualTo(Bytes.ofText("by " + rivals.owner));
        }
    }

    @Test
    void oneKeyUnderTwoFencesInABatchOfExtensions_isAnsweredByFence() {
        for (boolean ownerFirst : List.of(true, false)) {
            Key key = key("lives" + ownerFirst);
            Rivals rivals = rivals(key);
            List<RecordExtension> batch = new ArrayList<>(List.of(
                    new RecordExtension(key, rivals.owner, LONG),
                    new RecordExtension(key, rivals.deposed, SHORT),
                    new RecordExtension(key("other" + ownerFirst), insert(key("other" + ownerFirst), LONG), LONG)));
            List<Boolean> expected = new ArrayList<>(List.of(true, false, true));
            if (!ownerFirst) {
                Collections.reverse(batch);
                Collections.reverse(expected);
            }

            assertThat(store().extend(batch)).isEqualTo(expected);

            letTimePass(SHORT.multipliedBy(2));
            assertThat(read(key).leaseOver()).as("it has the owner's lease").isFalse();
        }
    }

    @Test
    void deposedAndRightfulEndsOfManyKeys_areToldApart() {
        List<RecordFinish> ends = new ArrayList<>();
        List<Boolean> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Key key = key("k" + i);
            Rivals rivals = rivals(key);
            boolean rightful = i % 2 == 0;
            ends.add(end(key, rightful ? rivals.owner : rivals.deposed, RecordState.SUCCEEDED));
            expected.add(rightful);
        }

        assertThat(store().finish(ends)).isEqualTo(expected);

        for (int i = 0; i < 6; i++) {
            assertThat(read(key("k" + i)).state())
                    .as("k%d", i)
                    .isEqualTo(i % 2 == 0 ? RecordState.SUCCEEDED : RecordState.RUNNING);
        }
    }

    @Test
    void aBatchThatNamesSomethingTwiceIsRefused_andDoesNothing() {
        NewClaim once = claim(key("a"), LONG);
        NewClaim twice = claim(key("a"), LONG);
        NewClaim other = claim(key("b"), LONG);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().insertOrRead(List.of(once, other, twice)))
                .withMessageContaining("more than once");
        assertThat(store().read(List.of(key("a"), key("b")))).containsOnly(Optional.empty());

        long fence = insert(key("c"), LONG);
        finish(key("c"), fence, RecordState.FAILED_RETRYABLE, LONG);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().takeOver(List.of(
                        new TakeOver(claim(key("c"), LONG), fence, false),
                        new TakeOver(claim(key("c"), LONG), fence, false))))
                .withMessageContaining("more than once");
        assertThat(read(key("c")).fence()).isEqualTo(fence);

        long running = insert(key("d"), LONG);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().finish(List.of(
                        end(key("d"), running, RecordState.SUCCEEDED),
                        end(key("d"), running, RecordState.FAILED_FINAL))))
                .withMessageContaining("more than once");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().extend(List.of(
                        new RecordExtension(key("d"), running, LONG), new RecordExtension(key("d"), running, SHORT))))
                .withMessageContaining("more than once");
        assertThat(read(key("d")).state()).isEqualTo(RecordState.RUNNING);
        assertThat(store().read(List.of(key("d"), key("d"))))
                .as("a look-up may repeat itself")
                .extracting(Optional::isPresent)
                .containsExactly(true, true);
    }

    @Test
    void aRecordThatSettledAfterItsLeaseWasOver_isNotTakenOverByItsOldFence() {
        for (RecordState end : List.of(RecordState.SUCCEEDED, RecordState.FAILED_FINAL)) {
            Key late = key("late" + end);
            Key left = key("left" + end);
            long fence = insert(late, SHORT);
            long leftFence = insert(left, SHORT);
            awaitLeaseOver(late);
            awaitLeaseOver(left);
            // Another node has read both of them as left behind; only then the first one's owner reports.
            assertThat(finish(late, fence, end, LONG)).isTrue();
            OnceRecord settled = read(late);

            List<Optional<Long>> answers = store().takeOver(List.of(
                    new TakeOver(claim(late, LONG), fence, false), new TakeOver(claim(left, LONG), leftFence, false)));

            assertThat(answers.get(0)).as("%s stays", end).isEmpty();
            assertThat(answers.get(1)).isPresent();
            assertThat(read(late)).isEqualTo(settled);
        }
    }

    @Test
    void onlyAnExpiredRecordIsForgottenByATakeOver() {
        long settled = insert(key("settled"), LONG);
        finish(key("settled"), settled, RecordState.SUCCEEDED, LONG);
        long unknown = insert(key("unknown"), LONG);
        finish(key("unknown"), unknown, RecordState.UNKNOWN, SHORT);
        long abandoned = insert(key("abandoned"), SHORT);
        awaitLeaseOver(key("abandoned"));

        assertThat(store().takeOver(List.of(
                        new TakeOver(claim(key("settled"), LONG), settled, true),
                        new TakeOver(claim(key("unknown"), LONG), unknown, true),
                        new TakeOver(claim(key("abandoned"), LONG), abandoned, true))))
                .containsOnly(Optional.empty());
        assertThat(read(key("settled")).state()).isEqualTo(RecordState.SUCCEEDED);
        assertThat(read(key("unknown")).state()).isEqualTo(RecordState.UNKNOWN);
        assertThat(read(key("abandoned")).fence()).isEqualTo(abandoned);
    }

    @Test
    void anotherFenceThanTheRecords_changesNothing() {
        long first = insert(key("a"), LONG);
        finish(key("a"), first, RecordState.FAILED_RETRYABLE, LONG);
        long fence = takeOver(key("a"), first).orElseThrow();
        insert(key("b"), SHORT);
        awaitLeaseOver(key("b"));
        OnceRecord running = read(key("a"));
        OnceRecord abandoned = read(key("b"));

        for (long wrong : List.of(first, fence + 1, 0L, -1L, Long.MAX_VALUE)) {
            assertThat(finish(key("a"), wrong, RecordState.SUCCEEDED, LONG)).isFalse();
            assertThat(store().extend(List.of(new RecordExtension(key("a"), wrong, Duration.ofDays(1)))))
                    .containsExactly(false);
        }
        for (long wrong : List.of(abandoned.fence() + 1, abandoned.fence() - 1, 0L, Long.MAX_VALUE)) {
            assertThat(takeOver(key("b"), wrong)).as("fence %d", wrong).isEmpty();
        }
        assertThat(read(key("a"))).isEqualTo(running);
        assertThat(read(key("b"))).isEqualTo(abandoned);
    }

    @Test
    void aPurgeAmongExpiredRecords_takesNoLiveLeaseAndNothingUnknown() {
        for (int i = 0; i < 3; i++) {
            Key key = key("old" + i);
            finish(key, insert(key, LONG), RecordState.SUCCEEDED, SHORT);
            awaitExpired(key);
        }
        insert(key("live"), LONG);
        finish(key("unknown"), insert(key("unknown"), LONG), RecordState.UNKNOWN, Duration.ZERO);

        store().purge(100);

        assertThat(store().read(List.of(key("live"), key("unknown"))))
                .extracting(Optional::isPresent)
                .containsExactly(true, true);
    }

    @Test
    void theSameOperationAndKeyOfAnotherTenant_isAnotherRecord() {
        Key acme = Scope.of("acme", "payment:create").key("inv-001");
        Key bolt = Scope.of("bolt", "payment:create").key("inv-001");
        List<RecordStore.Inserted> claimed = store().insertOrRead(List.of(claim(acme, LONG), claim(bolt, LONG)));
        long acmes = Optional.ofNullable(claimed.get(0).fence()).orElseThrow();
        long bolts = Optional.ofNullable(claimed.get(1).fence()).orElseThrow();

        assertThat(store().finish(List.of(
                        end(acme, acmes, RecordState.SUCCEEDED), end(bolt, bolts, RecordState.FAILED_RETRYABLE))))
                .containsExactly(true, true);
        assertThat(takeOver(bolt, bolts)).isPresent();

        assertThat(read(acme).state()).isEqualTo(RecordState.SUCCEEDED);
        assertThat(read(acme).response()).isEqualTo(Bytes.ofText("by " + acmes));
        assertThat(read(bolt).state()).isEqualTo(RecordState.RUNNING);
        assertThat(read(bolt).key()).isEqualTo(bolt);
    }

    @Test
    void ofABurstForOneNewKeyOnABusyFront_oneRunsTheEffect() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch gathered = new CountDownLatch(1);
        Key blocking = key("blocking");
        RecordStore held = new DelegatingRecordStore(store()) {
            @Override
            public List<Inserted> insertOrRead(List<NewClaim> claims) {
                if (claims.stream().anyMatch(claim -> claim.key().equals(blocking))) {
                    busy.countDown();
                    Together.await(gathered);
                }
                return super.insertOrRead(claims);
            }

            @Override
            public int concurrentBatches() {
                return 1;
            }
        };
        Once once = Once.on(held, OnceSettings.standard().waitAtMost(Duration.ZERO));
        Operation<String> pay = once.operation("payment:create", String.class).build();
        AtomicInteger effects = new AtomicInteger();
        CountDownLatch answered = new CountDownLatch(BURST - 1);
        start(() -> pay.key(blocking).run(Payload.none(), claim -> "first").require());
        Together.await(busy);
        List<Thread> callers = new ArrayList<>();
        List<FutureTask<Outcome<String>>> burst = new ArrayList<>();
        for (int i = 0; i < BURST; i++) {
            FutureTask<Outcome<String>> call = new FutureTask<>(() -> {
                Outcome<String> outcome = pay.key(key("new")).run(Payload.none(), claim -> {
                    if (effects.incrementAndGet() == 1) {
                        Together.await(answered); // the others get their answers while this one runs
                    }
                    return "done";
                });
                answered.countDown();
                return outcome;
            });
            burst.add(call);
            callers.add(start(call));
        }
        Together.await(
                "all wait for the next batch",
                () -> callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING));

        gathered.countDown();

        List<Outcome<String>> outcomes = burst.stream().map(Together::result).toList();
        assertThat(effects).hasValue(1);
        assertThat(outcomes.stream().filter(Outcome.Done.class::isInstance)).hasSize(1);
        assertThat(outcomes.stream().filter(Outcome.InProgress.class::isInstance))
                .hasSize(BURST - 1);
    }

    private static Thread start(Runnable call) {
        Thread thread = new Thread(call);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
