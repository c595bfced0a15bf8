package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.oncemore.once.Claim;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Finding;
import dev.oncemore.once.NotDoneException;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciler;
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

/** What {@link Once} must do on every store, for effects elsewhere. */
public abstract class OnceConformance {
    private static final Payload ASKED = Payload.json("{\"amount\": 100, \"currency\": \"JPY\"}");
    private static final Payload ASKED_OTHERWISE = Payload.json("{\"amount\": 101, \"currency\": \"JPY\"}");

    private final AtomicInteger effects = new AtomicInteger();
    private @Nullable RecordStore opened;

    /** For inheritors. */
    protected OnceConformance() {}

    /** An empty store. */
    protected abstract RecordStore openStore();

    /** Lets time pass where it has to be pushed; by default it passes by itself. */
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

    /** A claimant that claimed and was never heard of again. */
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
        Outcome<String> first = once().run(key(), ASKED, String.class, this::charge);
        Outcome<String> second = once().run(key(), ASKED, String.class, this::charge);

        assertThat(first).isEqualTo(new Outcome.Done<>("charged 1", false));
        assertThat(second).isEqualTo(new Outcome.Done<>("charged 1", true));
        assertThat(second.isReplay()).isTrue();
        assertThat(effects).hasValue(1);
    }

    @Test
    void anotherPayloadIsAMismatch_andNothingRuns() {
        once().run(key(), ASKED, String.class, this::charge);

        Outcome<String> other = once().run(key(), ASKED_OTHERWISE, String.class, this::charge);

        assertThat(other).isInstanceOf(Outcome.Mismatch.class);
        assertThat(other.describe()).contains("was used with another payload");
        assertThat(effects).hasValue(1);
        Assertions.assertThatExceptionOfType(NotDoneException.class).isThrownBy(other::require);
    }

    @Test
    void theSamePayloadInOtherWordsIsTheSame() {
        once().run(key(), ASKED, String.class, this::charge);

        Outcome<String> again =
                once().run(key(), Payload.json("{ \"currency\":\"JPY\", \"amount\":1e2 }"), String.class, this::charge);

        assertThat(again.isReplay()).isTrue();
    }

    @Test
    void mismatchWinsOverInProgress() throws Exception {
        whileTheEffectRuns(() -> assertThat(once(OnceSettings.standard().waitAtMost(Duration.ZERO))
                        .run(key(), ASKED_OTHERWISE, String.class, this::charge))
                .isInstanceOf(Outcome.Mismatch.class));
    }

    @Test
    void whoeverDoesNotWaitIsToldThatItIsInProgress() throws Exception {
        whileTheEffectRuns(() -> assertThat(once(OnceSettings.standard().waitAtMost(Duration.ZERO))
                        .run(key(), ASKED, String.class, this::charge))
                .isInstanceOf(Outcome.InProgress.class));
    }

    private void whileTheEffectRuns(Runnable duplicate) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Outcome<String>> owner =
                CompletableFuture.supplyAsync(() -> once().run(key(), ASKED, String.class, claim -> {
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
                Together.run(64, i -> () -> once.run(key(), ASKED, String.class, this::charge));

        assertThat(effects).hasValue(1);
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.require()).isEqualTo("charged 1"));
        assertThat(outcomes.stream().filter(outcome -> !outcome.isReplay())).hasSize(1);
    }

    @Test
    void of64CallersWithKeysOfTheirOwnEachRunsItsEffect() {
        Once once = once();

        List<Outcome<String>> outcomes = Together.run(
                64,
                i -> () -> once.run(Scope.of("acme", "payment:create").key("k" + i), ASKED, String.class, claim -> {
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
                CompletableFuture.supplyAsync(() -> once.run(key(), ASKED, String.class, claim -> {
                    running.countDown();
                    release.await();
                    throw new Failing(Classification.transientFailure("busy"));
                }));
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<List<Outcome<String>>> waiting = CompletableFuture.supplyAsync(() ->
                Together.run(64, i -> () -> once.run(key(), ASKED, String.class, this::charge)));

        release.countDown();

        assertThat(owner.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Failed.class);
        assertThat(waiting.get(60, TimeUnit.SECONDS))
                .allSatisfy(outcome -> assertThat(outcome.require()).isEqualTo("charged 1"));
        assertThat(effects).hasValue(1);
    }

    @Test
    void aPassingFailureMayBeTriedAgain_underAHigherFence() {
        long[] fences = new long[2];
        Outcome<String> failed = once().run(key(), ASKED, String.class, claim -> {
            fences[0] = claim.fence();
            throw new Failing(Classification.transientFailure("busy"));
        });
        Outcome<String> done = once().run(key(), ASKED, String.class, claim -> {
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
        Outcome<String> failed = once().run(key(), ASKED, String.class, claim -> {
            throw new Failing(Classification.rejected("insufficient funds"));
        });
        Outcome<String> again = once().run(key(), ASKED, String.class, this::charge);

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

        assertThat(once.run(key(), ASKED, String.class, this::charge)).isInstanceOf(Outcome.Unknown.class);
        assertThat(once.run(key(), ASKED, String.class, this::charge)).isInstanceOf(Outcome.Unknown.class);
        assertThat(effects).hasValue(0);

        assertThat(once.resolveAsHappened(key(), "seen", Codec.text(), new Resource("payment", "7"), "maria"))
                .isTrue();
        assertThat(once.run(key(), ASKED, String.class, this::charge)).isEqualTo(new Outcome.Done<>("seen", true));
        assertThat(once.resolveAsNotHappened(key(), "maria"))
                .as("it is not unknown any more")
                .isFalse();
    }

    @Test
    void aPersonMaySayThatItDidNotHappen_andThenItRuns() {
        abandon(ASKED);
        Once once = once();
        assertThat(once.run(key(), ASKED, String.class, this::charge)).isInstanceOf(Outcome.Unknown.class);

        assertThat(once.resolveAsNotHappened(key(), "maria")).isTrue();

        assertThat(once.run(key(), ASKED, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void anOwnerThatDiedIsRunAgain_withTheSameKeyForTheOtherSide_whenThatIsDeclared() {
        abandon(ASKED);
        String[] keys = new String[2];

        Outcome<String> outcome = once(OnceSettings.standard().whenUnknown(WhenUnknown.runAgain()))
                .run(key(), ASKED, String.class, claim -> {
                    keys[0] = claim.downstreamKey();
                    return charge(claim);
                });
        once().run(Scope.of("acme", "payment:create").key("inv-002"), ASKED, String.class, claim -> {
            keys[1] = claim.downstreamKey();
            return "other";
        });

        assertThat(outcome).isEqualTo(new Outcome.Done<>("charged 1", false));
        assertThat(keys[0]).hasSize(32).isNotEqualTo(keys[1]);
    }

    @Test
    void anOwnerThatDiedIsReconciled_whenThatIsDeclared() {
        abandon(ASKED);
        Once found = once(OnceSettings.standard()
                .whenUnknown(WhenUnknown.reconcile(claim -> Reconciler.Answer.happened("found over there"))));

        assertThat(found.run(key(), ASKED, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("found over there", true));
        assertThat(effects).hasValue(0);
    }

    @Test
    void whatAReconcilerFindsIsRecordedOnlyIfItCanBeReplayed() {
        abandon(ASKED);
        Once confused = once(
                OnceSettings.standard().whenUnknown(WhenUnknown.reconcile(claim -> Reconciler.Answer.happened(7))));

        assertThat(confused.run(key(), ASKED, String.class, this::charge))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("java.lang.Integer"));
        assertThat(effects).hasValue(0);
    }

    @Test
    void aLostReplyIsUnknown_alsoWhereItIsRunAgain_andTheCauseIsTold() {
        Once again = once(OnceSettings.standard().whenUnknown(WhenUnknown.runAgain()));

        Outcome<String> lost = again.run(key(), ASKED, String.class, claim -> {
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
        assertThat(again.run(key(), ASKED, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void whatCannotBeReadAnyMoreIsDoneWithoutAValue_neverRunAgain() {
        once().run(key(), ASKED, String.class, this::charge);
        Codec<Integer> other = Codec.of(
                number -> Integer.toString(number).getBytes(StandardCharsets.US_ASCII),
                bytes -> Integer.parseInt(new String(bytes, StandardCharsets.US_ASCII)));

        Outcome<Integer> replay = once().run(key(), ASKED, other, claim -> effects.incrementAndGet());

        assertThat(replay)
                .isInstanceOfSatisfying(
                        Outcome.DoneWithoutValue.class,
                        done -> assertThat(done.reason()).contains("another codec"));
        assertThat(effects).hasValue(1);
    }

    @Test
    void reconcilingMayFindThatNothingHappened_orThatNobodyCanTell() {
        abandon(ASKED);
        Once puzzled = once(OnceSettings.standard().whenUnknown(WhenUnknown.reconcile(claim -> {
            throw new IllegalStateException("the other side is down");
        })));
        assertThat(puzzled.run(key(), ASKED, String.class, this::charge))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("the other side is down"));

        Once clear = once(
                OnceSettings.standard().whenUnknown(WhenUnknown.reconcile(claim -> Reconciler.Answer.didNotHappen())));
        assertThat(clear.run(key(), ASKED, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void aLostReplyIsUnknown_neverTheAnswer() {
        Outcome<String> lost = once().run(key(), ASKED, String.class, claim -> {
            effects.incrementAndGet();
            throw new Failing(Classification.unknownOutcome("cut off"));
        });

        assertThat(lost).isInstanceOf(Outcome.Unknown.class);
        assertThat(once().run(key(), ASKED, String.class, this::charge)).isInstanceOf(Outcome.Unknown.class);
        assertThat(effects).hasValue(1);
    }

    @Test
    void aZombieIsTold_andItsOutcomeIsDiscarded() {
        Once sleepy = once();

        Outcome<String> zombie = sleepy.run(key(), ASKED, String.class, claim -> {
            // While this owner is away, its lease ends and somebody else does the work.
            store().finish(List.of(new RecordFinish(
                    key(), claim.fence(), RecordState.FAILED_RETRYABLE, null, null, null, Duration.ofHours(1))));
            once().run(key(), ASKED, String.class, other -> "by the new owner");
            return "too late";
        });

        assertThat(zombie).isInstanceOf(Outcome.Deposed.class);
        assertThat(once().run(key(), ASKED, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("by the new owner", true));
    }

    @Test
    void anOutcomeTooLargeToKeepIsDoneAllTheSame() {
        Once small = once(OnceSettings.standard().responseBytesMax(10));

        Outcome<String> first = small.run(key(), ASKED, String.class, claim -> charge(claim) + " and much more");
        Outcome<String> second = small.run(key(), ASKED, String.class, this::charge);

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

        assertThat(once().run(key(), ASKED, broken, this::charge)).isInstanceOf(Outcome.DoneWithoutValue.class);
        assertThat(once().run(key(), ASKED, broken, this::charge)).isInstanceOf(Outcome.DoneWithoutValue.class);
        assertThat(effects).hasValue(1);
    }

    @Test
    void nodesWhoseClocksAreTwoHoursApartAgree_becauseOnlyTheStoresClockCounts() {
        Once behind = onANodeThatIsAheadBy(Duration.ZERO);
        Once ahead = onANodeThatIsAheadBy(Duration.ofHours(2));

        Outcome<String> first = behind.run(key(), ASKED, String.class, claim -> {
            assertThat(ahead.run(key(), ASKED, String.class, this::charge))
                    .as("the lease of 30 s is not over for whoever is two hours ahead")
                    .isInstanceOf(Outcome.InProgress.class);
            return charge(claim);
        });

        assertThat(first).isEqualTo(new Outcome.Done<>("charged 1", false));
        assertThat(ahead.run(key(), ASKED, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", true));
        assertThat(behind.run(key(), ASKED, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", true));
    }

    @Test
    void aLeaseThatIsOverIsOverForANodeThatIsTwoHoursBehind() {
        abandon(ASKED);

        assertThat(onANodeThatIsAheadBy(Duration.ofHours(-2)).run(key(), ASKED, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    private Once onANodeThatIsAheadBy(Duration span) {
        VirtualTime time = new VirtualTime(Duration.ofDays(1).plus(span).toNanos());
        return once(OnceSettings.standard()
                .time(time)
                .executor(Runnable::run)
                .waitAtMost(Duration.ZERO)
                .whenUnknown(WhenUnknown.runAgain()));
    }

    @Test
    void theLookUpTellsWhatIsKnown() {
        assertThat(once().find(key())).isEqualTo(Finding.NeverSeen.INSTANCE);
        once().run(key(), ASKED, String.class, this::charge);

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

        assertThat(once().run(key(), ASKED, String.class, this::charge))
                .as("even with another payload")
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void badInputIsRefusedBeforeAnythingRuns_andNothingIsStored() {
        Once small = once(OnceSettings.standard().payloadBytesMax(10));

        for (Object large : List.of(ASKED, Payload.bytes(new byte[11]), new byte[11])) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> small.run(key(), large, String.class, this::charge))
                    .withMessageContaining("bytes, but at most 10 are allowed (payloadBytesMax)");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> once().run(key(), Payload.json("{broken"), String.class, this::charge));
        assertThatIllegalArgumentException()
                .as("half a surrogate pair is not a question mark")
                .isThrownBy(() -> once().run(key(), Payload.json("\"\uD800\""), String.class, this::charge))
                .withMessageContaining("surrogate");
        assertThatIllegalArgumentException()
                .as("a payload that cannot be written")
                .isThrownBy(() -> once().run(key(), new Object(), String.class, this::charge))
                .withMessageContaining("there is no codec for java.lang.Object");
        assertThatIllegalArgumentException()
                .as("a result that cannot be written")
                .isThrownBy(() -> once().run(key(), ASKED, Object.class, this::charge))
                .withMessageContaining("there is no codec for java.lang.Object");
        assertThatNullPointerException()
                .isThrownBy(() -> once().run(key(), nothing(), String.class, this::charge))
                .withMessageContaining("say Payload.none()");
        assertThat(once().find(key())).isEqualTo(Finding.NeverSeen.INSTANCE);
        assertThat(effects).hasValue(0);
    }

    @SuppressWarnings("NullAway") // what callers do who have no checker
    private static Object nothing() {
        return null;
    }

    @Test
    void aPayloadUpToTheLimitIsTaken_howeverHighTheLimitIs() {
        byte[] large = new byte[(16 << 20) + 1];

        assertThat(once(OnceSettings.standard().payloadBytesMax(large.length))
                        .run(key(), large, String.class, this::charge))
                .isEqualTo(new Outcome.Done<>("charged 1", false));
    }

    @Test
    void aPersonsNameIsCheckedBeforeAnythingIsResolved() {
        abandon(ASKED);
        assertThat(once().run(key(), ASKED, String.class, this::charge)).isInstanceOf(Outcome.Unknown.class);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> once().resolveAsNotHappened(key(), "mar\0ia"))
                .withMessage("who must not have control characters, but character 4 is U+0000");
        assertThat(once().run(key(), ASKED, String.class, this::charge)).isInstanceOf(Outcome.Unknown.class);
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
