package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Conformance of a {@link RecordStore}, verb by verb.
 *
 * <pre>{@code
 * class PostgresStoreTest extends RecordStoreConformance {
 *     @Override
 *     protected RecordStore openStore() {
 *         return …; // an empty one
 *     }
 * }
 * }</pre>
 *
 * <p>Override {@link #letTimePass} if tests advance the store's clock, and {@link #setClockBack} if they can set it back.
 * JUnit and AssertJ come with this module.
 */
public abstract class RecordStoreConformance extends EndsWithClaims {
    private static final Duration STEP = Duration.ofHours(2);
    private static final int THREADS = 64;

    /** For inheritors. */
    protected RecordStoreConformance() {}

    /**
     * Sets the store's clock back, as a failover to a server whose clock is behind does; forward again when it is negative.
     * Tests that need it are skipped if this returns false, as it does by default.
     */
    protected boolean setClockBack(Duration by) {
        return false;
    }

    @Test
    void aNewClaimIsRunning_withEverythingItWasMadeWith() {
        long fence = insert(key("a"), LONG);

        OnceRecord record = read(key("a"));
        assertThat(record.key()).isEqualTo(key("a"));
        assertThat(record.state()).isEqualTo(RecordState.RUNNING);
        assertThat(record.fence()).isEqualTo(fence);
        assertThat(record.token()).isEqualTo("token1");
        assertThat(record.who()).isEqualTo("tester");
        assertThat(record.attempts()).isEqualTo(1);
        assertThat(record.fingerprint()).isEqualTo(fingerprint("payload"));
        assertThat(record.leaseOver()).isFalse();
        assertThat(record.expired()).isFalse();
        assertThat(record.expiresAt()).isNull();
        assertThat(record.leaseUntil()).isAfter(record.createdAt());
        assertThat(record.response()).isNull();
    }

    private NewOutcome outcome(Key key, RecordState state, @Nullable String response) {
        NewClaim claim = claim(key, LONG);
        return new NewOutcome(
                claim,
                new RecordFinish(
                        key,
                        0,
                        state,
                        response == null ? null : Bytes.ofText(response),
                        response == null ? null : "text",
                        "words",
                        new Resource("payment", "p-1"),
                        LONG));
    }

    @Test
    void anOutcomeWithoutAClaimIsSettledFromTheStart() {
        assertThat(store().insertSettled(List.of(outcome(key("a"), RecordState.SUCCEEDED, "r"))))
                .containsExactly(true);

        OnceRecord record = read(key("a"));
        assertThat(record.state()).isEqualTo(RecordState.SUCCEEDED);
        assertThat(record.attempts()).isEqualTo(1);
        assertThat(record.fingerprint()).isEqualTo(fingerprint("payload"));
        assertThat(record.who()).isEqualTo("tester");
        assertThat(record.response()).isEqualTo(Bytes.ofText("r"));
        assertThat(record.label()).isEqualTo("text");
        assertThat(record.error()).isEqualTo("words");
        assertThat(record.resource()).isEqualTo(new Resource("payment", "p-1"));
        assertThat(record.leaseUntil()).isNull();
        assertThat(record.expiresAt()).isNotNull().isAfter(record.createdAt());
        assertThat(record.expired()).isFalse();
    }

    @Test
    void anOutcomeWithoutAClaimRecognisesItself_andChangesNoOtherRecord() {
        NewOutcome first = outcome(key("a"), RecordState.SUCCEEDED, "first");
        assertThat(store().insertSettled(List.of(first))).containsExactly(true);
        OnceRecord before = read(key("a"));
        long running = insert(key("b"), LONG);

        assertThat(store().insertSettled(List.of(
                        outcome(key("b"), RecordState.SUCCEEDED, "r"),
                        first,
                        outcome(key("c"), RecordState.FAILED_FINAL, null))))
                .containsExactly(false, true, true);
        assertThat(store().insertSettled(List.of(outcome(key("a"), RecordState.SUCCEEDED, "second"))))
                .containsExactly(false);

        assertThat(read(key("a"))).isEqualTo(before);
        assertThat(read(key("b")).state()).isEqualTo(RecordState.RUNNING);
        assertThat(read(key("b")).fence()).isEqualTo(running);
        assertThat(read(key("c")).state()).isEqualTo(RecordState.FAILED_FINAL);
    }

    @Test
    void anUnknownOutcomeWithoutAClaimIsTakenOver_asTheSecondAttempt() {
        store().insertSettled(List.of(outcome(key("a"), RecordState.UNKNOWN, null)));
        OnceRecord unknown = read(key("a"));
        assertThat(unknown.expiresAt()).isNull();

        long fence = takeOver(key("a"), unknown.fence()).orElseThrow();

        assertThat(fence).isGreaterThan(unknown.fence());
        assertThat(read(key("a")).attempts()).isEqualTo(2);
        assertThat(finish(key("a"), fence, RecordState.SUCCEEDED, LONG)).isTrue();
    }

    @Test
    void ofManyOutcomesOfOneKeyOneIsRecorded() {
        List<Boolean> recorded = Together.run(
                16,
                i -> () -> store().insertSettled(List.of(outcome(key("a"), RecordState.SUCCEEDED, "r" + i)))
                        .get(0));

        assertThat(recorded).containsOnlyOnce(true);
    }

    @Test
    void aLargeBatchOfOutcomesIsAnsweredInOrder() {
        store().insertSettled(List.of(outcome(key("k7"), RecordState.SUCCEEDED, "before")));
        List<NewOutcome> outcomes = IntStream.range(0, 256)
                .mapToObj(i -> outcome(key("k" + i), RecordState.SUCCEEDED, "r" + i))
                .toList();

        List<Boolean> answers = store().insertSettled(outcomes);

        assertThat(answers).hasSize(256);
        assertThat(IntStream.range(0, 256).filter(i -> !answers.get(i))).containsExactly(7);
        assertThat(read(key("k255")).response()).isEqualTo(Bytes.ofText("r255"));
    }

    @Test
    void aSecondClaimFindsTheFirst_andChangesNothing() {
        long fence = insert(key("a"), LONG);
        OnceRecord before = read(key("a"));

        Inserted second = store().insertOrRead(List.of(claim(key("a"), SHORT))).get(0);

        assertThat(second.fence()).isNull();
        assertThat(second.existing()).isNotNull().extracting(OnceRecord::fence).isEqualTo(fence);
        assertThat(read(key("a"))).isEqualTo(before);
    }

    @Test
    void aClaimThatIsRepeatedRecognisesItself() {
        NewClaim claim = claim(key("a"), LONG);
        Long first = store().insertOrRead(List.of(claim)).get(0).fence();

        Long second = store().insertOrRead(List.of(claim)).get(0).fence();

        assertThat(second).isNotNull().isEqualTo(first);
        assertThat(read(key("a")).attempts()).isEqualTo(1);
    }

    @Test
    void aBatchOfOldAndNewIsAnsweredInOrder() {
        long b = insert(key("b"), LONG);

        List<Inserted> answers =
                store().insertOrRead(List.of(claim(key("c"), LONG), claim(key("b"), LONG), claim(key("a"), LONG)));

        assertThat(answers.get(0).fence()).isNotNull();
        assertThat(answers.get(1).existing())
                .isNotNull()
                .extracting(OnceRecord::fence)
                .isEqualTo(b);
        assertThat(answers.get(2).fence()).isNotNull();
        assertThat(store().read(List.of(key("a"), key("x"), key("b"))))
                .extracting(Optional::isPresent)
                .containsExactly(true, false, true);
    }

    @Test
    void aLargeBatchIsAnsweredInOrder() {
        List<NewClaim> claims =
                IntStream.range(0, 256).mapToObj(i -> claim(key("k" + i), LONG)).toList();

        List<Inserted> inserted = store().insertOrRead(claims);
        List<RecordFinish> finishes = IntStream.range(0, 256)
                .mapToObj(i -> new RecordFinish(
                        key("k" + i),
                        Optional.ofNullable(inserted.get(i).fence()).orElseThrow(),
                        RecordState.SUCCEEDED,
                        Bytes.ofText("r" + i),
                        null,
                        null,
                        LONG))
                .toList();

        assertThat(store().finish(finishes)).hasSize(256).containsOnly(true);
        assertThat(read(key("k255")).response()).isEqualTo(Bytes.ofText("r255"));
        assertThat(store().finish(finishes)).as("safe to repeat").containsOnly(true);
        assertThat(store().insertOrRead(List.of())).isEmpty();
    }

    @Test
    void anOutcomeIsKeptToTheLastByte() {
        byte[] all = new byte[70_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        String error = "Ünïcödé \n\t 請求書 \uD83D\uDE00 '\"\\";
        Resource resource = new Resource("請求書", "12345");
        long fence = insert(key("a"), LONG);

        store().finish(List.of(
                new RecordFinish(key("a"), fence, RecordState.FAILED_FINAL, Bytes.of(all), error, resource, LONG)));

        OnceRecord record = read(key("a"));
        assertThat(record.state()).isEqualTo(RecordState.FAILED_FINAL);
        assertThat(record.response()).isEqualTo(Bytes.of(all));
        assertThat(record.error()).isEqualTo(error);
        assertThat(record.resource()).isEqualTo(resource);
        assertThat(record.expiresAt()).isAfter(record.updatedAt());
        assertThat(record.leaseUntil()).isNull();
    }

    @Test
    void theWordsOfAFailureAreKept_whateverTheyAre() {
        long fence = insert(key("a"), LONG);
        RecordFinish finish = new RecordFinish(
                key("a"), fence, RecordState.FAILED_FINAL, null, "nul \0 lone \uDC00" + "x".repeat(20_000), null, LONG);

        assertThat(store().finish(List.of(finish))).containsExactly(true);

        assertThat(read(key("a")).error()).isEqualTo(finish.error()).startsWith("nul \uFFFD lone \uFFFDxxx");
    }

    @Test
    void aBatchThatFailedMidwayIsRepeatedAsAWhole() {
        List<NewClaim> batch = List.of(claim(key("a"), LONG), claim(key("b"), LONG), claim(key("c"), LONG));
        Long done = store().insertOrRead(batch.subList(1, 2)).get(0).fence();

        List<Inserted> repeated = store().insertOrRead(batch);

        assertThat(repeated).extracting(Inserted::fence).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(repeated.get(1).fence()).isEqualTo(done);
    }

    @Test
    void anEmptyOutcomeIsNotNoOutcome() {
        long empty = insert(key("empty"), LONG);
        long none = insert(key("none"), LONG);

        store().finish(List.of(
                new RecordFinish(key("empty"), empty, RecordState.SUCCEEDED, Bytes.of(new byte[0]), null, null, LONG),
                new RecordFinish(key("none"), none, RecordState.SUCCEEDED, null, null, null, LONG)));

        assertThat(read(key("empty")).response()).isEqualTo(Bytes.of(new byte[0]));
        assertThat(read(key("none")).response()).isNull();
    }

    @Test
    void aFinishUnderAnOldFenceIsRefused_andTheNewOwnersOutcomeStands() {
        long zombie = insert(key("a"), SHORT);
        awaitLeaseOver(key("a"));
        long owner = takeOver(key("a"), zombie).orElseThrow();

        assertThat(finish(key("a"), zombie, RecordState.FAILED_FINAL, LONG)).isFalse();
        assertThat(finish(key("a"), owner, RecordState.SUCCEEDED, LONG)).isTrue();
        assertThat(finish(key("a"), zombie, RecordState.FAILED_FINAL, LONG)).isFalse();
        assertThat(read(key("a")).state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aHeartbeatUnderAnOldFenceIsRefused() {
        long zombie = insert(key("a"), SHORT);
        awaitLeaseOver(key("a"));
        long owner = takeOver(key("a"), zombie).orElseThrow();

        assertThat(store().extend(List.of(new RecordExtension(key("a"), zombie, LONG))))
                .containsExactly(false);
        assertThat(store().extend(List.of(new RecordExtension(key("a"), owner, LONG))))
                .containsExactly(true);
    }

    @Test
    void aFinishThatIsRepeatedSucceedsAgain_butNothingElseCanFollow() {
        long fence = insert(key("a"), LONG);

        assertThat(finish(key("a"), fence, RecordState.SUCCEEDED, LONG)).isTrue();
        assertThat(finish(key("a"), fence, RecordState.SUCCEEDED, LONG))
                .as("the same fence again, with the same state")
                .isTrue();
        assertThat(finish(key("a"), fence, RecordState.FAILED_FINAL, LONG))
                .as("the same fence again, with another state than the one on record")
                .isFalse();
        assertThat(finish(key("b"), fence, RecordState.SUCCEEDED, LONG))
                .as("no such record")
                .isFalse();
        assertThat(store().extend(List.of(new RecordExtension(key("a"), fence, LONG))))
                .containsExactly(false);
    }

    @Test
    void aLiveLeaseIsNotTakenOver_andAHeartbeatKeepsItAlive() {
        long fence = insert(key("a"), LONG);
        assertThat(takeOver(key("a"), fence)).isEmpty();

        long other = insert(key("b"), SHORT);
        assertThat(store().extend(List.of(new RecordExtension(key("b"), other, LONG))))
                .containsExactly(true);
        letTimePass(SHORT.multipliedBy(2));

        assertThat(read(key("b")).leaseOver()).isFalse();
        assertThat(takeOver(key("b"), other)).isEmpty();
    }

    @Test
    void aTakeOverNeedsTheFenceThatWasRead_countsAttempts_andIsSafeToRepeat() {
        long first = insert(key("a"), LONG);
        finish(key("a"), first, RecordState.FAILED_RETRYABLE, LONG);
        TakeOver takeOver = new TakeOver(claim(key("a"), LONG), first, false);

        long second = store().takeOver(List.of(takeOver)).get(0).orElseThrow();

        assertThat(second).isGreaterThan(first);
        assertThat(store().takeOver(List.of(takeOver))).as("the same claimant").containsExactly(Optional.of(second));
        assertThat(takeOver(key("a"), first)).as("another one").isEmpty();
        assertThat(read(key("a")).attempts()).isEqualTo(2);
        assertThat(read(key("a")).state()).isEqualTo(RecordState.RUNNING);
        assertThat(read(key("a")).response()).isNull();
    }

    @Test
    void fencesOnlyRise_throughReleaseExpiryAndPurge() {
        List<Long> fences = new ArrayList<>();
        fences.add(insert(key("a"), LONG));
        finish(key("a"), fences.get(0), RecordState.FAILED_RETRYABLE, LONG);
        fences.add(takeOver(key("a"), fences.get(0)).orElseThrow());
        finish(key("a"), fences.get(1), RecordState.SUCCEEDED, SHORT);
        awaitExpired(key("a"));
        fences.add(store().takeOver(List.of(new TakeOver(claim(key("a"), LONG), fences.get(1), true)))
                .get(0)
                .orElseThrow());
        assertThat(read(key("a")).attempts()).as("counted afresh").isEqualTo(1);
        finish(key("a"), fences.get(2), RecordState.SUCCEEDED, SHORT);
        forget(key("a"));
        fences.add(insert(key("a"), LONG));

        assertThat(fences).isSorted().doesNotHaveDuplicates();
    }

    /** Removes an expired record: by default time passes and the store is purged. */
    protected void forget(Key key) {
        awaitExpired(key);
        Together.await(key + " is purged", () -> {
            letTimePass(Duration.ofDays(2));
            store().purge(100);
            return store().read(List.of(key)).get(0).isEmpty();
        });
    }

    @Test
    void whenTheClockStepsBackALivingOwnerKeepsItsLease_andAHeartbeatPutsItRight() {
        insert(key("a"), LONG);
        stepBack();

        long fence = read(key("a")).fence();
        assertThat(read(key("a")).leaseOver()).isFalse();
        assertThat(takeOver(key("a"), fence)).isEmpty();
        assertThat(store().extend(List.of(new RecordExtension(key("a"), fence, LONG))))
                .containsExactly(true);

        insert(key("new"), LONG);
        assertThat(Duration.between(leaseUntil(key("a")), leaseUntil(key("new")))
                        .abs())
                .as("as long as one that begins now, not two hours longer")
                .isLessThan(Duration.ofMinutes(1));
        assertThat(finish(key("a"), fence, RecordState.SUCCEEDED, LONG)).isTrue();
    }

    private Instant leaseUntil(Key key) {
        return Objects.requireNonNull(read(key).leaseUntil());
    }

    @Test
    void whenTheClockStepsBackADeadOwnersLeaseEnds_atTheLatestWhenItHasCaughtUp() {
        insert(key("a"), SHORT);
        stepBack();
        // Until then a store may keep it, because a dead owner looks like one whose next heartbeat is due.
        setClockBack(STEP.negated());
        awaitLeaseOver(key("a"));

        long fence = read(key("a")).fence();
        assertThat(takeOver(key("a"), fence))
                .get()
                .asInstanceOf(InstanceOfAssertFactories.LONG)
                .isGreaterThan(fence);
    }

    @Test
    void whenTheClockStepsBackFencesRiseAllTheSame() {
        finish(key("a"), insert(key("a"), LONG), RecordState.FAILED_RETRYABLE, LONG);
        stepBack();

        long before = read(key("a")).fence();
        long fence = takeOver(key("a"), before).orElseThrow();

        assertThat(fence).isGreaterThan(before);
        assertThat(finish(key("a"), before, RecordState.SUCCEEDED, LONG))
                .as("the deposed owner")
                .isFalse();
        assertThat(finish(key("a"), fence, RecordState.SUCCEEDED, LONG)).isTrue();
    }

    @Test
    void whenTheClockStepsBackNoOutcomeIsForgottenEarly() {
        finish(key("before"), insert(key("before"), LONG), RecordState.SUCCEEDED, LONG);
        insert(key("across"), LONG);
        stepBack();
        finish(key("across"), read(key("across")).fence(), RecordState.SUCCEEDED, LONG);

        store().purge(100);

        assertThat(read(key("before")).expired()).isFalse();
        OnceRecord across = read(key("across"));
        assertThat(across.expired()).isFalse();
        assertThat(Duration.between(across.updatedAt(), Objects.requireNonNull(across.expiresAt())))
                .as("the whole retention, from the outcome")
                .isBetween(LONG.minusMinutes(1), LONG.plusMinutes(1));
    }

    private void stepBack() {
        Assumptions.assumeTrue(setClockBack(STEP), "the clock of this store cannot be set back");
    }

    @Test
    void purgeTakesNeitherRunningNorUnknownNorUnexpiredRecords() {
        insert(key("live"), LONG);
        insert(key("abandoned"), SHORT);
        finish(key("unknown"), insert(key("unknown"), LONG), RecordState.UNKNOWN, SHORT);
        finish(key("kept"), insert(key("kept"), LONG), RecordState.SUCCEEDED, Duration.ofDays(30));
        awaitLeaseOver(key("abandoned"));

        store().purge(100);

        assertThat(store().read(List.of(key("live"), key("abandoned"), key("unknown"), key("kept"))))
                .extracting(Optional::isPresent)
                .containsOnly(true);
        assertThat(read(key("unknown")).expired()).isFalse();
        assertThat(read(key("unknown")).expiresAt()).isNull();
    }

    @Test
    void retentionCountsFromTheEnd_notFromTheClaim() {
        long fence = insert(key("a"), SHORT);
        awaitLeaseOver(key("a"));
        finish(key("a"), fence, RecordState.SUCCEEDED, LONG);

        OnceRecord record = read(key("a"));
        assertThat(record.updatedAt()).isAfter(record.createdAt());
        assertThat(record.expiresAt()).isAfterOrEqualTo(record.updatedAt().plus(LONG));
    }

    @Test
    void keysThatDifferByCaseOrTrailingSpaceAreDifferentKeys() {
        List<String> values = List.of("abc", "ABC", "abc ", " abc", "abc  ", "Abc", "a%c", "a_c", "~", "'", "\\", "\"");

        Set<Long> fences = new HashSet<>();
        for (String value : values) {
            fences.add(insert(key(value), LONG));
        }

        assertThat(fences).hasSameSizeAs(values);
        for (String value : values) {
            assertThat(read(key(value)).key().value()).isEqualTo(value);
        }
        assertThat(insert(key("x".repeat(255)), LONG)).isPositive();
    }

    @Test
    void partsDoNotRunTogether() {
        insert(Scope.of("a", "b").key("c:d"), LONG);
        insert(Scope.of("a", "b:c").key("d"), LONG);
        insert(Scope.of("a/b", "c").key("d"), LONG);
        insert(Scope.of("a", "b/c").key("d"), LONG);
        insert(Scope.of("a", "b", "c").key("d"), LONG);
        insert(Scope.of("a%2Fb", "c").key("d"), LONG);

        assertThat(read(Scope.of("a/b", "c").key("d")).key().scope()).isEqualTo(Scope.of("a/b", "c"));
    }

    @Test
    void of64ThreadsThatClaimOneKeyExactlyOneIsFirst() {
        for (int round = 0; round < 5; round++) {
            Key key = key("contended" + round);
            List<Inserted> answers = Together.run(
                    THREADS,
                    i -> () -> store().insertOrRead(List.of(claim(key, LONG))).get(0));

            assertThat(answers.stream().filter(answer -> answer.fence() != null))
                    .hasSize(1);
        }
    }

    @Test
    void of64ThreadsThatTakeOverExactlyOneDoes() {
        for (int round = 0; round < 5; round++) {
            Key key = key("left" + round);
            long fence = insert(key, LONG);
            finish(key, fence, RecordState.FAILED_RETRYABLE, LONG);

            List<Optional<Long>> answers = Together.run(THREADS, i -> () -> takeOver(key, fence));

            assertThat(answers.stream().flatMap(Optional::stream)).hasSize(1);
        }
    }

    @Test
    void batchesOf64ThreadsOverTheSameManyKeysNeitherDeadlockNorDouble() {
        int keys = 40;
        List<List<Inserted>> answers = Together.run(THREADS, i -> () -> {
            List<NewClaim> batch = new ArrayList<>();
            for (int k = 0; k < keys; k++) {
                batch.add(claim(key("many" + k), LONG));
            }
            Collections.rotate(batch, i);
            List<Inserted> unrotated = new ArrayList<>(store().insertOrRead(batch));
            Collections.rotate(unrotated, -i);
            return unrotated;
        });

        for (int k = 0; k < keys; k++) {
            int own = k;
            assertThat(answers.stream().filter(batch -> batch.get(own).fence() != null))
                    .as("key %s", k)
                    .hasSize(1);
        }
    }
}
