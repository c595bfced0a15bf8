package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides about retries, as one immutable value with a name. Made by a {@linkplain #named builder}, from a
 * {@linkplain #preset preset}, or {@linkplain #from from a map} as YAML or properties give it; wrong values are refused with
 * the setting, the value and what is allowed.
 *
 * <pre>{@code
 * RetryPolicy payments = RetryPolicy.named("payments")
 *         .maxAttempts(4)
 *         .backoff(Backoff.exponential(Duration.ofMillis(100)).cap(Duration.ofSeconds(2)).fullJitter())
 *         .attemptTimeout(Duration.ofMillis(350))
 *         .deadline(Duration.ofMillis(800))
 *         .breaker(Breaker.failures(5).coolDown(Duration.ofSeconds(30)))
 *         .build();
 * }</pre>
 *
 * <p>Unless told otherwise: 3 attempts, 100 ms doubling up to 30 s with full jitter, {@link RetryBudget#standard}, no
 * timeouts, no breaker, no limiter, no hedging, {@link Classifier#standard}.
 */
public final class RetryPolicy {
    private final String name;
    private final int maxAttempts;
    private final Backoff backoff;
    private final @Nullable Duration attemptTimeout;
    private final @Nullable Duration deadline;
    private final Duration longestHint;
    private final @Nullable RetryBudget budget;
    private final @Nullable Breaker breaker;
    private final @Nullable Limiter limiter;
    private final @Nullable Hedge hedge;
    private final Nesting nested;
    private final Classifier classifier;

    private RetryPolicy(Builder builder) {
        name = builder.name;
        maxAttempts = builder.maxAttempts;
        backoff = builder.backoff;
        attemptTimeout = builder.attemptTimeout;
        deadline = builder.deadline;
        longestHint = builder.longestHint;
        budget = builder.budget;
        breaker = builder.breaker;
        limiter = builder.limiter;
        hedge = builder.hedge;
        nested = builder.nested;
        classifier = builder.classifier;
    }

    /** Starts a policy; the name appears in messages, events and metrics. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * One of the ready-made policies: {@code api}, {@code documents}, {@code pipeline}, {@code longJob}.
     *
     * @throws IllegalArgumentException for any other name; the message lists them
     */
    public static RetryPolicy preset(String name) {
        return Presets.builder(name).build();
    }

    /**
     * Reads a policy from nested or dotted keys, as YAML and properties files give them: {@code max-attempts: 4},
     * {@code backoff: {base: 100ms, cap: 2s, jitter: full}}, {@code deadline: 800ms}, {@code preset: api} to start from a
     * preset. {@link #toMap} shows every key.
     *
     * @throws IllegalArgumentException for an unknown key or a wrong value; the message names the key, the value and what
     *     is allowed
     */
    public static RetryPolicy from(String name, Map<String, ?> settings) {
        return PolicyReader.read(name, settings);
    }

    /** The policy as {@link #from} reads it; of the classifier's rules only those by class name. */
    public Map<String, Object> toMap() {
        return PolicyWriter.write(this);
    }

    /** The same policy under another name. */
    public RetryPolicy renamed(String newName) {
        return new Builder(newName, this).build();
    }

    /** A builder that starts from this policy. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** What it is called in messages, events and metrics. */
    public String name() {
        return name;
    }

    /** How many attempts at most, the first one included. */
    public int maxAttempts() {
        return maxAttempts;
    }

    /** How long to wait between attempts. */
    public Backoff backoff() {
        return backoff;
    }

    /** How long one attempt may take. */
    public Optional<Duration> attemptTimeout() {
        return Optional.ofNullable(attemptTimeout);
    }

    /** How long the whole call may take, with all attempts and delays. */
    public Optional<Duration> deadline() {
        return Optional.ofNullable(deadline);
    }

    /** The longest wait that the other side may ask for; beyond it the call gives up at once. */
    public Duration longestHint() {
        return longestHint;
    }

    /**
     * How long to wait after this attempt, for those who schedule attempts themselves: as the backoff says, and not earlier than
     * the other side asked for, within {@link #longestHint}.
     *
     * @param attempt the number of the attempt that failed; the first is 1
     * @param hint what the other side asked for; null when it asked for nothing
     * @param random for the jitter
     */
    public Duration delayAfter(int attempt, @Nullable Duration hint, RandomGenerator random) {
        long own = backoff.delayNanos(attempt, 0, random);
        long asked = hint == null ? 0 : Durations.saturatedNanos(hint);
        return Duration.ofNanos(Math.max(own, Math.min(asked, Durations.saturatedNanos(longestHint))));
    }

    /** How many retries the dependency is given. */
    public Optional<RetryBudget> budget() {
        return Optional.ofNullable(budget);
    }

    /** When to stop calling. */
    public Optional<Breaker> breaker() {
        return Optional.ofNullable(breaker);
    }

    /** How many attempts at once. */
    public Optional<Limiter> limiter() {
        return Optional.ofNullable(limiter);
    }

    /** When to send a second copy. */
    public Optional<Hedge> hedge() {
        return Optional.ofNullable(hedge);
    }

    /** What to do inside an attempt of another engine. */
    public Nesting nested() {
        return nested;
    }

    /** What failures mean. */
    public Classifier classifier() {
        return classifier;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RetryPolicy that
                && name.equals(that.name)
                && classifier.equals(that.classifier)
                && toMap().equals(that.toMap());
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, maxAttempts, backoff);
    }

    @Override
    public String toString() {
        return name + " " + toMap();
    }

    /** Collects settings; {@link #build} checks how they fit together. */
    public static final class Builder {
        private static final int NAME_LENGTH_MAX = 100;

        private final String name;
        private int maxAttempts = 3;
        private Backoff backoff = Backoff.exponential(Duration.ofMillis(100));
        private @Nullable Duration attemptTimeout;
        private @Nullable Duration deadline;
        private Duration longestHint = Duration.ofHours(1);
        private @Nullable RetryBudget budget = RetryBudget.standard();
        private @Nullable Breaker breaker;
        private @Nullable Limiter limiter;
        private @Nullable Hedge hedge;
        private Nesting nested = Nesting.SINGLE_ATTEMPT;
        private Classifier classifier = Classifier.standard();

        Builder(String name) {
            if (name.isBlank()
                    || name.length() > NAME_LENGTH_MAX
                    || name.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException("a policy's name must have 1 to " + NAME_LENGTH_MAX
                        + " printable characters, but is '" + name + "'");
            }
            this.name = name;
        }

        private Builder(RetryPolicy policy) {
            this(policy.name, policy);
        }

        /** Another name, the settings of a policy. */
        Builder(String name, RetryPolicy policy) {
            this(name);
            maxAttempts = policy.maxAttempts;
            backoff = policy.backoff;
            attemptTimeout = policy.attemptTimeout;
            deadline = policy.deadline;
            longestHint = policy.longestHint;
            budget = policy.budget;
            breaker = policy.breaker;
            limiter = policy.limiter;
            hedge = policy.hedge;
            nested = policy.nested;
            classifier = policy.classifier;
        }

        /** At most this many attempts, the first one included; 1 to 10,000. */
        public Builder maxAttempts(int maxAttempts) {
            this.maxAttempts = Bounds.between("maxAttempts", maxAttempts, 1, 10_000);
            return this;
        }

        /** Waits this long between attempts. */
        public Builder backoff(Backoff backoff) {
            this.backoff = Objects.requireNonNull(backoff, "backoff");
            return this;
        }

        /** Cancels an attempt after this long. */
        public Builder attemptTimeout(Duration attemptTimeout) {
            this.attemptTimeout = Bounds.positive("attemptTimeout", attemptTimeout);
            return this;
        }

        /** Ends the whole call after this long. */
        public Builder deadline(Duration deadline) {
            this.deadline = Bounds.positive("deadline", deadline);
            return this;
        }

        /** Gives up when the other side asks for a longer wait than this. */
        public Builder longestHint(Duration longestHint) {
            this.longestHint = Bounds.positive("longestHint", longestHint);
            return this;
        }

        /** Limits retries to a share of calls. */
        public Builder budget(RetryBudget budget) {
            this.budget = Objects.requireNonNull(budget, "budget");
            return this;
        }

        /** Lets every call use all its attempts, even when everything fails. Something else should bound the load then. */
        public Builder unlimitedBudget() {
            this.budget = null;
            return this;
        }

        /** Stops calling a dependency that fails. */
        public Builder breaker(Breaker breaker) {
            this.breaker = Objects.requireNonNull(breaker, "breaker");
            return this;
        }

        /** Lets only so many attempts run at once. */
        public Builder limiter(Limiter limiter) {
            this.limiter = Objects.requireNonNull(limiter, "limiter");
            return this;
        }

        /** Sends a second copy of slow attempts. */
        public Builder hedge(Hedge hedge) {
            this.hedge = Objects.requireNonNull(hedge, "hedge");
            return this;
        }

        /** Decides about retries inside an attempt of another engine. */
        public Builder nested(Nesting nested) {
            this.nested = Objects.requireNonNull(nested, "nested");
            return this;
        }

        /** Decides what failures mean. */
        public Builder classifier(Classifier classifier) {
            this.classifier = Objects.requireNonNull(classifier, "classifier");
            return this;
        }

        /** The classifier so far, to put rules in front of. */
        Classifier classifier() {
            return classifier;
        }

        /**
         * The policy.
         *
         * @throws IllegalArgumentException when two settings contradict each other; the message names both
         */
        public RetryPolicy build() {
            refuseOver("attemptTimeout", attemptTimeout, "deadline", deadline);
            refuseOver("limiter queue timeout", limiter == null ? null : limiter.queueTimeout(), "deadline", deadline);
            refuseFrom("hedge after", hedge == null ? null : hedge.after(), "attemptTimeout", attemptTimeout);
            refuseFrom("hedge after", hedge == null ? null : hedge.after(), "deadline", deadline);
            return new RetryPolicy(this);
        }

        private void refuseOver(
                String inner, @Nullable Duration innerSpan, String outer, @Nullable Duration outerSpan) {
            if (innerSpan != null && outerSpan != null && innerSpan.compareTo(outerSpan) > 0) {
                refuseFrom(inner, innerSpan, outer, outerSpan);
            }
        }

        private void refuseFrom(
                String inner, @Nullable Duration innerSpan, String outer, @Nullable Duration outerSpan) {
            if (innerSpan != null && outerSpan != null && innerSpan.compareTo(outerSpan) >= 0) {
                throw new IllegalArgumentException(
                        "policy '" + name + "': " + inner + " (" + Durations.format(innerSpan)
                                + ") is not shorter than the " + outer + " (" + Durations.format(outerSpan)
                                + "), so it could never take effect");
            }
        }
    }
}
