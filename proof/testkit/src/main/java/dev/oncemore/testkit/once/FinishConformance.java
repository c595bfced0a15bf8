package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.once.Effect;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Conformance of how effects end when {@link Once} is combined with limits, retries and an unavailable store: an effect that
 * happened is recorded, and no caller gets a definite "no" for it. The engine runs in virtual time, the store in its own.
 */
public abstract class FinishConformance {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private @Nullable FailingStore opened;

    /** For inheritors. */
    protected FinishConformance() {}

    /** An empty store. */
    protected abstract RecordStore openStore();

    @BeforeEach
    final void open() {
        opened = new FailingStore(openStore());
    }

    private FailingStore store() {
        return Objects.requireNonNull(opened, "no store is open");
    }

    private Once once(WhenUnknown whenUnknown) {
        return Once.on(
                store(),
                OnceSettings.standard()
                        .time(time)
                        .executor(Runnable::run)
                        .hookExecutor(Runnable::run)
                        .lease(LEASE)
                        .waitAtMost(Duration.ZERO)
                        .whenUnknown(whenUnknown));
    }

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    private static Key key() {
        return Scope.of("acme", "payment:create").key("inv-001");
    }

    private static Outcome<String> run(Once once, Effect<String, ?> effect) {
        return pay(once).key(key()).run(Payload.none(), effect);
    }

    private OnceRecord record() {
        return store().read(List.of(key())).get(0).orElseThrow();
    }

    private String slowly() {
        time.advance(Duration.ofSeconds(2));
        return "charged";
    }

    private static Failing failing(Classification classification) {
        return new Failing(classification);
    }

