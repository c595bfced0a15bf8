package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeartbeatChainTest {
    private static final int CALLERS = 8;

    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger alarms = new AtomicInteger();

    /** Virtual time in which the first alarm takes until every caller has begun, so that all of them meet in it. */
    private final class Slow implements Time {
        private final CountDownLatch begun;

        Slow(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            time.sleep(nanos);
        }

        @Override
        public Alarm alarm(long delayNanos, Runnable task) {
            alarms.incrementAndGet();
            try {
                assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return time.alarm(delayNanos, task);
        }
    }

    @Test
    void effectsThatStartAtOnceShareOneChainOfHeartbeats() throws Exception {
        CountDownLatch begun = new CountDownLatch(CALLERS);
        Slow slow = new Slow(begun);
        OnceSettings settings = OnceSettings.standard().time(slow).executor(Runnable::run);
        Heartbeats heartbeats = new Heartbeats(
                settings, new InMemoryRecordStore(time, () -> Instant.EPOCH.plus(time.elapsed()), 1_000));
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        try {
            for (int i = 0; i < CALLERS; i++) {
                String key = "k" + i;
                threads.execute(() -> {
                    begun.countDown();
                    heartbeats.start(new Claim(Key.of("acme", "pay", key), 1, 1, false));
                });
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();

            assertThat(alarms).hasValue(1);
            time.advance(settings.lease.dividedBy(6).plus(Duration.ofMillis(1)));
            assertThat(alarms).as("one tick schedules one tick").hasValue(2);
        } finally {
            threads.shutdownNow();
        }
    }
}
