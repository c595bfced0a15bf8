package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.once.DelegatingRecordStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers that wait for one effect, and the heartbeat that keeps the claim of a long one. */
@Timeout(100)
class WaitingCasesTest {
    private static final Key KEY = Scope.of("acme", "payment:create").key("inv-001");
    private final AtomicInteger effects = new AtomicInteger();

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    @Test
    void aThousandWaitersOnOneKeyAskTheStoreLikeOne() throws Exception {
        CountingStore store = new CountingStore(new InMemoryRecordStore());
        Once once = Once.on(store, OnceSettings.standard().waitAtMost(Duration.ofMinutes(1)));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(1_001);
        try {
            Future<Outcome<String>> owner =
                    threads.submit(() -> pay(once).key(KEY).run(Payload.none(), claim -> {
                        running.countDown();
                        release.await();
                        return "done " + effects.incrementAndGet();
                    }));
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            List<Future<Outcome<String>>> waiting = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                waiting.add(threads.submit(() -> pay(once).key(KEY).run(Payload.none(), claim -> "never")));
            }
            // Each asks once when it comes; from then on one of them asks for all.
            while (store.inserts.get() < 1_001) {
                Thread.onSpinWait();
            }
            release.countDown();
            for (Future<Outcome<String>> future : waiting) {
                assertThat(future.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Done<>("done 1", true));
            }
            assertThat(owner.get(30, TimeUnit.SECONDS).isReplay()).isFalse();
        } finally {
            threads.shutdownNow();
        }
        assertThat(effects).hasValue(1);
        assertThat(store.inserts.get()).as("questions to the store").isLessThan(1_400);
    }

    @Test
    void aHeartbeatKeepsALongEffectsClaim() {
        VirtualTime time = new VirtualTime();
        CountingStore store = new CountingStore(memory(time));
        Once once = Once.on(store, inVirtualTime(time));

        Outcome<String> outcome = pay(once).key(KEY).run(Payload.none(), claim -> {
            time.advance(Duration.ofMinutes(5));
            assertThat(claim.isLost()).isFalse();
            assertThat(pay(Once.on(store, inVirtualTime(time).waitAtMost(Duration.ZERO)))
                            .key(KEY)
                            .run(Payload.none(), other -> "never"))
                    .isInstanceOf(Outcome.InProgress.class);
            return "done";
        });

        assertThat(outcome).isEqualTo(new Outcome.Done<>("done", false));
        assertThat(store.extensions.get()).isEqualTo(30);
        time.advance(Duration.ofMinutes(5));
        assertThat(time.alarmsWaiting()).as("the heartbeat has stopped").isZero();
        assertThat(store.extensions.get()).isEqualTo(30);
    }

    @Test
    void anOwnerWhoseLeaseWasLostIsTold_beforeItEnds() {
        VirtualTime time = new VirtualTime();
        CountingStore store = new CountingStore(memory(time));
        Once once = Once.on(store, inVirtualTime(time).whenUnknown(WhenUnknown.RUN_AGAIN));
        List<String> told = new ArrayList<>();

        Outcome<String> outcome = pay(once).key(KEY).run(Payload.none(), claim -> {
            claim.onLost(() -> told.add("lost"));
            store.deaf = true;
            time.advance(Duration.ofSeconds(31));
            store.deaf = false;
            // While no heartbeat got through, the lease ran out and somebody else took over.
            assertThat(pay(once).key(KEY).run(Payload.none(), other -> {
                        assertThat(other.fence()).isGreaterThan(claim.fence());
                        time.advance(Duration.ofSeconds(10));
                        return "new owner";
                    }))
                    .isEqualTo(new Outcome.Done<>("new owner", false));
            assertThat(claim.isLost()).isTrue();
            return "zombie";
        });

        assertThat(told).containsExactly("lost");
        assertThat(outcome).isInstanceOf(Outcome.Deposed.class);
        assertThat(pay(once).key(KEY).run(Payload.none(), claim -> "never"))
                .isEqualTo(new Outcome.Done<>("new owner", true));
    }

    @Test
    void aStoreThatIsAwayForAMomentDoesNotLoseTheOutcome() {
        VirtualTime time = new VirtualTime();
        CountingStore store = new CountingStore(memory(time));
        Once once = Once.on(store, inVirtualTime(time));

        Outcome<String> outcome = pay(once).key(KEY).run(Payload.none(), claim -> {
            store.failingFinishes.set(2);
            return "done";
        });

        assertThat(outcome).isEqualTo(new Outcome.Done<>("done", false));
        assertThat(((Finding.Known) once.find(KEY)).found().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    private static InMemoryRecordStore memory(VirtualTime time) {
        return new InMemoryRecordStore(time, () -> Instant.EPOCH.plus(time.elapsed()), 1_000);
    }

    private static OnceSettings inVirtualTime(VirtualTime time) {
        return OnceSettings.standard().time(time).executor(Runnable::run).hookExecutor(Runnable::run);
    }

    /** Counts the verbs that reach a store, and can be out of reach. */
    private static final class CountingStore extends DelegatingRecordStore {
        final AtomicInteger inserts = new AtomicInteger();
        final AtomicInteger extensions = new AtomicInteger();
        final AtomicInteger failingFinishes = new AtomicInteger();
        boolean deaf;

        CountingStore(RecordStore store) {
            super(store);
        }

        @Override
        public List<Inserted> insertOrRead(List<NewClaim> claims) {
            inserts.addAndGet(claims.size());
            return super.insertOrRead(claims);
        }

        @Override
        public List<Boolean> finish(List<RecordFinish> finishes) {
            if (failingFinishes.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new StoreException(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "cut off", null);
            }
            return super.finish(finishes);
        }

        @Override
        public List<Boolean> extend(List<RecordExtension> renewals) {
            extensions.addAndGet(renewals.size());
            if (deaf) {
                throw new IllegalStateException("out of reach");
            }
            assertThat(renewals).extracting(RecordExtension::key).doesNotHaveDuplicates();
            return super.extend(renewals);
        }
    }
}
