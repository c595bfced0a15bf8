package dev.oncemore.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.RateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The strict bound of the rate limiter, alone and under contention. */
@Timeout(60)
class RatePermitsTest {
    private static final long PERIOD = 1_000;

    private static RatePermits permits(int calls, long nowNanos) {
        RateLimiter limiter = RateLimiter.calls(calls, Duration.ofNanos(PERIOD))
                .queueTimeout(Duration.ofNanos(3 * PERIOD))
                .queueSize(1_000_000);
        return new RatePermits(limiter, nowNanos);
    }

    private static void assertNoPeriodHoldsMoreThan(int calls, List<Long> starts) {
        Collections.sort(starts);
        for (int i = calls; i < starts.size(); i++) {
            assertThat(starts.get(i) - starts.get(i - calls))
                    .as("from start %d on", i - calls)
                    .isGreaterThanOrEqualTo(PERIOD);
        }
    }

    @Test
    void noPeriodHoldsMoreStarts_andNoPermitIsHeldBack_whateverTheArrivals() {
        long seed = 20_261_117;
        SplittableRandom random = new SplittableRandom(seed);
        for (int history = 0; history < 300; history++) {
            int calls = random.nextInt(1, 12);
            long origin = random.nextLong(); // the ticker may wrap
            RatePermits permits = permits(calls, origin);
            List<Long> starts = new ArrayList<>();
            long now = 0;
            for (int i = 0; i < 200; i++) {
                now += random.nextInt(4) == 0 ? random.nextLong(3 * PERIOD) : random.nextLong(PERIOD / 4);
                long waitMax = random.nextLong(2 * PERIOD);
                int last = starts.size() - calls;
                long due = last < 0 ? now : Math.max(now, starts.get(last) + PERIOD);
                long wait = permits.reserve(origin + now, waitMax);
                if (due - now <= waitMax) {
                    assertThat(wait).as("seed %d, history %d", seed, history).isEqualTo(due - now);
                    starts.add(due);
                } else {
                    assertThat(wait).as("seed %d, history %d", seed, history).isEqualTo(now - due);
                }
                if (wait > 0) {
                    permits.arrive();
                }
            }
            assertNoPeriodHoldsMoreThan(calls, starts);
            assertThat(permits.queued()).isZero();
        }
    }

    @Test
    void noPeriodHoldsMoreStarts_underContention() throws Exception {
        for (int calls : new int[] {1, 2, 7, 64}) {
            RatePermits permits = permits(calls, 0);
            AtomicLong clock = new AtomicLong();
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try {
                List<Future<List<Long>>> results = new ArrayList<>();
                for (int thread = 0; thread < 8; thread++) {
                    results.add(threads.submit(() -> {
                        List<Long> starts = new ArrayList<>();
                        for (int i = 0; i < 5_000; i++) {
                            long now = clock.addAndGet(PERIOD / 16);
                            long wait = permits.reserve(now, PERIOD);
                            if (wait >= 0) {
                                starts.add(now + wait);
                            }
                            if (wait > 0) {
                                permits.arrive();
                            }
                        }
                        return starts;
                    }));
                }
                List<Long> starts = new ArrayList<>();
                for (Future<List<Long>> result : results) {
                    starts.addAll(result.get(30, TimeUnit.SECONDS));
                }
                assertNoPeriodHoldsMoreThan(calls, starts);
                long periods = clock.get() / PERIOD;
                long demand = 8 * 5_000L;
                assertThat(starts.size())
                        .as("permits of %d per period", calls)
                        .isGreaterThan((int) Math.min(demand, periods * calls) / 2);
                assertThat(permits.queued()).isZero();
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @Test
    void aSlowThreadWithAnOldReadingIsNotRefused_whilePermitsAreFree() {
        RatePermits permits = permits(3, 0);
        assertThat(permits.tryAcquire(500)).isTrue();
        assertThat(permits.tryAcquire(400)).isTrue();
        assertThat(permits.tryAcquire(300)).isTrue();
        assertThat(permits.tryAcquire(1_499)).isFalse();
        assertThat(permits.tryAcquire(1_500)).isTrue();
    }
}
