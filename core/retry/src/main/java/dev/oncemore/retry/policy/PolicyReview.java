package dev.oncemore.retry.policy;

import dev.oncemore.time.Durations;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/** Collects the findings about one policy. It reads settings only: no rule of a classifier is run. */
final class PolicyReview {
    private static final double GENEROUS_RATIO = 0.5;
    /** What a client throws when a reply does not come, and their superclasses. */
    private static final List<Class<? extends Throwable>> LOST_REPLIES = List.of(
            SocketTimeoutException.class,
            HttpTimeoutException.class,
            TimeoutException.class,
            InterruptedIOException.class,
            IOException.class,
            Exception.class,
            Throwable.class);
    /** Turns every jitter into its shortest delay. */
    private static final RandomGenerator SHORTEST = new RandomGenerator() {
        @Override
        public long nextLong() {
            return 0;
        }

        @Override
        public long nextLong(long origin, long bound) {
            return origin;
        }
    };

    private final RetryPolicy policy;
    private final List<PolicyFinding> findings = new ArrayList<>();

    private PolicyReview(RetryPolicy policy) {
        this.policy = policy;
    }

    static List<PolicyFinding> of(RetryPolicy policy) {
        PolicyReview review = new PolicyReview(policy);
        review.limits();
        if (policy.maxAttempts() > 1) {
            review.fit();
            review.backoff();
            review.budget();
            review.lostReplies();
            if (policy.nested() == Nesting.RETRY) {
                review.add(
                        PolicyFinding.Code.NESTED_RETRIES,
                        "inside an attempt of another engine, its " + policy.maxAttempts()
                                + " attempts multiply with those of that engine; let one layer retry");
            }
        }
        review.breaker();
        return List.copyOf(review.findings);
    }

    private void limits() {
        if (policy.attemptTimeout().isEmpty()) {
            add(
                    PolicyFinding.Code.NO_ATTEMPT_TIMEOUT,
                    policy.deadline()
                            .map(total -> "one attempt that hangs uses up the deadline (" + Durations.format(total)
                                    + "); set an attemptTimeout")
                            .orElse("nothing ends an attempt that hangs; set an attemptTimeout"));
        }
        if (policy.deadline().isEmpty()) {
            add(
                    PolicyFinding.Code.NO_DEADLINE,
                    "a call takes as long as all its attempts and delays; set a deadline if somebody waits for it");
        }
    }

    /** Whether the attempts fit the deadline. */
    private void fit() {
        Optional<Duration> deadline = policy.deadline();
        if (deadline.isEmpty()) {
            return;
        }
        long total = deadline.get().toNanos();
        String words = Durations.format(deadline.get());
        long delays = 0;
        for (int attempt = 2; attempt <= policy.maxAttempts() && delays < total; attempt++) {
            delays += shortestDelay(attempt - 1);
            if (delays >= total) {
                add(
                        PolicyFinding.Code.ATTEMPTS_BEYOND_DEADLINE,
                        "attempt " + attempt + " of " + policy.maxAttempts()
                                + " never runs: the delays before it take at"
                                + " least " + Durations.approximate(delays) + ", and the deadline is " + words
                                + "; allow fewer attempts or set a longer deadline");
            }
        }
        policy.attemptTimeout()
                .filter(attempt -> attempt.toNanos() + shortestDelay(1) >= total)
                .ifPresent(attempt -> add(
                        PolicyFinding.Code.NO_RETRY_AFTER_TIMEOUT,
                        "an attempt that times out (" + Durations.format(attempt)
                                + ") leaves no time for a retry within the deadline (" + words
                                + "); set a shorter attemptTimeout"));
    }

    private long shortestDelay(int retry) {
        return Kinds.retried().stream()
                .mapToLong(kind -> policy.backoff().delayNanos(kind, retry, 0, SHORTEST))
                .min()
                .orElse(0);
    }

