package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.once.DelegatingRecordStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What happens to the engine when its store fails at the worst moment. */
class OnceAccidentsTest {
    private static final Key KEY = Scope.of("acme", "payment:create").key("inv-001");

    private final VirtualTime time = new VirtualTime();
    private final FlakyStore store = new FlakyStore(time);
    private final AtomicInteger effects = new AtomicInteger();

    private OnceSettings settings() {
        // What another thread would do is done at once, also while a verb waits for its next attempt.
        return OnceSettings.standard().time(time).executor(Runnable::run).hookExecutor(Runnable::run);
    }

    private Outcome<String> run(Once once) {
        return run(pay(once));
    }

    private Outcome<String> run(Operation<String> pay) {
        return pay.key(KEY).run(Payload.none(), claim -> "done " + effects.incrementAndGet());
    }

    /** An owner that claimed, perhaps charged the card, and died. */
    private void abandon() {
        store.insertOrRead(List.of(new NewClaim(
                KEY,
                Payload.none().fingerprint(Fingerprinter.plain(), KEY.scope().operation()),
                "dead",
                "tester",
                Duration.ofSeconds(1))));
        time.advance(Duration.ofSeconds(2));
    }

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    @Test
    void aTakeOverWhoseReplyIsLostDoesNotForgetWhomItTookOver() {
        abandon();
        store.lostTakeOverReplies = 1;

        assertThat(run(Once.on(store, settings()))).isInstanceOf(Outcome.Unknown.class);
        assertThat(effects).hasValue(0);
    }

    @Test
    void aStoreThatIsAwayBetweenTakeOverAndParkingDoesNotRunTheEffect() {
        abandon();
        store.failingFinishes = 1;

        assertThat(run(Once.on(store, settings()))).isInstanceOf(Outcome.Unknown.class);
        assertThat(effects).hasValue(0);
    }

    @Test
    void aTakeOverWhoseReplyIsLostAsksTheOtherSideAllTheSame() {
        abandon();
        store.lostTakeOverReplies = 1;
        Operation<String> asking = Once.on(store, settings())
                .operation("payment:create", String.class)
                .whenUnknown(claim -> Reconciled.happened("charged before"))
                .build();

        assertThat(run(asking)).isEqualTo(new Outcome.Done<>("charged before", true));
        assertThat(effects).hasValue(0);
    }

