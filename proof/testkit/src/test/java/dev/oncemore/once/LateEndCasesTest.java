package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.By;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.once.DelegatingRecordStore;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.VirtualTime;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ends that come late or not at all: nobody else waits for them, and nothing is left behind. */
@Timeout(60)
class LateEndCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final PickyStore store =
            new PickyStore(new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 100));
    private final CountDownLatch release = new CountDownLatch(1);

    private OnceSettings settings() {
        return OnceSettings.standard()
                .time(time)
                .executor(Runnable::run)
                .hookExecutor(Runnable::run)
                .waitAtMost(Duration.ZERO);
    }

    @AfterEach
    void letGo() {
        release.countDown();
    }

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    private static Key key(String value) {
        return Scope.of("acme", "payment:create").key(value);
    }

    private static CompletableFuture<Outcome<String>> start(Once once, Key key, CompletableFuture<String> work) {
        return pay(once).key(key).runAsync(Payload.none(), claim -> work).toCompletableFuture();
    }

    private RecordState state(Key key) {
        return store.read(List.of(key)).get(0).orElseThrow().state();
    }

    @Test
    void aRowThatIsLockedHoldsUpNoOtherLateEnd() {
        Once once = Once.on(store, settings());
        CompletableFuture<String> work = new CompletableFuture<>();
        List<CompletableFuture<Outcome<String>>> calls =
                List.of(start(once, key("locked"), work), start(once, key("one"), work), start(once, key("two"), work));
        store.away = finish -> true;
        work.complete("charged");
        store.away = finish -> finish.key().equals(key("locked"));

        time.advance(Duration.ofSeconds(10));

        assertThat(state(key("one"))).isEqualTo(RecordState.SUCCEEDED);
        assertThat(state(key("two"))).isEqualTo(RecordState.SUCCEEDED);
        assertThat(state(key("locked"))).isEqualTo(RecordState.RUNNING);
        store.away = finish -> false;
        time.advance(Duration.ofSeconds(10));
        assertThat(state(key("locked"))).isEqualTo(RecordState.SUCCEEDED);
        assertThat(calls).allSatisfy(call -> assertThat(call.join().require()).isEqualTo("charged"));
    }

    @Test
    void whatACallerDoesWithALateOutcomeHoldsUpNoOther() throws Exception {
        Once once = Once.on(store, settings().executor(work -> new Thread(work).start()));
        CompletableFuture<String> first = new CompletableFuture<>();
        CountDownLatch stuck = new CountDownLatch(1);
        CompletableFuture<Void> blocking = start(once, key("one"), first).thenAccept(outcome -> {
            stuck.countDown();
            Together.await(release);
        });
        store.away = finish -> true;
        first.complete("charged");
        store.away = finish -> false;
        time.advance(Duration.ofSeconds(1));
        assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<String> second = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> call = start(once, key("two"), second);
        store.away = finish -> true;
        second.complete("charged");
        store.away = finish -> false;

        Together.await("the second end is written", () -> {
            time.advance(Duration.ofSeconds(1));
            return state(key("two")) == RecordState.SUCCEEDED;
        });
        assertThat(call.get(30, TimeUnit.SECONDS).require()).isEqualTo("charged");
        assertThat(blocking).isNotDone();
    }

    @Test
    void aCodecThatEndsWithAnErrorLeavesNoHeartbeatBehind() {
        Once once = Once.on(store, settings());
        Codec<String> endless = Codec.of(
                value -> {
                    throw new StackOverflowError();
                },
                bytes -> "");
        CompletableFuture<Outcome<String>> call = once.operation("payment:create", endless)
                .build()
                .key(key("one"))
                .runAsync(Payload.none(), claim -> CompletableFuture.completedFuture("charged"))
                .toCompletableFuture();

        assertThat(catchThrowable(call::join)).hasCauseInstanceOf(StackOverflowError.class);
        time.advance(Duration.ofMinutes(10));
        assertThat(time.alarmsWaiting()).as("alarms of heartbeats").isZero();
        assertThat(store.read(List.of(key("one"))).get(0).orElseThrow().leaseOver())
                .isTrue();
    }

    @Test
    void aHookThatThrowsDoesNotReplaceTheOutcome() {
        Once once = Once.on(store, settings());
        store.deposes = true;

        Outcome<String> outcome = pay(once).key(key("one")).run(Payload.none(), claim -> {
            claim.onLost(() -> {
                throw new IllegalStateException("hook");
            });
            return "charged";
        });

        assertThat(outcome).isInstanceOf(Outcome.Deposed.class);
    }

    @Test
    void whatTheEffectThrewIsTheCause_alsoWhenItsEndCannotBeWritten() {
        Once once = Once.on(store, settings());
        SocketTimeoutException lost = new SocketTimeoutException("reply lost");
        store.away = finish -> true;

        Outcome<String> outcome = pay(once).key(key("one")).run(Payload.none(), claim -> {
            throw lost;
        });

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(catchThrowable(outcome::require)).hasCause(lost);
    }

    @Test
    void whatAPersonSaysIsWrittenDown_alsoWhenTheTimeIsUpMeanwhile() throws Exception {
        Once once = Once.on(store, settings());
        Outcome<String> ignored = pay(once).key(key("one")).run(Payload.none(), claim -> {
            throw new SocketTimeoutException("reply lost");
        });
        assertThat(state(key("one"))).isEqualTo(RecordState.UNKNOWN);
        store.afterTakeOver = () -> time.advance(Duration.ofSeconds(2));

        boolean isResolved = Deadline.within(
                time,
                Duration.ofSeconds(1),
                () -> once.resolveAsNotHappened(key("one"), By.person("ann", "seen at the bank")));

        assertThat(isResolved).isTrue();
        assertThat(state(key("one"))).isEqualTo(RecordState.FAILED_RETRYABLE);
    }

    /** Fails batches of ends that have one it does not take now. */
    private static final class PickyStore extends DelegatingRecordStore {
        volatile Predicate<RecordFinish> away = finish -> false;
        volatile boolean deposes;
        volatile Runnable afterTakeOver = () -> {};

        PickyStore(InMemoryRecordStore store) {
            super(store);
        }

        @Override
        public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
            List<Optional<Long>> answers = super.takeOver(takeOvers);
            afterTakeOver.run();
            return answers;
        }

        @Override
        public List<Boolean> finish(List<RecordFinish> finishes) {
            if (finishes.stream().anyMatch(away)) {
                throw new StoreException(FailureKind.TRANSIENT, "a row is locked", null);
            }
            return deposes ? finishes.stream().map(finish -> false).toList() : super.finish(finishes);
        }
    }
}