    private void backoff() {
        Backoff backoff = policy.backoff();
        if (backoff.base().isZero()) {
            add(PolicyFinding.Code.NO_DELAY, "retries follow at once; a dependency that fails needs a pause");
        } else if (backoff.jitter().kind() == Jitter.Kind.NONE) {
            add(
                    PolicyFinding.Code.NO_JITTER,
                    "callers that fail together retry together, " + Durations.format(backoff.base())
                            + " later; use fullJitter()");
        }
    }

    private void budget() {
        if (policy.budget().isEmpty()) {
            add(
                    PolicyFinding.Code.NO_BUDGET,
                    "while the dependency is down, it gets up to " + policy.maxAttempts()
                            + " times its normal load; use a RetryBudget");
            return;
        }
        RetryBudget budget = policy.budget().get();
        int least = Kinds.retried().stream().mapToInt(budget::cost).min().orElse(1);
        int most = Kinds.retried().stream().mapToInt(budget::cost).max().orElse(1);
        if (budget.ratio() / least > GENEROUS_RATIO) {
            add(
                    PolicyFinding.Code.GENEROUS_BUDGET,
                    "retries may add " + Math.round(100 * budget.ratio() / least)
                            + " % to the load of a dependency that fails; 20 % is usual");
        }
        if (most > budget.floor()) {
            add(
                    PolicyFinding.Code.COST_OVER_FLOOR,
                    "a retry costs up to " + most + ", but the floor is " + budget.floor() + ", so a client with under "
                            + (long) Math.ceil(most / budget.ratio()) + " calls per "
                            + Durations.format(budget.window()) + " never retries such a failure");
        }
    }

    private void breaker() {
        if (policy.breaker().isEmpty()) {
            return;
        }
        Breaker.Trip trip = policy.breaker().get().trip();
        if (trip instanceof Breaker.ConsecutiveFailures failures
                && policy.maxAttempts() > 1
                && failures.count() <= policy.maxAttempts()) {
            add(
                    PolicyFinding.Code.BREAKER_OPENED_BY_ONE_CALL,
                    "the breaker opens after " + failures.count() + " failures in a row, and one call may make "
                            + policy.maxAttempts() + " attempts; let it take the failures of several calls");
        }
        Duration slower = trip instanceof Breaker.Rates rates && rates.slow() != null
                ? rates.slow().slowerThan()
                : Duration.ZERO;
        policy.attemptTimeout()
                .filter(attempt -> !slower.isZero() && slower.compareTo(attempt) >= 0)
                .ifPresent(attempt -> add(
                        PolicyFinding.Code.SLOW_CALLS_NEVER_COUNT,
                        "the breaker counts attempts slower than " + Durations.format(slower)
                                + ", but they are cut off after " + Durations.format(attempt)
                                + "; it never opens because of slow calls"));
    }

    private void lostReplies() {
        for (Classifier at = policy.classifier(); at instanceof ClassifierRules.Link link; at = link.next()) {
            if (link instanceof ClassifierRules.ByType rule
                    && declaresNoEffect(rule.type().getName(), rule.kind())) {
                addLostReply(rule.type().getName(), rule.kind());
                return;
            }
            if (link instanceof ClassifierRules.ByName names) {
                for (Map.Entry<String, FailureKind> rule : names.kinds().entrySet()) {
                    if (declaresNoEffect(rule.getKey(), rule.getValue())) {
                        addLostReply(rule.getKey(), rule.getValue());
                        return;
                    }
                }
            }
        }
    }

    private static boolean declaresNoEffect(String type, FailureKind kind) {
        return kind.retryable()
                && !kind.needsIdempotency()
                && LOST_REPLIES.stream().anyMatch(lost -> lost.getName().equals(type));
    }

    private void addLostReply(String type, FailureKind kind) {
        add(
                PolicyFinding.Code.LOST_REPLY_AS_TRANSIENT,
                type + " is declared " + PolicyWriter.written(kind)
                        + ", so calls without a key are repeated after a lost"
                        + " reply, when the first may have taken effect; declare it timeout-unknown-outcome");
    }

    private void add(PolicyFinding.Code code, String sentence) {
        findings.add(new PolicyFinding(code, sentence));
    }
}