    @Test
    void anOutcomeIsWrittenDownAsOftenAsItTakes_alsoWithinARetryOfTheUsers() {
        store.failingFinishes = 2;
        Retry outer = Retry.builder(RetryPolicy.named("outer").maxAttempts(2).build())
                .time(time)
                .build();

        Outcome<String> outcome = outer.call(Safety.idempotent(), () -> run(Once.on(store, settings())));

        assertThat(outcome).isEqualTo(new Outcome.Done<>("done 1", false));
        assertThat(store.state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void anInterruptedOwnerStillRecords_andKeepsItsFlag() {
        store.failingFinishes = 1;

        Outcome<String> outcome = pay(Once.on(store, settings())).key(KEY).run(Payload.none(), claim -> {
            Thread.currentThread().interrupt(); // the client hung up; the effect has happened all the same
            return "done";
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isEqualTo(new Outcome.Done<>("done", false));
        assertThat(store.state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void anOwnerWhoseOutcomeIsRecordedIsNotToldThatItLostItsClaim() {
        AtomicInteger lost = new AtomicInteger();
        store.afterFinish = () -> time.advance(Duration.ofMinutes(1)); // heartbeats while the reply is on its way

        Outcome<String> outcome = pay(Once.on(store, settings())).key(KEY).run(Payload.none(), claim -> {
            claim.onLost(lost::incrementAndGet);
            return "done";
        });

        assertThat(outcome).isEqualTo(new Outcome.Done<>("done", false));
        assertThat(lost).hasValue(0);
    }

    @Test
    void aClaimThatWasMadeTooSlowlyIsRenewedBeforeTheEffectRuns() {
        store.afterInsert = () -> time.advance(Duration.ofSeconds(20));
        Once once = Once.on(store, settings().lease(Duration.ofSeconds(30)));

        Outcome<String> outcome = pay(once).key(KEY).run(Payload.none(), claim -> {
            store.afterInsert = () -> {};
            time.advance(Duration.ofSeconds(12)); // more than was left of the lease as it was
            assertThat(claim.isLost()).isFalse();
            return String.valueOf(store.read(List.of(KEY)).get(0).orElseThrow().leaseOver());
        });

        assertThat(outcome).isEqualTo(new Outcome.Done<>("false", false));
    }

    @Test
    void aLimitThatHasPassedByTheEndOfASlowClaim_doesNotStopTheCheckOfItsLease() {
        store.afterInsert = () -> time.advance(Duration.ofSeconds(20));

        Outcome<String> outcome = Deadline.within(time, Duration.ofSeconds(1), () -> run(Once.on(store, settings())));

        assertThat(outcome).isEqualTo(new Outcome.Done<>("done 1", false));
    }

    @Test
    void aClaimWhoseLeaseCannotBeChecked_isGivenBack_becauseNothingWasBegun() {
        store.afterInsert = () -> time.advance(Duration.ofSeconds(20));
        store.failingExtensions = 6;

        assertThatThrownBy(() -> run(Once.on(store, settings()))).hasMessageContaining("no connection");

        time.advance(Duration.ofSeconds(2));
        assertThat(store.state()).isEqualTo(RecordState.FAILED_RETRYABLE);
        store.afterInsert = () -> {};
        assertThat(run(Once.on(store, settings()))).isEqualTo(new Outcome.Done<>("done 1", false));
    }

    @Test
    void aHookThatBlocks_keepsNoOtherLeaseFromBeingRenewed() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        Once once = Once.on(
                store,
                OnceSettings.standard().time(time).executor(Runnable::run).whenUnknown(WhenUnknown.RUN_AGAIN));
        Key other = Scope.of("acme", "payment:create").key("inv-002");
        try {
            Outcome<String> outcome = pay(once).key(KEY).run(Payload.none(), claim -> {
                claim.onLost(() -> {
                    told.countDown();
                    awaitUninterrupted(release);
                });
                depose(claim.fence());
                return pay(once)
                        .key(other)
                        .run(Payload.none(), inner -> {
                            time.advance(Duration.ofMinutes(5));
                            awaitUninterrupted(told);
                            assertThat(claim.isLost()).isTrue();
                            assertThat(inner.isLost()).isFalse();
                            return "kept its lease";
                        })
                        .require();
            });
            assertThat(outcome).isInstanceOf(Outcome.Deposed.class);
            assertThat(once.find(other).record().orElseThrow().state()).isEqualTo(RecordState.SUCCEEDED);
        } finally {
            release.countDown();
        }
    }

    /** Somebody else takes the record over, as after a pause of this process. */
    private void depose(long fence) {
        NewClaim claim = new NewClaim(
                KEY,
                Payload.none().fingerprint(Fingerprinter.plain(), KEY.scope().operation()),
                "somebody else",
                "tester",
                Duration.ofDays(1));
        store.deposedBy(claim, fence);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anEffectThatWasInterruptedElsewhere_doesNotInterruptTheThreadThatEndsIt() {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> outcome = pay(Once.on(store, settings()))
                .key(KEY)
                .runAsync(Payload.none(), claim -> work)
                .toCompletableFuture();

        work.completeExceptionally(new InterruptedException("on another thread"));

        assertThat(Thread.interrupted()).isFalse();
        assertThat(outcome.join()).isInstanceOf(Outcome.Unknown.class);
    }

    /** A store in memory that fails on demand. */
    private static final class FlakyStore extends DelegatingRecordStore {
        int lostTakeOverReplies;
        int failingFinishes;
        int failingExtensions;
        Runnable afterInsert = () -> {};
        Runnable afterFinish = () -> {};

        FlakyStore(VirtualTime time) {
            super(new InMemoryRecordStore(time, () -> Instant.EPOCH.plus(time.elapsed()), 1_000));
        }

        /** The lease is over for a moment, and another claimant is there. */
        void deposedBy(NewClaim claim, long fence) {
            List<Boolean> ended = finish(List.of(
                    new RecordFinish(KEY, fence, RecordState.FAILED_RETRYABLE, null, null, null, Duration.ofDays(1))));
            assertThat(ended).containsExactly(true);
            assertThat(takeOver(List.of(new TakeOver(claim, fence, false))).get(0))
                    .isPresent();
        }

        @Override
        public List<Boolean> extend(List<RecordExtension> extensions) {
            if (failingExtensions-- > 0) {
                throw new StoreException(FailureKind.TRANSIENT, "no connection", null);
            }
            return super.extend(extensions);
        }

        RecordState state() {
            return read(List.of(KEY)).get(0).orElseThrow().state();
        }

        @Override
        public List<Inserted> insertOrRead(List<NewClaim> claims) {
            List<Inserted> answers = super.insertOrRead(claims);
            afterInsert.run();
            return answers;
        }

        @Override
        public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
            List<Optional<Long>> answers = super.takeOver(takeOvers);
            if (lostTakeOverReplies-- > 0) {
                throw new StoreException(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "the reply was lost", null);
            }
            return answers;
        }

        @Override
        public List<Boolean> finish(List<RecordFinish> finishes) {
            if (failingFinishes-- > 0) {
                throw new StoreException(FailureKind.TRANSIENT, "no connection", null);
            }
            List<Boolean> answers = super.finish(finishes);
            afterFinish.run();
            return answers;
        }
    }
}
