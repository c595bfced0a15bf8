package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.oncemore.By;
import dev.oncemore.once.Claim;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Finding;
import dev.oncemore.once.NotDoneException;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.Scope;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conformance of {@link Once} on every store, for effects in other systems. */
public abstract class OnceConformance {
    private static final Payload ASKED = Payload.json("{\"amount\": 100, \"currency\": \"JPY\"}");
    private static final Payload ASKED_OTHERWISE = Payload.json("{\"amount\": 101, \"currency\": \"JPY\"}");

    private static final By MARIA = By.person("maria", "seen at the bank");

    private final AtomicInteger effects = new AtomicInteger();
    private @Nullable RecordStore opened;

    /** For inheritors. */
    protected OnceConformance() {}

    /** An empty store. */
    protected abstract RecordStore openStore();

    /** Advances time on a store with virtual time; by default real time passes. */
    protected void letTimePass(Duration span) {}

    @BeforeEach
    final void open() {
        opened = openStore();
    }

    private RecordStore store() {
        return Objects.requireNonNull(opened, "no store is open");
    }

    private Once once() {
        return once(OnceSettings.standard());
    }

    private Once once(OnceSettings settings) {
        return Once.on(store(), settings.who("tester"));
    }

    private Operation<String> pay() {
        return pay(once());
    }

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    private static Key key() {
        return Scope.of("acme", "payment:create").key("inv-001");
    }

    private String charge(Claim claim) {
        claim.created("payment", "p-" + effects.incrementAndGet());
        return "charged " + effects.get();
    }

    private static NewClaim deadOwnersClaim(Payload payload, Duration lease) {
        Fingerprint fingerprint =
                payload.fingerprint(Fingerprinter.plain(), key().scope().operation());
        return new NewClaim(key(), fingerprint, "dead", "tester", lease);
    }

    /** A claim whose owner crashed. */
    private void abandon(Payload payload) {
        NewClaim left = deadOwnersClaim(payload, Duration.ofMillis(20));
        assertThat(store().insertOrRead(List.of(left)).get(0).fence()).isNotNull();
        letTimePass(Duration.ofMillis(40));
        Together.await(
                "the lease is over",
                () -> store().read(List.of(key())).get(0).orElseThrow().leaseOver());
    }

    @Test
    void theFirstRunsTheEffect_andEveryLaterOneGetsTheSameOutcome() {
        Outcome<String> first = pay().key(key()).run(ASKED, this::charge);
        Outcome<String> second = pay().key(key()).run(ASKED, this::charge);

        assertThat(first).isEqualTo(new Outcome.Done<>("charged 1", false));
        assertThat(second).isEqualTo(new Outcome.Done<>("charged 1", true));
        assertThat(second.isReplay()).isTrue();
        assertThat(effects).hasValue(1);
    }

    @Test
    void anotherPayloadIsAMismatch_andNothingRuns() {
        pay().key(key()).run(ASKED, this::charge).require();

        Outcome<String> other = pay().key(key()).run(ASKED_OTHERWISE, this::charge);

        assertThat(other).isInstanceOf(Outcome.Mismatch.class);
        assertThat(other.describe()).contains("was used with another payload");
        assertThat(effects).hasValue(1);
        Assertions.assertThatExceptionOfType(NotDoneException.class).isThrownBy(other::require);
    }

    @Test
    void theSamePayloadInOtherWordsIsTheSame() {
        pay().key(key()).run(ASKED, this::charge).require();

        Outcome<String> again =
                pay().key(key()).run(Payload.json("{ \"currency\":\"JPY\", \"amount\":1e2 }"), this::charge);

        assertThat(again.isReplay()).isTrue();
    }

    @Test
    void mismatchWinsOverInProgress() throws Exception {
        whileTheEffectRuns(() -> assertThat(pay(once(OnceSettings.standard().waitAtMost(Duration.ZERO)))
                        .key(key())
                        .run(ASKED_OTHERWISE, this::charge))
                .isInstanceOf(Outcome.Mismatch.class));
    }

    @Test
    void aCallerThatDoesNotWaitIsToldThatItIsInProgress() throws Exception {
        whileTheEffectRuns(() -> assertThat(pay(once(OnceSettings.standard().waitAtMost(Duration.ZERO)))
                        .key(key())
                        .run(ASKED, this::charge))
                .isInstanceOf(Outcome.InProgress.class));
    }

