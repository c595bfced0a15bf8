package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.once.HeldLock;
import dev.oncemore.once.LockHolder;
import dev.oncemore.once.Locks;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.Scope;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Conformance of distributed locks. The engine runs in virtual time, the store in its own. */
public abstract class LockConformance extends RecordStoreKit {
    private static final Key KEY = Scope.of("oncemore", "lock").key("nightly");
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();

    /** For inheritors. */
    protected LockConformance() {}

    private Locks locks(String who) {
        return Locks.on(
                store(),
                OnceSettings.standard()
                        .who(who)
                        .lease(LEASE)
                        .time(time)
                        .executor(Runnable::run)
                        .hookExecutor(Runnable::run));
    }

    private HeldLock acquire(String who) {
        return locks(who).tryAcquire("nightly").orElseThrow();
    }

    /** As if the holder had been silent for so long that its lease is over. */
    private void letLeaseEnd() {
        store().extend(List.of(new RecordExtension(KEY, read(KEY).fence(), SHORT)));
        awaitLeaseOver(KEY);
    }

    @Test
    void oneHolderAtATime_andTheHolderIsKnown() {
        HeldLock first = acquire("node-1");

        assertThat(locks("node-2").tryAcquire("nightly")).isEmpty();
        assertThat(locks("node-2").tryAcquire("weekly")).isPresent();
        LockHolder holder = locks("node-2").holder("nightly").orElseThrow();
        assertThat(holder.who()).isEqualTo("node-1");
        assertThat(holder.fence()).isEqualTo(first.fence());
        assertThat(holder.leaseUntil()).isAfter(holder.since());
    }

    @Test
    void aClosedLockIsFree_andItsFenceRises_andItsTimeStartsAnew() {
        HeldLock first = acquire("node-1");
        LockHolder before = locks("node-1").holder("nightly").orElseThrow();
        long fence = first.fence();
        first.close();
        first.close();

        assertThat(locks("node-2").holder("nightly")).isEmpty();
        HeldLock second = acquire("node-2");
        assertThat(second.fence()).isGreaterThan(fence);
        assertThat(locks("node-1").holder("nightly").orElseThrow().since()).isAfterOrEqualTo(before.since());
        assertThat(read(KEY).attempts()).as("claimed as if it were new").isEqualTo(1);
    }

    @Test
    void aClosedLockIsOfNoUse() {
        HeldLock lock = acquire("node-1");
        assertThat(lock.isHeld()).isTrue();
        lock.close();

        assertThat(lock.isHeld()).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(lock::fence)
                .withMessage("the lock 'nightly' was closed; acquire it again");
        assertThatIllegalStateException().isThrownBy(() -> lock.onLost(() -> {}));
    }

    @Test
    void closingALostLockDoesNotFreeItsNewHolders() {
        HeldLock first = acquire("node-1");
        letLeaseEnd();
        HeldLock second = acquire("node-2");

        first.close();

        assertThat(locks("node-3").tryAcquire("nightly")).isEmpty();
        assertThat(second.isHeld()).isTrue();
    }

    @Test
    void aDeadHoldersLockIsFreeAfterItsLease_andItsTimeStartsAnew() {
        HeldLock dead = acquire("node-1");
        LockHolder before = locks("node-2").holder("nightly").orElseThrow();
        letLeaseEnd();
        assertThat(locks("node-2").holder("nightly")).isEmpty();

        HeldLock next = acquire("node-2");

        assertThat(next.fence()).isGreaterThan(dead.fence());
        LockHolder now = locks("node-3").holder("nightly").orElseThrow();
        assertThat(now.who()).isEqualTo("node-2");
        assertThat(now.since()).isAfter(before.since());
    }

    @Test
    void aHolderThatLostItsLockIsTold() {
        AtomicBoolean told = new AtomicBoolean();
        HeldLock first = acquire("node-1");
        first.onLost(() -> told.set(true));
        letLeaseEnd();
        acquire("node-2");

        time.advance(LEASE.dividedBy(2)); // the next heartbeat

        assertThat(told).isTrue();
        assertThat(first.isHeld()).isFalse();
    }

    @Test
    void theHeartbeatKeepsALock() {
        HeldLock lock = acquire("node-1");
        store().extend(List.of(new RecordExtension(KEY, lock.fence(), SHORT)));

        time.advance(LEASE.dividedBy(2));

        letTimePass(SHORT.multipliedBy(2));
        assertThat(read(KEY).leaseOver()).isFalse();
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void workRunsExclusively_andItsFailureFreesTheLock() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        HeldLock other = acquire("node-1");
        assertThat(locks("node-2").runExclusively("nightly", runs::incrementAndGet))
                .isFalse();
        other.close();

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> locks("node-2").runExclusively("nightly", () -> {
                    assertThat(locks("node-3").tryAcquire("nightly")).isEmpty();
                    throw new IOException("disk full");
                }))
                .withMessage("disk full");

        assertThat(locks("node-2").runExclusively("nightly", runs::incrementAndGet))
                .isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void ofManyAtOnceOneHoldsIt() {
        List<Boolean> acquired = Together.run(
                8, i -> () -> locks("node-" + i).tryAcquire("nightly").isPresent());

        assertThat(acquired).containsOnlyOnce(true);
    }

    @Test
    void aWaiterGetsTheLockWhenItIsClosed() throws Exception {
        Locks locks = Locks.on(store());
        HeldLock first = locks.tryAcquire("nightly").orElseThrow();
        long fence = first.fence();

        List<Long> fences = Together.run(2, i -> () -> {
            if (i == 0) {
                first.close();
                return fence;
            }
            return locks.tryAcquire("nightly", Duration.ofMinutes(1))
                    .orElseThrow()
                    .fence();
        });

        assertThat(fences.get(1)).isGreaterThan(fence);
    }

    @Test
    void aLockIsHeldForAtLeastItsSpan() {
        HeldLock lock = locks("node-1").holdAtLeast(LONG).tryAcquire("nightly").orElseThrow();
        time.advance(Duration.ofMinutes(1));
        lock.close();

        LockHolder holder = locks("node-2").holder("nightly").orElseThrow();
        assertThat(Duration.between(holder.since(), holder.leaseUntil())).isGreaterThan(LEASE.multipliedBy(3));

        letLeaseEnd();
        assertThat(locks("node-2").tryAcquire("nightly")).isPresent();
    }

    @Test
    void anInterruptOfTheWorkDoesNotShortenItsSpan() {
        HeldLock lock = locks("node-1").holdAtLeast(LONG).tryAcquire("nightly").orElseThrow();
        Thread.currentThread().interrupt();
        lock.close();

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        LockHolder holder = locks("node-2").holder("nightly").orElseThrow();
        assertThat(Duration.between(holder.since(), holder.leaseUntil())).isGreaterThan(LEASE.multipliedBy(3));
    }

    @Test
    void aLongHeldLockIsFreeAtOnce_whateverItsSpan() {
        HeldLock lock = locks("node-1")
                .holdAtLeast(Duration.ofMinutes(1))
                .tryAcquire("nightly")
                .orElseThrow();
        time.advance(Duration.ofMinutes(2));
        lock.close();

        assertThat(locks("node-2").tryAcquire("nightly")).isPresent();
    }

    @Test
    void isRefusedInsideAnOpenTransaction_whoseCommitWouldComeAfterTheRelease() {
        OpenTransaction.around(() -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> locks("node-1").tryAcquire("nightly"))
                    .withMessageContaining("acquire it before you begin the transaction");
            return true;
        });
    }
}
