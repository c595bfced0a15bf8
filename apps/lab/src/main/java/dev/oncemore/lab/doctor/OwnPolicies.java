package dev.oncemore.lab.doctor;

import dev.oncemore.lab.PolicyFile;
import dev.oncemore.lab.doctor.rule.RetryRule;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Jitter;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.PolicyFinding;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Reviews our own policies: {@code policy.findings()}, and what only files show. */
final class OwnPolicies {
    static final String KIND = "Oncemore";
    private static final int USUAL_ATTEMPTS_MAX = 10;
    private static final Set<String> EVERYTHING =
            Set.of("java.lang.Exception", "java.lang.Throwable", "java.lang.RuntimeException");

    /** The settings that a finding is about, the most telling first. */
    private static final Map<RetryRule, List<String>> SETTINGS = Map.ofEntries(
            Map.entry(RetryRule.NO_ATTEMPT_TIMEOUT, List.of("attempt-timeout")),
            Map.entry(RetryRule.NO_DEADLINE, List.of("deadline")),
            Map.entry(RetryRule.ATTEMPTS_BEYOND_DEADLINE, List.of("deadline", "max-attempts", "backoff")),
            Map.entry(RetryRule.NO_RETRY_AFTER_TIMEOUT, List.of("attempt-timeout", "deadline")),
            Map.entry(RetryRule.NO_DELAY, List.of("backoff.base", "backoff")),
            Map.entry(RetryRule.NO_JITTER, List.of("backoff.jitter", "backoff")),
            Map.entry(RetryRule.NO_BUDGET, List.of("budget")),
            Map.entry(RetryRule.GENEROUS_BUDGET, List.of("budget.ratio", "budget")),
            Map.entry(RetryRule.COST_OVER_FLOOR, List.of("budget.floor", "budget")),
            Map.entry(RetryRule.BREAKER_OPENED_BY_ONE_CALL, List.of("breaker.failures", "breaker")),
            Map.entry(RetryRule.SLOW_CALLS_NEVER_COUNT, List.of("breaker.slower-than", "breaker")),
            Map.entry(RetryRule.LOST_REPLY_AS_TRANSIENT, List.of("classify.transient", "classify")),
            Map.entry(RetryRule.NESTED_RETRIES, List.of("nested")),
            Map.entry(RetryRule.WORST_CASE_OVER_DEADLINE, List.of("deadline", "attempt-timeout", "max-attempts")),
            Map.entry(RetryRule.BREAKER_BEFORE_BUDGET, List.of("breaker.failure-rate", "breaker")),
            Map.entry(RetryRule.RETRIES_EVERYTHING, List.of("classify")));

    /** Turns every jitter into its longest delay. */
    private static final RandomGenerator LONGEST = new RandomGenerator() {
        @Override
        public long nextLong() {
            return Long.MAX_VALUE;
        }

        @Override
        public long nextLong(long origin, long bound) {
            return bound - 1;
        }
    };

    private final PolicyFile policies;
    private final String file;

    private OwnPolicies(Path file) {
        this.policies = PolicyFile.read(file);
        this.file = file.toString();
    }

    /**
     * Reviews all policies of a file.
     *
     * @throws dev.oncemore.config.ConfigException when the file or a policy is wrong
     */
    static List<ReviewedPolicy> review(Path file) {
        OwnPolicies own = new OwnPolicies(file);
        List<ReviewedPolicy> all = new ArrayList<>();
        for (String name : own.policies.names()) {
            all.add(own.review(name));
        }
        return all;
    }

    static boolean knowsSettingsOf(PolicyFinding.Code code) {
        return SETTINGS.containsKey(RetryRule.valueOf(code.name()));
    }

    private ReviewedPolicy review(String name) {
        RetryPolicy policy = policies.require(name);
        ReviewedPolicy reviewed = new ReviewedPolicy(name, KIND, file, policies.line(name, List.of()), numbers(policy));
        for (PolicyFinding finding : policy.findings()) {
            add(reviewed, RetryRule.valueOf(finding.code().name()), finding.sentence());
        }
        if (policy.maxAttempts() > 1) {
            worstCase(policy, reviewed);
            everything(policy, reviewed);
            breakerAndBudget(policy, reviewed);
        }
        answer(policy, reviewed);
        return reviewed;
    }

    private void add(ReviewedPolicy reviewed, RetryRule rule, String message) {
        reviewed.find(rule, policies.line(reviewed.name, SETTINGS.getOrDefault(rule, List.of())), message);
    }

    static ReviewedPolicy.Numbers numbers(RetryPolicy policy) {
        return new ReviewedPolicy.Numbers(
                policy.maxAttempts(),
                policy.attemptTimeout().orElse(null),
                policy.deadline().orElse(null),
                delays(policy),
                policy.hedge().isPresent(),
                policy.nested() == Nesting.RETRY);
    }

    /** All delays, at their longest. */
    private static Duration delays(RetryPolicy policy) {
        Duration sum = Duration.ZERO;
        long delay = 0;
        for (int retry = 1; retry < policy.maxAttempts(); retry++) {
            delay = longest(policy.backoff(), retry, delay);
            sum = sum.plusNanos(delay);
        }
        return sum;
    }