    private void whileTheEffectRuns(Runnable duplicate) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Outcome<String>> owner =
                CompletableFuture.supplyAsync(() -> pay().key(key()).run(ASKED, claim -> {
                    running.countDown();
                    release.await();
                    return charge(claim);
                }));
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        try {
            duplicate.run();
        } finally {
            release.countDown();
        }
        assertThat(owner.get(30, TimeUnit.SECONDS).require()).isEqualTo("charged 1");
    }

    @Test
    void of64CallersOneRunsTheEffect_andTheOthersWaitForItsOutcome() {
        Once once = once(OnceSettings.standard().waitAtMost(Duration.ofMinutes(1)));

        List<Outcome<String>> outcomes =
                Together.run(64, i -> () -> pay(once).key(key()).run(ASKED, this::charge));

        assertThat(effects).hasValue(1);
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.require()).isEqualTo("charged 1"));
        assertThat(outcomes.stream().filter(outcome -> !outcome.isReplay())).hasSize(1);
    }

    @Test
    void of64CallersWithKeysOfTheirOwnEachRunsItsEffect() {
        Once once = once();

        List<Outcome<String>> outcomes = Together.run(
                64,
                i -> () -> pay(once)
                        .key(Scope.of("acme", "payment:create").key("k" + i))
                        .run(ASKED, claim -> {
                            effects.incrementAndGet();
                            return "own " + i;
                        }));

        assertThat(effects).hasValue(64);
        for (int i = 0; i < 64; i++) {
            assertThat(outcomes.get(i)).isEqualTo(new Outcome.Done<>("own " + i, false));
        }
    }

    @Test
    void whenTheOwnerFails_exactlyOneOfThoseWhoWaitTakesOver() throws Exception {
        Once once = once(OnceSettings.standard().waitAtMost(Duration.ofMinutes(1)));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Outcome<String>> owner =
                CompletableFuture.supplyAsync(() -> pay(once).key(key()).run(ASKED, claim -> {
                    running.countDown();
                    release.await();
                    throw new Failing(Classification.transientFailure("busy"));
                }));
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<List<Outcome<String>>> waiting = CompletableFuture.supplyAsync(() ->
                Together.run(64, i -> () -> pay(once).key(key()).run(ASKED, this::charge)));

        release.countDown();

        assertThat(owner.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Failed.class);
        assertThat(waiting.get(60, TimeUnit.SECONDS))
                .allSatisfy(outcome -> assertThat(outcome.require()).isEqualTo("charged 1"));
        assertThat(effects).hasValue(1);
    }

    @Test
    void aPassingFailureMayBeTriedAgain_underAHigherFence() {
        long[] fences = new long[2];
        Outcome<String> failed = pay().key(key()).run(ASKED, claim -> {
            fences[0] = claim.fence();
            throw new Failing(Classification.transientFailure("busy"));
        });
        Outcome<String> done = pay().key(key()).run(ASKED, claim -> {
            fences[1] = claim.fence();
            assertThat(claim.attempt()).isEqualTo(2);
            return charge(claim);
        });

        assertThat(failed)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class, f -> assertThat(f.isFinal()).isFalse());
        assertThat(done).isEqualTo(new Outcome.Done<>("charged 1", false));
        assertThat(fences[1]).isGreaterThan(fences[0]);
    }

    @Test
    void aRefusalForGoodIsReplayed() {
        Outcome<String> failed = pay().key(key()).run(ASKED, claim -> {
            throw new Failing(Classification.rejected("insufficient funds"));
        });
        Outcome<String> again = pay().key(key()).run(ASKED, this::charge);

        assertThat(failed)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class, f -> assertThat(f.isFinal()).isTrue());
        assertThat(again).isInstanceOfSatisfying(Outcome.Failed.class, f -> {
            assertThat(f.isReplay()).isTrue();
            assertThat(f.reason()).contains("insufficient funds");
        });
        assertThat(effects).hasValue(0);
    }

    @Test
    void anOwnerThatDiedIsParked_untilAPersonSaysWhatHappened() {
        abandon(ASKED);
        Once once = once();

        assertThat(pay(once).key(key()).run(ASKED, this::charge)).isInstanceOf(Outcome.Unknown.class);
        assertThat(pay(once).key(key()).run(ASKED, this::charge)).isInstanceOf(Outcome.Unknown.class);
        assertThat(effects).hasValue(0);

        assertThat(pay(once).key(key()).resolveAsHappened("seen", new Resource("payment", "7"), MARIA))
                .isTrue();
        assertThat(pay(once).key(key()).run(ASKED, this::charge)).isEqualTo(new Outcome.Done<>("seen", true));
        assertThat(once.resolveAsNotHappened(key(), MARIA))
                .as("it is not unknown any more")
                .isFalse();
    }

    @Test
    void aPersonMaySayThatItDidNotHappen_andThenItRuns() {
        abandon(ASKED);
        Once once = once();
        assertThat(pay(once).key(key()).run(ASKED, this::charge)).isInstanceOf(Outcome.Unknown.class);

        assertThat(once.resolveAsNotHappened(key(), MARIA)).isTrue();

        assertThat(pay(once).key(key()).run(ASKED, this::charge)).isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void anOwnerThatDiedIsRunAgain_withTheSameKeyForTheOtherSide_whenThatIsDeclared() {
        abandon(ASKED);
        String[] keys = new String[2];

        Outcome<String> outcome = pay(once(OnceSettings.standard().whenUnknown(WhenUnknown.RUN_AGAIN)))
                .key(key())
                .run(ASKED, claim -> {
                    keys[0] = claim.downstreamKey();
                    return charge(claim);
                });
        pay().key(Scope.of("acme", "payment:create").key("inv-002"))
                .run(ASKED, claim -> {
                    keys[1] = claim.downstreamKey();
                    return "other";
                })
                .require();

        assertThat(outcome).isEqualTo(new Outcome.Done<>("charged 1", false));
        assertThat(keys[0]).hasSize(32).isNotEqualTo(keys[1]);
    }

    @Test
    void anOwnerThatDiedIsReconciled_whenThatIsDeclared() {
        abandon(ASKED);
        Operation<String> found = once().operation("payment:create", String.class)
                .whenUnknown(claim -> Reconciled.happened("found over there"))
                .build();

        assertThat(found.key(key()).run(ASKED, this::charge)).isEqualTo(new Outcome.Done<>("found over there", true));
        assertThat(effects).hasValue(0);
    }

    @Test
    void whatAReconcilerFindsIsRecordedOnlyIfItCanBeReplayed() {
        abandon(ASKED);
        Operation<String> confused = once().operation("payment:create", String.class)
                .whenUnknown(claim -> ofAnotherType())
                .build();

        assertThat(confused.key(key()).run(ASKED, this::charge))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("java.lang.Integer"));
        assertThat(effects).hasValue(0);
    }

    @SuppressWarnings("unchecked") // as callers do that ignore the compiler
    private static Reconciled<String> ofAnotherType() {
        return (Reconciled<String>) (Reconciled<?>) Reconciled.happened(7);
    }

    @Test
    void aLostReplyIsUnknown_alsoWhereItIsRunAgain_andTheCauseIsTold() {
        Once again = once(OnceSettings.standard().whenUnknown(WhenUnknown.RUN_AGAIN));

        Outcome<String> lost = pay(again).key(key()).run(ASKED, claim -> {
            throw new Failing(Classification.unknownOutcome("cut off"));
        });

        Outcome.Unknown<String> unknown = (Outcome.Unknown<String>) lost;
        assertThat(unknown.runsAgain()).isTrue();
        assertThat(unknown.cause()).containsInstanceOf(Failing.class);
        assertThat(lost.describe()).contains("cut off").contains("call again with the same key");
        assertThat(again.find(key()))
                .isInstanceOfSatisfying(
                        Finding.Known.class,
                        known -> assertThat(known.found().state()).isEqualTo(RecordState.UNKNOWN));
        assertThat(pay(again).key(key()).run(ASKED, this::charge)).isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void whatCannotBeReadAnyMoreIsDoneWithoutAValue_neverRunAgain() {
        pay().key(key()).run(ASKED, this::charge).require();
        Codec<Integer> other = Codec.of(
                number -> Integer.toString(number).getBytes(StandardCharsets.US_ASCII),
                bytes -> Integer.parseInt(new String(bytes, StandardCharsets.US_ASCII)));

        Outcome<Integer> replay = once().operation("payment:create", other)
                .build()
                .key(key())
                .run(ASKED, claim -> effects.incrementAndGet());

        assertThat(replay)
                .isInstanceOfSatisfying(
                        Outcome.DoneWithoutValue.class,
                        done -> assertThat(done.reason()).contains("another codec"));
        assertThat(effects).hasValue(1);
    }

    @Test
    void reconcilingMayFindThatNothingHappened_orThatNobodyCanTell() {
        abandon(ASKED);
        Operation<String> puzzled = once().operation("payment:create", String.class)
                .whenUnknown(claim -> {
                    throw new IllegalStateException("the other side is down");
                })
                .build();
        assertThat(puzzled.key(key()).run(ASKED, this::charge))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("the other side is down"));

        Operation<String> clear = once().operation("payment:create", String.class)
                .whenUnknown(claim -> Reconciled.didNotHappen())
                .build();
        assertThat(clear.key(key()).run(ASKED, this::charge)).isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void aLostReplyIsUnknown_neverTheAnswer() {
        Outcome<String> lost = pay().key(key()).run(ASKED, claim -> {
            effects.incrementAndGet();
            throw new Failing(Classification.unknownOutcome("cut off"));
        });

        assertThat(lost).isInstanceOf(Outcome.Unknown.class);
        assertThat(pay().key(key()).run(ASKED, this::charge)).isInstanceOf(Outcome.Unknown.class);
        assertThat(effects).hasValue(1);
    }

    @Test
    void aZombieIsTold_andItsOutcomeIsDiscarded() {
        Once sleepy = once();

        Outcome<String> zombie = pay(sleepy).key(key()).run(ASKED, claim -> {
            // While this owner is paused, its lease ends and another one does the work.
            store().finish(List.of(new RecordFinish(
                    key(), claim.fence(), RecordState.FAILED_RETRYABLE, null, null, null, Duration.ofHours(1))));
            pay().key(key()).run(ASKED, other -> "by the new owner").require();
            return "too late";
        });

        assertThat(zombie).isInstanceOf(Outcome.Deposed.class);
        assertThat(pay().key(key()).run(ASKED, this::charge)).isEqualTo(new Outcome.Done<>("by the new owner", true));
    }

    @Test
    void anOutcomeTooLargeToKeepIsDoneAllTheSame() {
        Once small = once(OnceSettings.standard().responseBytesMax(10));

        Outcome<String> first = pay(small).key(key()).run(ASKED, claim -> charge(claim) + " and much more");
        Outcome<String> second = pay(small).key(key()).run(ASKED, this::charge);

        assertThat(first).isInstanceOf(Outcome.DoneWithoutValue.class);
        assertThat(second).isInstanceOf(Outcome.DoneWithoutValue.class);
        assertThat(second.describe()).contains("at most 10 are kept");
        assertThat(effects).hasValue(1);
    }

    @Test
    void anOutcomeThatCannotBeWrittenIsDoneAllTheSame() {
        Codec<String> broken = Codec.of(
                value -> {
                    throw new IllegalStateException("cannot write");
                },
                bytes -> "never");

        assertThat(once().operation("payment:create", broken).build().key(key()).run(ASKED, this::charge))
                .isInstanceOf(Outcome.DoneWithoutValue.class);
        assertThat(once().operation("payment:create", broken).build().key(key()).run(ASKED, this::charge))
                .isInstanceOf(Outcome.DoneWithoutValue.class);
        assertThat(effects).hasValue(1);
    }

    @Test
    void nodesWhoseClocksAreTwoHoursApartAgree_becauseOnlyTheStoresClockCounts() {
        Once behind = onANodeThatIsAheadBy(Duration.ZERO);
        Once ahead = onANodeThatIsAheadBy(Duration.ofHours(2));

        Outcome<String> first = pay(behind).key(key()).run(ASKED, claim -> {
            assertThat(pay(ahead).key(key()).run(ASKED, this::charge))
                    .as("the lease of 30 s is not over for a node whose clock is two hours ahead")
                    .isInstanceOf(Outcome.InProgress.class);
            return charge(claim);
        });

        assertThat(first).isEqualTo(new Outcome.Done<>("charged 1", false));
        assertThat(pay(ahead).key(key()).run(ASKED, this::charge)).isEqualTo(new Outcome.Done<>("charged 1", true));
        assertThat(pay(behind).key(key()).run(ASKED, this::charge)).isEqualTo(new Outcome.Done<>("charged 1", true));
    }

    @Test
    void aLeaseThatIsOverIsOverForANodeThatIsTwoHoursBehind() {
        abandon(ASKED);

        assertThat(pay(onANodeThatIsAheadBy(Duration.ofHours(-2))).key(key()).run(ASKED, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    private Once onANodeThatIsAheadBy(Duration span) {
        VirtualTime time = new VirtualTime(Duration.ofDays(1).plus(span).toNanos());
        return once(OnceSettings.standard()
                .time(time)
                .executor(Runnable::run)
                .waitAtMost(Duration.ZERO)
                .whenUnknown(WhenUnknown.RUN_AGAIN));
    }

    @Test
    void theLookUpTellsWhatIsKnown() {
        assertThat(once().find(key())).isEqualTo(Finding.NeverSeen.INSTANCE);
        pay().key(key()).run(ASKED, this::charge).require();

        assertThat(once().find(key())).isInstanceOfSatisfying(Finding.Known.class, known -> {
            assertThat(known.found().state()).isEqualTo(RecordState.SUCCEEDED);
            assertThat(known.found().who()).isEqualTo("tester");
            assertThat(known.found().resource()).isEqualTo(new Resource("payment", "p-1"));
            assertThat(known.found().response()).isEqualTo(Bytes.ofText("charged 1"));
        });
    }

    @Test
    void aForgottenOutcomeIsToldApartFromOneNeverSeen_andTheKeyIsNewAgain() {
        long fence = Objects.requireNonNull(
                store().insertOrRead(List.of(deadOwnersClaim(ASKED_OTHERWISE, Duration.ofHours(1))))
                        .get(0)
                        .fence());
        store().finish(List.of(new RecordFinish(
                key(), fence, RecordState.SUCCEEDED, Bytes.ofText("old"), null, null, Duration.ofMillis(20))));
        letTimePass(Duration.ofMillis(40));
        Together.await("it is expired", () -> once().find(key()) instanceof Finding.Expired);

        assertThat(pay().key(key()).run(ASKED, this::charge))
                .as("even with another payload")
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void badInputIsRefusedBeforeAnythingRuns_andNothingIsStored() {
        Once small = once(OnceSettings.standard().payloadBytesMax(10));

        for (Object large : List.of(ASKED, Payload.bytes(new byte[11]), new byte[11])) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pay(small).key(key()).run(large, this::charge))
                    .withMessageContaining("bytes, but at most 10 are allowed (payloadBytesMax)");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pay().key(key()).run(Payload.json("{broken"), this::charge));
        assertThatIllegalArgumentException()
                .as("half a surrogate pair is not a question mark")
                .isThrownBy(() -> pay().key(key()).run(Payload.json("\"\uD800\""), this::charge))
                .withMessageContaining("surrogate");
        assertThatIllegalArgumentException()
                .as("a payload that cannot be written")
                .isThrownBy(() -> pay().key(key()).run(new Object(), this::charge))
                .withMessageContaining("there is no codec for java.lang.Object");
        assertThatIllegalArgumentException()
                .as("a result that cannot be written")
                .isThrownBy(() -> once().operation("payment:create", Object.class)
                        .build()
                        .key(key())
                        .run(ASKED, this::charge))
                .withMessageContaining("there is no codec for java.lang.Object");
        assertThatNullPointerException()
                .isThrownBy(() -> pay().key(key()).run(nothing(), this::charge))
                .withMessageContaining("use Payload.none()");
        assertThat(once().find(key())).isEqualTo(Finding.NeverSeen.INSTANCE);
        assertThat(effects).hasValue(0);
    }

    @SuppressWarnings("NullAway") // as callers do without a null checker
    private static Object nothing() {
        return null;
    }

    @Test
    void aPayloadUpToTheLimitIsTaken_howeverHighTheLimitIs() {
        byte[] large = new byte[(16 << 20) + 1];

        assertThat(pay(once(OnceSettings.standard().payloadBytesMax(large.length)))
                        .key(key())
                        .run(large, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void aPersonsNameIsCheckedBeforeAnythingIsResolved() {
        abandon(ASKED);
        assertThat(pay().key(key()).run(ASKED, this::charge)).isInstanceOf(Outcome.Unknown.class);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> once().resolveAsNotHappened(key(), By.person("mar\0ia", "she looked")))
                .withMessage("who must not have control characters, but character 4 is U+0000");
        assertThat(pay().key(key()).run(ASKED, this::charge)).isInstanceOf(Outcome.Unknown.class);
    }

    /** A failure with a classification of its own. */
    private static final class Failing extends Exception implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient Classification classification;

        Failing(Classification classification) {
            super(classification.reason());
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return classification;
        }
    }
}