    private void assertThatItIsRecorded(Outcome<String> outcome) {
        assertThat(outcome).isEqualTo(new Outcome.Done<>("charged", false));
        assertThat(record().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    private static Retry limited(RetryPolicy.Builder policy, VirtualTime time) {
        return Retry.builder(policy.maxAttempts(2).build()).time(time).build();
    }

    @Test
    void aDeadlineThatPassesWhileTheEffectRuns_doesNotKeepItsEndFromBeingRecorded() {
        Outcome<String> outcome =
                Deadline.within(time, Duration.ofSeconds(1), () -> run(once(WhenUnknown.PARK), claim -> slowly()));

        assertThatItIsRecorded(outcome);
    }

    @Test
    void theDeadlineOfARetryAround_doesNotKeepTheEndFromBeingRecorded() {
        Retry outer = limited(RetryPolicy.named("outer").deadline(Duration.ofSeconds(1)), time);

        Outcome<String> outcome = outer.call(Safety.keyed("k"), () -> run(once(WhenUnknown.PARK), claim -> slowly()));

        assertThatItIsRecorded(outcome);
    }

    @Test
    void theAttemptTimeoutOfARetryAround_doesNotKeepTheEndFromBeingRecorded_whileTheStoreIsAway() {
        Retry outer = limited(RetryPolicy.named("outer").attemptTimeout(Duration.ofSeconds(1)), time);
        store().failFinishesFor(time, Duration.ofSeconds(4));

        Outcome<String> outcome = outer.call(Safety.keyed("k"), () -> run(once(WhenUnknown.PARK), claim -> slowly()));

        assertThatItIsRecorded(outcome);
    }

    @Test
    void aDeadlineThatPassesWhileTheClaimIsMade_doesNotKeepItsLeaseFromBeingRenewed() {
        store().slowClaims(time, LEASE.dividedBy(2));

        Outcome<String> outcome =
                Deadline.within(time, Duration.ofSeconds(1), () -> run(once(WhenUnknown.PARK), claim -> "charged"));

        assertThat(outcome).isEqualTo(new Outcome.Done<>("charged", false));
    }

    @Test
    void aLimitThatPassesAfterAnEffectFailed_doesNotMakeItsDoubtAPassingFailure() {
        Outcome<String> outcome = Deadline.within(
                time,
                Duration.ofSeconds(1),
                () -> run(once(WhenUnknown.PARK), claim -> {
                    slowly();
                    throw failing(Classification.unknownOutcome("no reply"));
                }));

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(record().state()).isEqualTo(RecordState.UNKNOWN);
    }

    @Test
    void aStoreThatIsAwayForLessThanALease_doesNotLoseTheEnd() {
        store().failFinishesFor(time, LEASE.minusSeconds(5));

        assertThat(run(once(WhenUnknown.PARK), claim -> "charged")).isEqualTo(new Outcome.Done<>("charged", false));
        assertThat(record().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void anEndThatCannotBeWritten_isUnknownToTheCaller_andRecordedWhenTheStoreIsBack() {
        store().failFinishesFor(time, LEASE.multipliedBy(3));

        Outcome<String> outcome = run(once(WhenUnknown.PARK), claim -> "charged");

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("the store is away"));
        time.advance(LEASE.multipliedBy(3));
        assertThat(run(once(WhenUnknown.PARK), claim -> "twice")).isEqualTo(new Outcome.Done<>("charged", true));
        time.advance(LEASE);
        assertThat(time.alarmsWaiting()).as("nothing goes on for ever").isZero();
    }

    @Test
    void anAsynchronousEndThatCannotBeWrittenAtOnce_isWrittenElsewhere() {
        Once once = once(WhenUnknown.PARK);
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> outcome =
                pay(once).key(key()).runAsync(Payload.none(), claim -> work).toCompletableFuture();
        store().failFinishesFor(time, Duration.ofSeconds(5));

        work.complete("charged");

        assertThat(outcome).isNotDone();
        time.advance(Duration.ofSeconds(10));
        assertThat(outcome.join()).isEqualTo(new Outcome.Done<>("charged", false));
        assertThat(record().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void anAsynchronousEffectThatEndsOnTheCallersThread_isWrittenBeforeTheCallReturns() {
        Once once = once(WhenUnknown.PARK);
        store().failFinishesFor(time, Duration.ofSeconds(5));

        CompletableFuture<Outcome<String>> outcome = pay(once)
                .key(key())
                .runAsync(Payload.none(), claim -> CompletableFuture.completedFuture("charged"))
                .toCompletableFuture();

        assertThat(outcome).isCompletedWithValue(new Outcome.Done<>("charged", false));
        assertThat(record().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void anAsynchronousEndThatCannotBeWritten_isUnknownToTheCaller_andRecordedWhenTheStoreIsBack() {
        Once once = once(WhenUnknown.PARK);
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> outcome =
                pay(once).key(key()).runAsync(Payload.none(), claim -> work).toCompletableFuture();
        store().failFinishesFor(time, LEASE.multipliedBy(2));
        work.complete("charged");

        time.advance(LEASE.plusSeconds(5));
        assertThat(outcome.join()).isInstanceOf(Outcome.Unknown.class);
        time.advance(LEASE.multipliedBy(2));
        assertThat(record().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void anEndThatTheStoreRefusesForGood_isUnknownToTheCaller() {
        store().refusesFinishes = true;

        assertThat(run(once(WhenUnknown.PARK), claim -> "charged")).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void doubtThatATakeOverFound_staysWhenTheNextAttemptIsRefused() {
        Once once = once(WhenUnknown.RUN_AGAIN);
        run(once, claim -> {
            assertThat(claim.inDoubt()).isFalse();
            throw failing(Classification.unknownOutcome("no reply"));
        });

        for (Classification later : List.of(
                Classification.permanent("401"),
                Classification.transientFailure("refused"),
                Classification.throttled("429"))) {
            Outcome<String> outcome = run(once, claim -> {
                assertThat(claim.inDoubt()).isTrue();
                throw failing(later);
            });
            assertThat(outcome).as("after %s", later).isInstanceOf(Outcome.Unknown.class);
            assertThat(record().state()).isEqualTo(RecordState.UNKNOWN);
        }
        assertThat(run(once, claim -> "charged")).isEqualTo(new Outcome.Done<>("charged", false));
    }

    @Test
    void doubtIsSettled_whenTheOtherSideRejectsTheKey() {
        Once once = once(WhenUnknown.RUN_AGAIN);
        run(once, claim -> {
            throw failing(Classification.unknownOutcome("no reply"));
        });

        Outcome<String> outcome = run(once, claim -> {
            throw failing(Classification.rejected("insufficient funds"));
        });

        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(record().state()).isEqualTo(RecordState.FAILED_FINAL);
    }

    @Test
    void doubtIsNotSettledByTheTypeOfAnException_whichMayComeFromACheckBeforeTheCall() {
        Once once = Once.on(
                store(),
                OnceSettings.standard()
                        .time(time)
                        .executor(Runnable::run)
                        .whenUnknown(WhenUnknown.RUN_AGAIN)
                        .classifier(Classifier.standard().rejectedOn(IllegalArgumentException.class)));
        run(once, claim -> {
            throw failing(Classification.unknownOutcome("no reply"));
        });

        Outcome<String> outcome = run(once, claim -> {
            throw new IllegalArgumentException("the balance is too low");
        });

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(record().state()).isEqualTo(RecordState.UNKNOWN);
    }

    @Test
    void doubtIsSettled_whenAReconcilerSaysThatItDidNotHappen() {
        Operation<String> asking = once(WhenUnknown.PARK)
                .operation("payment:create", String.class)
                .whenUnknown(claim -> Reconciled.didNotHappen())
                .build();
        Outcome<String> ignored = asking.key(key()).run(Payload.none(), claim -> {
            throw failing(Classification.unknownOutcome("no reply"));
        });

        Outcome<String> outcome = asking.key(key()).run(Payload.none(), claim -> {
            assertThat(claim.inDoubt()).isFalse();
            throw failing(Classification.transientFailure("refused"));
        });

        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(record().state()).isEqualTo(RecordState.FAILED_RETRYABLE);
    }

    @Test
    void doubtWithinTheEffect_isNotForgottenWhenItsLastAttemptIsRefused() {
        Retry inner = Retry.builder(RetryPolicy.named("bank").maxAttempts(3).build())
                .time(time)
                .build();

        Outcome<String> outcome = run(
                once(WhenUnknown.PARK),
                claim -> inner.attempt(Safety.keyed(claim.downstreamKey()), attempt -> {
                    throw failing(
                            attempt.number() == 1
                                    ? Classification.unknownOutcome("no reply")
                                    : Classification.permanent("401"));
                }));

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(record().state()).isEqualTo(RecordState.UNKNOWN);
    }

    @Test
    void aFailureThatOnlyTheEnginesOwnRulesKnow_isJudgedByThem() {
        Retry inner = Retry.builder(RetryPolicy.named("bank").maxAttempts(3).build())
                .time(time)
                .build();
        Once once = Once.on(
                store(),
                OnceSettings.standard()
                        .time(time)
                        .executor(Runnable::run)
                        .classifier(Classifier.standard().rejectedOn(IllegalArgumentException.class)));

        Outcome<String> outcome = run(
                once,
                claim -> inner.call(Safety.keyed(claim.downstreamKey()), () -> {
                    throw new IllegalArgumentException("no such account");
                }));

        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(record().state()).isEqualTo(RecordState.FAILED_FINAL);
    }

    @Test
    void theDoubtOfACause_isNotForgottenByAnEngineThatDoesNotKnowWhatIsAroundIt() {
        Retry inner = Retry.builder(RetryPolicy.named("bank").maxAttempts(1).build())
                .time(time)
                .build();
        Once once = Once.on(
                store(),
                OnceSettings.standard()
                        .time(time)
                        .executor(Runnable::run)
                        .classifier(Classifier.standard()
                                .on(IllegalStateException.class, failure -> Classification.transientFailure("later"))));

        Outcome<String> outcome = run(
                once,
                claim -> inner.call(Safety.keyed(claim.downstreamKey()), () -> {
                    try {
                        return inner.call(Safety.keyed(claim.downstreamKey()), () -> {
                            throw failing(Classification.unknownOutcome("reply lost"));
                        });
                    } catch (GaveUpException e) {
                        throw new IllegalStateException("not booked", e);
                    }
                }));

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(record().state()).isEqualTo(RecordState.UNKNOWN);
    }

    @Test
    void whatIsRequiredOfARecordInDoubt_saysThatItMayHaveHappened() {
        Once once = once(WhenUnknown.PARK);
        run(once, claim -> {
            throw failing(Classification.unknownOutcome("no reply"));
        });

        assertThatThrownBy(() -> run(once, claim -> "never").require())
                .matches(GaveUpException::mayHaveHappened, "may have happened");
    }

    @Test
    void aClassifierThatThrows_leavesTheEffectUnknown() {
        Once once = Once.on(
                store(),
                OnceSettings.standard().time(time).executor(Runnable::run).classifier(failure -> {
                    throw new IllegalStateException("a bug in the rules");
                }));

        assertThat(run(once, claim -> {
                    throw failing(Classification.rejected("no"));
                }))
                .isInstanceOf(Outcome.Unknown.class);
        assertThat(record().state()).isEqualTo(RecordState.UNKNOWN);
    }

    /** A store that is slow to claim, and refuses ends for a while or always. */
    private static final class FailingStore extends DelegatingRecordStore {
        private @Nullable VirtualTime time;
        private long backAtNanos;
        private Duration claimTakes = Duration.ZERO;
        boolean refusesFinishes;

        FailingStore(RecordStore store) {
            super(store);
        }

        void failFinishesFor(VirtualTime clock, Duration span) {
            time = clock;
            backAtNanos = clock.nanoTime() + span.toNanos();
        }

        void slowClaims(VirtualTime clock, Duration span) {
            time = clock;
            backAtNanos = clock.nanoTime();
            claimTakes = span;
        }

        @Override
        public List<Inserted> insertOrRead(List<NewClaim> claims) {
            List<Inserted> answers = super.insertOrRead(claims);
            if (time != null) {
                time.advance(claimTakes);
            }
            return answers;
        }

        @Override
        public List<Boolean> finish(List<RecordFinish> finishes) {
            if (refusesFinishes) {
                throw new StoreException("it is too large");
            }
            VirtualTime clock = time;
            if (clock != null && clock.nanoTime() - backAtNanos < 0) {
                throw new StoreException(FailureKind.TRANSIENT, "the store is away", null);
            }
            return super.finish(finishes);
        }
    }

    private static final class Failing extends Exception implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient Classification classification;

        Failing(Classification classification) {
            super(classification.toString());
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return classification;
        }
    }
}
