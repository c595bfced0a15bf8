package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitsTest {
    private static final Key KEY = Key.of("acme", "payment:create", "inv-001");
    private static final NewClaim CLAIM = new NewClaim(
            KEY, Fingerprint.ofBytes(new byte[Fingerprint.SIZE_BYTES]), "token", "tester", Duration.ofMinutes(1));

    private final Waits waits = new Waits(Time.system());
    private final OnceRecord unknown = unknownRecord();

    private static OnceRecord unknownRecord() {
        InMemoryRecordStore store = new InMemoryRecordStore();
        Long fence = store.insertOrRead(List.of(CLAIM)).get(0).fence();
        assertThat(fence).isNotNull();
        store.finish(
                List.of(new RecordFinish(KEY, fence, RecordState.UNKNOWN, null, "lost", null, Duration.ofDays(1))));
        return store.read(List.of(KEY)).get(0).orElseThrow();
    }

    @Test
    void aCallThatTakesOverDoesNotAcceptThatTheLeaderParks() throws Exception {
        assertThat(follow(true, () -> new Claims.Owned(2, 2, unknown))).isInstanceOf(Claims.Owned.class);
    }

    @Test
    void aCallThatParksTakesTheLeadersAnswer() throws Exception {
        assertThat(follow(false, () -> {
                    throw new AssertionError("the leader has asked for all");
                }))
                .isInstanceOf(Claims.Parked.class);
    }

    /** The answer of a call that waits while another one, which parks unknown outcomes, asks for both. */
    private Claims.Answer follow(boolean takesOver, Supplier<Claims.Answer> ask) throws Exception {
        CountDownLatch leading = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        FutureTask<Claims.Answer> leader = new FutureTask<>(() -> await(false, () -> {
            leading.countDown();
            waitFor(release);
            return new Claims.Parked(unknown);
        }));
        new Thread(leader).start();
        assertThat(leading.await(30, TimeUnit.SECONDS)).isTrue();
        FutureTask<Claims.Answer> follower = new FutureTask<>(() -> await(takesOver, ask));
        Thread following = new Thread(follower);
        following.start();
        while (following.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        release.countDown();

        assertThat(leader.get(30, TimeUnit.SECONDS)).isInstanceOf(Claims.Parked.class);
        return follower.get(30, TimeUnit.SECONDS);
    }

    private Claims.Answer await(boolean takesOver, Supplier<Claims.Answer> ask) throws InterruptedException {
        return waits.await(CLAIM, takesOver, new Claims.Running(KEY), Duration.ofMinutes(1), ask);
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