    private static long longest(Backoff backoff, int retry, long previous) {
        return Arrays.stream(FailureKind.values())
                .filter(FailureKind::retryable)
                .mapToLong(kind -> backoff.delayNanos(kind, retry, previous, LONGEST))
                .max()
                .orElse(0);
    }

    private void worstCase(RetryPolicy policy, ReviewedPolicy reviewed) {
        boolean isSaid = reviewed.findings().stream()
                .anyMatch(finding -> finding.rule() == RetryRule.ATTEMPTS_BEYOND_DEADLINE
                        || finding.rule() == RetryRule.NO_RETRY_AFTER_TIMEOUT);
        Duration timeout = policy.attemptTimeout().orElse(null);
        Duration deadline = policy.deadline().orElse(null);
        if (isSaid || timeout == null || deadline == null) {
            return;
        }
        Duration begins = Duration.ZERO;
        long delay = 0;
        for (int attempt = 2; attempt <= policy.maxAttempts(); attempt++) {
            delay = longest(policy.backoff(), attempt - 1, delay);
            begins = begins.plus(timeout).plusNanos(delay);
            if (begins.compareTo(deadline) >= 0) {
                add(
                        reviewed,
                        RetryRule.WORST_CASE_OVER_DEADLINE,
                        "if attempts time out, only " + (attempt - 1) + " of " + policy.maxAttempts()
                                + " run: attempt " + attempt + " would begin up to "
                                + Durations.approximate(begins.toNanos()) + " after the first, and the deadline is "
                                + Durations.format(deadline));
                return;
            }
        }
    }

    private void everything(RetryPolicy policy, ReviewedPolicy reviewed) {
        if (!(policy.toMap().get("classify") instanceof Map<?, ?> rules)) {
            return;
        }
        rules.forEach((kind, names) -> {
            boolean retried = FailureKind.valueOf(
                            String.valueOf(kind).toUpperCase(Locale.ROOT).replace('-', '_'))
                    .retryable();
            if (retried && names instanceof List<?> list && list.stream().anyMatch(EVERYTHING::contains)) {
                reviewed.find(
                        RetryRule.RETRIES_EVERYTHING,
                        policies.line(reviewed.name, List.of("classify." + kind, "classify")),
                        list + " are declared " + kind + ", so that bugs and refusals are retried, too");
            }
        });
    }

    private void breakerAndBudget(RetryPolicy policy, ReviewedPolicy reviewed) {
        double ratio = policy.budget().map(budget -> budget.ratio()).orElse(0.0);
        if (policy.breaker().map(Breaker::trip).orElse(null) instanceof Breaker.Rates rates
                && rates.failureRate() <= ratio) {
            add(
                    reviewed,
                    RetryRule.BREAKER_BEFORE_BUDGET,
                    "the breaker opens at a failure rate of " + percent(rates.failureRate())
                            + ", when the budget (" + percent(ratio)
                            + ") could still retry every failure; it refuses calls that a retry would rescue");
        }
    }

    private static void answer(RetryPolicy policy, ReviewedPolicy reviewed) {
        String timeout = policy.attemptTimeout().map(Durations::format).orElse("");
        String deadline = policy.deadline().map(Durations::format).orElse("");
        reviewed.yes(ReviewQuestion.TIMEOUT, "an attempt ends after " + timeout);
        reviewed.ask(
                ReviewQuestion.TIMEOUTS_APART,
                "an attempt ends after " + timeout + ", the call after " + deadline
                        + "; the connect timeout belongs to the client");
        if (policy.maxAttempts() == 1) {
            for (ReviewQuestion question : ReviewQuestion.values()) {
                if (question.number() >= ReviewQuestion.CLASSIFIED.number()
                        && question.number() <= ReviewQuestion.KEY.number()) {
                    reviewed.yes(question, "nothing is retried");
                }
            }
            return;
        }
        reviewed.yes(ReviewQuestion.CLASSIFIED, "the classifier names them; an unknown failure is not retried");
        reviewed.yes(ReviewQuestion.OTHERS_NOT_REPEATED, "an unknown failure is not retried");
        backoff(policy.backoff(), reviewed);
        if (policy.maxAttempts() <= USUAL_ATTEMPTS_MAX) {
            reviewed.yes(ReviewQuestion.BOUNDED, policy.maxAttempts() + " attempts");
        } else {
            reviewed.ask(ReviewQuestion.BOUNDED, policy.maxAttempts() + " attempts are many: who waits for the last?");
        }
        policy.budget().ifPresent(budget -> reviewed.yes(ReviewQuestion.BUDGET, percent(budget.ratio()) + " of calls"));
        reviewed.ask(
                ReviewQuestion.KEY,
                "an unknown outcome is retried only if the call is idempotent or has a key: is it, or does it?");
    }

    private static void backoff(Backoff backoff, ReviewedPolicy reviewed) {
        String words = Durations.format(backoff.base()) + ", at most " + Durations.format(backoff.cap());
        if (backoff.factor() > 1 && backoff.jitter().kind() != Jitter.Kind.NONE) {
            reviewed.yes(ReviewQuestion.BACKOFF, "from " + words + ", randomized");
        } else {
            String lacks = backoff.factor() > 1 ? "the delay is not randomized: " : "the delay does not grow: ";
            reviewed.ask(ReviewQuestion.BACKOFF, lacks + words + "; is the load small?");
        }
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }
}
