package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.once.DelegatingRecordStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What late ends may cost: so many wait, and the others are left to their leases and told so. */
class LateEndLimitsTest {
    private static final int ENDS_MAX = 10_000;

    private final VirtualTime time = new VirtualTime();
    private final AwayStore store =
            new AwayStore(new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 2 * ENDS_MAX));
    private volatile boolean isShutDown;

    private final Once once = Once.on(
            store,
            OnceSettings.standard()
                    .time(time)
                    .executor(work -> {
                        if (isShutDown) {
                            throw new RejectedExecutionException("shut down");
                        }
                        work.run();
                    })
                    .waitAtMost(Duration.ZERO));

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    private static Key key(int number) {
        return Scope.of("acme", "payment:create").key("inv-" + number);
    }

    private CompletableFuture<Outcome<String>> start(int number, CompletableFuture<String> work) {
        return pay(once)
                .key(key(number))
                .runAsync(Payload.none(), claim -> work)
                .toCompletableFuture();
    }

    private RecordState state(int number) {
        return store.read(List.of(key(number))).get(0).orElseThrow().state();
    }

    @Test
    void largeOutcomesFillTheBoundSooner() {
        CompletableFuture<String> work = new CompletableFuture<>();
        List<CompletableFuture<Outcome<String>>> calls = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            calls.add(start(i, work));
        }
        store.isAway = true;

        work.complete("x".repeat(1 << 20));

        assertThat(calls.stream().filter(CompletableFuture::isDone))
                .as("64 MiB wait to be written")
                .hasSize(6);
        store.isAway = false;
        time.advance(Duration.ofSeconds(10));
        assertThat(calls.stream().filter(call -> call.join() instanceof Outcome.Done))
                .hasSize(64);
    }

    @Test
    void whatExceedsTheBoundIsToldAtOnce_andTheRestIsWritten() {
        CompletableFuture<String> work = new CompletableFuture<>();
        List<CompletableFuture<Outcome<String>>> calls = new ArrayList<>();
        for (int i = 0; i <= ENDS_MAX; i++) {
            calls.add(start(i, work));
        }
        store.isAway = true;
        work.complete("charged");

        List<CompletableFuture<Outcome<String>>> told =
                calls.stream().filter(CompletableFuture::isDone).toList();
        assertThat(told)
                .hasSize(1)
                .first()
                .satisfies(call -> assertThat(call.join()).isInstanceOf(Outcome.Unknown.class));
        store.isAway = false;
        time.advance(Duration.ofSeconds(10));
        assertThat(calls).allMatch(CompletableFuture::isDone);
        assertThat(calls.stream().filter(call -> call.join() instanceof Outcome.Done))
                .hasSize(ENDS_MAX);
        time.advance(Duration.ofMinutes(10));
        assertThat(time.alarmsWaiting())
                .as("no heartbeat keeps what nobody will write")
                .isZero();
    }

    @Test
    void anExecutorThatRefusesEndsTheWait_andLaterEndsAreWrittenAgain() {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> first = start(1, work);
        store.isAway = true;
        work.complete("charged");
        isShutDown = true;
        time.advance(Duration.ofMillis(20));
        assertThat(first.join()).isInstanceOf(Outcome.Unknown.class);

        isShutDown = false;
        CompletableFuture<String> more = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> second = start(2, more);
        more.complete("charged");
        store.isAway = false;
        time.advance(Duration.ofSeconds(10));

        assertThat(second.join()).isEqualTo(new Outcome.Done<>("charged", false));
        assertThat(state(1)).isEqualTo(RecordState.RUNNING);
        time.advance(Duration.ofMinutes(10));
        assertThat(store.read(List.of(key(1))).get(0).orElseThrow().leaseOver()).isTrue();
    }

    @Test
    void aLockedRecordHoldsUpNoOtherEnd() {
        CompletableFuture<String> work = new CompletableFuture<>();
        List<CompletableFuture<Outcome<String>>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(start(i, work));
        }
        store.isAway = true;
        work.complete("charged");
        store.isAway = false;
        store.locked = key(7);

        time.advance(Duration.ofMillis(20));

        assertThat(calls.stream().filter(call -> !call.isDone()))
                .as("in the first round already")
                .containsExactly(calls.get(7));
        store.locked = null;
        time.advance(Duration.ofSeconds(10));
        assertThat(calls.get(7).join()).isEqualTo(new Outcome.Done<>("charged", false));
    }

    @Test
    void aRecordThatStaysLockedIsTriedLessOften() {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> call = start(1, work);
        store.locked = key(1);
        work.complete("charged");
        time.advance(Duration.ofSeconds(10));
        store.writes.set(0);

        time.advance(Duration.ofSeconds(10));

        assertThat(store.writes.get()).isBetween(1, 11);
        store.locked = null;
        time.advance(Duration.ofSeconds(2));
        assertThat(call.join()).isEqualTo(new Outcome.Done<>("charged", false));
    }

    private static final class AwayStore extends DelegatingRecordStore {
        volatile boolean isAway;
        final AtomicInteger writes = new AtomicInteger();
        volatile @Nullable Key locked;

        AwayStore(InMemoryRecordStore store) {
            super(store);
        }

        @Override
        public List<Boolean> finish(List<RecordFinish> finishes) {
            if (isAway) {
                throw new StoreException(FailureKind.TRANSIENT, "away", null);
            }
            writes.incrementAndGet();
            if (finishes.stream().anyMatch(finish -> finish.key().equals(locked))) {
                throw new RecordLockedException("locked", null);
            }
            return super.finish(finishes);
        }
    }
}
