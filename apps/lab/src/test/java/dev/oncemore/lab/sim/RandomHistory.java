package dev.oncemore.lab.sim;

import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.RateLimiter;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A random policy, calls that begin at random moments, and what becomes of each of their attempts. */
final class RandomHistory {
    private static final List<Reply> REPLIES = List.of(
            Reply.OK, Reply.OK, Reply.ERROR, Reply.ERROR, Reply.REFUSED, Reply.THROTTLED, Reply.RESET, Reply.NOTHING);
    private static final int CALLS_MAX = 14;
    private static final int COPIES_MAX = 40;

    final RetryPolicy policy;
    final Safety safety;
    final List<Long> beginnings = new ArrayList<>();
    private final Reply[][] replies = new Reply[CALLS_MAX][COPIES_MAX];
    private final long[][] durations = new long[CALLS_MAX][COPIES_MAX];

    RandomHistory(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        safety = List.of(Safety.undeclared(), Safety.readOnly(), Safety.idempotent(), Safety.keyed("k"))
                .get(random.nextInt(4));
        policy = policy(random);
        int calls = 1 + random.nextInt(CALLS_MAX);
        for (int call = 0; call < calls; call++) {
            beginnings.add(random.nextLong(3_000_000_000L));
            for (int copy = 0; copy < COPIES_MAX; copy++) {
                replies[call][copy] = REPLIES.get(random.nextInt(REPLIES.size()));
                durations[call][copy] = 1 + random.nextLong(random.nextInt(5) == 0 ? 900_000_000L : 90_000_000L);
            }
        }
    }

    Reply reply(int call, int copy) {
        return replies[call][copy];
    }

    long durationNanos(int call, int copy) {
        return durations[call][copy];
    }

    private static RetryPolicy policy(SplittableRandom random) {
        RetryPolicy.Builder policy =
                RetryPolicy.named("random").maxAttempts(1 + random.nextInt(6)).backoff(backoff(random));
        boolean queues = random.nextInt(4) == 0;
        if (random.nextBoolean()) {
            policy.attemptTimeout(millis(random, 50, 600)).deadline(millis(random, 700, 4_000));
        } else {
            policy.attemptTimeout(millis(random, 50, 600)).noDeadline();
        }
        if (random.nextBoolean()) {
            policy.unlimitedBudget();
        } else {
            policy.budget(RetryBudget.ratio(0.1 + random.nextDouble() * 0.9)
                    .floor(random.nextInt(6))
                    .window(millis(random, 500, 2_000))
                    .cost(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, 1 + random.nextInt(2)));
        }
        switch (random.nextInt(3)) {
            case 0 -> policy.breaker(Breaker.failures(1 + random.nextInt(5)).coolDown(millis(random, 50, 900)));
            case 1 ->
                policy.breaker(Breaker.failureRate(0.3 + random.nextDouble() / 2)
                        .overCalls(8)
                        .minimumCalls(3)
                        .coolDown(millis(random, 50, 900)));
            default -> {}
        }
        if (queues) {
            policy.limiter(Limiter.concurrency(1 + random.nextInt(3))
                    .queueTimeout(millis(random, 1, 400))
                    .queueSize(1 + random.nextInt(5)));
        } else if (random.nextInt(4) == 0) {
            policy.rateLimiter(RateLimiter.calls(1 + random.nextInt(4), millis(random, 50, 300))
                    .queueTimeout(millis(random, 1, 400)));
        }
        if (random.nextInt(3) == 0) {
            policy.hedge(
                    random.nextBoolean()
                            ? Hedge.after(millis(random, 1, 45))
                            : Hedge.afterP95().warmUp(1 + random.nextInt(3)));
        }
        return policy.build();
    }

    private static Backoff backoff(SplittableRandom random) {
        Backoff backoff = Backoff.exponential(millis(random, 1, 120))
                .cap(millis(random, 121, 900))
                .factor(1 + random.nextDouble() * 2);
        return switch (random.nextInt(6)) {
            case 0 -> backoff.fullJitter();
            case 1 -> backoff.equalJitter();
            case 2 -> backoff.decorrelatedJitter();
            case 3 -> backoff.additiveJitter(millis(random, 1, 100));
            case 4 -> backoff.plusMinusJitter(millis(random, 1, 100));
            default -> backoff.noJitter().base(FailureKind.THROTTLED, millis(random, 1, 120));
        };
    }

    private static Duration millis(SplittableRandom random, int from, int to) {
        // Nanoseconds at random, so that no two events of a history fall on the same one.
        return Duration.ofNanos(random.nextLong(from * 1_000_000L, to * 1_000_000L));
    }
}
