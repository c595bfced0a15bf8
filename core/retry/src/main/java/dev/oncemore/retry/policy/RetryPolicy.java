package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * All settings that govern retries, as one immutable named value. Create it with the {@linkplain #named builder}, from
 * a {@linkplain #preset preset}, or {@linkplain #from from a map} as read from YAML or properties. An invalid value is
 * rejected with the setting, the value and what is allowed.
 *
 * <pre>{@code
 * RetryPolicy payments = RetryPolicy.named("payments")
 *         .maxAttempts(4)
 *         .backoff(Backoff.exponential(Duration.ofMillis(100)).cap(Duration.ofSeconds(2)).fullJitter())
 *         .attemptTimeout(Duration.ofMillis(350)).deadline(Duration.ofMillis(800))
 *         .breaker(Breaker.failures(5).coolDown(Duration.ofSeconds(30)))
 *         .build();
 * }</pre>
 *
 * <p>Defaults: 3 attempts, 100 ms doubling up to 30 s with full jitter, an attempt timeout of 5 s (the deadline if that
 * is shorter), a deadline of 30 s (six attempt timeouts if that is longer), {@link RetryBudget#standard}, no breaker, no
 * limiters, no hedging, {@link Classifier#standard}. Only the methods named {@code no…} and {@code unlimited…} switch a
 * limit off.
 */
public final class RetryPolicy {
    private final String name;
    private final int maxAttempts;
    private final Backoff backoff;
    final TimeLimits limits;
    private final Duration longestHint;
    private final @Nullable RetryBudget budget;
    private final @Nullable Breaker breaker;
    private final @Nullable Limiter limiter;
    private final @Nullable RateLimiter rateLimiter;
    private final @Nullable Hedge hedge;
    private final Nesting nested;
    private final Classifier classifier;

    private RetryPolicy(Builder builder) {
        name = builder.name;
        maxAttempts = builder.maxAttempts;
        backoff = builder.backoff;
        limits = builder.limits;
        longestHint = builder.longestHint;
        budget = builder.budget;
        breaker = builder.breaker;
        limiter = builder.limiter;
        rateLimiter = builder.rateLimiter;
        hedge = builder.hedge;
        nested = builder.nested;
        classifier = builder.classifier;
    }

    /** Starts a builder; the name appears in messages, events and metrics. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * Returns a predefined policy: {@code api}, {@code documents}, {@code pipeline}, {@code three-retries},
     * {@code long-job} or {@code aws-2026}. Any other name is refused with this list.
     */
    public static RetryPolicy preset(String name) {
        return Presets.builder(name).build();
    }

    /**
     * Reads a policy from nested or dotted keys, as in YAML and properties files: {@code max-attempts: 4},
     * {@code backoff: {base: 100ms, cap: 2s, jitter: full}}, {@code deadline: 800ms}, {@code preset: api} to start from
     * a preset. {@link #toMap} shows every key. An unknown key or a wrong value is refused with what is allowed.
     */
    public static RetryPolicy from(String name, Map<String, ?> settings) {
        return PolicyReader.read(name, settings);
    }

    /** The policy as {@link #from} reads it, without default time limits and without rules that are functions. */
    public Map<String, Object> toMap() {
        return PolicyWriter.write(this);
    }

    /** The same policy under another name. */
    public RetryPolicy renamed(String newName) {
        return new Builder(newName, this).build();
    }

    /** A builder that starts from this policy. */
    public Builder toBuilder() {
        return new Builder(name, this);
    }

    /**
     * The same policy without the time limits that nobody set. For work that nobody waits for, such as handlers of tasks.
     */
    public RetryPolicy withoutDefaultLimits() {
        Builder copy = toBuilder();
        copy.limits = limits.withoutDefaults();
        return copy.build();
    }

    /** What is questionable about this policy; empty if nothing is. At most one finding of each code. */
    public List<PolicyFinding> findings() {
        return PolicyReview.of(this);
    }

    /** The name in messages, events and metrics. */
    public String name() {
        return name;
    }

    /** The maximum number of attempts, including the first. */
    public int maxAttempts() {
        return maxAttempts;
    }

    /** The wait between attempts. */
    public Backoff backoff() {
        return backoff;
    }

    /** The time limit of one attempt, set or by default; empty only if told to have none. */
    public Optional<Duration> attemptTimeout() {
        return Optional.ofNullable(limits.attemptTimeout());
    }

    /** The time limit of the whole call, attempts and delays, set or by default; empty only if told to have none. */
    public Optional<Duration> deadline() {
        return Optional.ofNullable(limits.deadline());
    }

    /** The longest wait that the dependency may ask for; for a longer one the call gives up at once. */
    public Duration longestHint() {
        return longestHint;
    }

    /**
     * The wait after a failed attempt, for code that schedules attempts itself: the backoff, but at least as long as
     * the dependency asked for, within {@link #longestHint}.
     *
     * @param attempt the number of the attempt that failed; the first is 1
     * @param previous the wait before that attempt, from which decorrelated jitter grows; zero before the first
     * @param hint the wait that the dependency asked for; null if it did not
     * @param random for the jitter
     */
    public Duration delayAfter(int attempt, Duration previous, @Nullable Duration hint, RandomGenerator random) {
        long own = backoff.delayNanos(attempt, Durations.saturatedNanos(previous), random);
        long asked = hint == null ? 0 : Durations.saturatedNanos(hint);
        return Duration.ofNanos(Math.max(own, Math.min(asked, Durations.saturatedNanos(longestHint))));
    }

    /** The retry budget of the dependency. */
    public Optional<RetryBudget> budget() {
        return Optional.ofNullable(budget);
    }

    /** The circuit breaker. */
    public Optional<Breaker> breaker() {
        return Optional.ofNullable(breaker);
    }

    /** The limit of concurrent attempts. */
    public Optional<Limiter> limiter() {
        return Optional.ofNullable(limiter);
    }

    /** The limit of attempts per period. */
    public Optional<RateLimiter> rateLimiter() {
        return Optional.ofNullable(rateLimiter);
    }

    /** The hedging of slow attempts. */
    public Optional<Hedge> hedge() {
        return Optional.ofNullable(hedge);
    }

    /** The behaviour inside an attempt of another engine. */
    public Nesting nested() {
        return nested;
    }

    /** The classifier of failures. */
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
        return name + " " + PolicyWriter.writeAll(this);
    }

    /** Collects settings; {@link #build} checks how they fit together. */
    public static final class Builder {
        private final String name;
        private int maxAttempts = 3;
        private Backoff backoff = Backoff.exponential(Duration.ofMillis(100));
        private TimeLimits limits = TimeLimits.DEFAULT;
        private Duration longestHint = Duration.ofHours(1);
        private @Nullable RetryBudget budget = RetryBudget.standard();
        private @Nullable Breaker breaker;
        private @Nullable Limiter limiter;
        private @Nullable RateLimiter rateLimiter;
        private @Nullable Hedge hedge;
        private Nesting nested = Nesting.SINGLE_ATTEMPT;
        private Classifier classifier = Classifier.standard();

        Builder(String name) {
            this.name = Contradictions.requireName(name);
        }

        /** Copies the settings of a policy under another name. */
        Builder(String name, RetryPolicy policy) {
            this(name);
            maxAttempts = policy.maxAttempts;
            backoff = policy.backoff;
            limits = policy.limits;
            longestHint = policy.longestHint;
            budget = policy.budget;
            breaker = policy.breaker;
            limiter = policy.limiter;
            rateLimiter = policy.rateLimiter;
            hedge = policy.hedge;
            nested = policy.nested;
            classifier = policy.classifier;
        }

        /** Allows at most this many attempts, including the first; 1 to 10,000. */
        public Builder maxAttempts(int maxAttempts) {
            this.maxAttempts = Bounds.between("maxAttempts", maxAttempts, 1, 10_000);
            return this;
        }

        /** Waits this long between attempts. */
        public Builder backoff(Backoff backoff) {
            this.backoff = Objects.requireNonNull(backoff, "backoff");
            return this;
        }

        /** Cancels an attempt after this time; by default 5 s, or the deadline if that is shorter. */
        public Builder attemptTimeout(Duration attemptTimeout) {
            limits = limits.withAttempt(Bounds.positive("attemptTimeout", attemptTimeout));
            return this;
        }

        /** Lets an attempt take as long as the deadline allows. */
        public Builder noAttemptTimeout() {
            limits = limits.withAttempt(null);
            return this;
        }

        /** Ends the whole call after this time; by default 30 s, or six attempt timeouts if that is longer. */
        public Builder deadline(Duration deadline) {
            limits = limits.withTotal(Bounds.positive("deadline", deadline));
            return this;
        }

        /** Lets a call take as long as all its attempts and delays together. */
        public Builder noDeadline() {
            limits = limits.withTotal(null);
            return this;
        }

        /** Gives up if the dependency asks for a longer wait than this. */
        public Builder longestHint(Duration longestHint) {
            this.longestHint = Bounds.positive("longestHint", longestHint);
            return this;
        }

        /** Limits retries to a share of calls. */
        public Builder budget(RetryBudget budget) {
            this.budget = Objects.requireNonNull(budget, "budget");
            return this;
        }

        /** Lets every call use all its attempts, even if everything fails. Bound the load by other means. */
        public Builder unlimitedBudget() {
            this.budget = null;
            return this;
        }

        /** Stops calling a failing dependency. */
        public Builder breaker(Breaker breaker) {
            this.breaker = Objects.requireNonNull(breaker, "breaker");
            return this;
        }

        /** Limits concurrent attempts. */
        public Builder limiter(Limiter limiter) {
            this.limiter = Objects.requireNonNull(limiter, "limiter");
            return this;
        }

        /** Limits attempts per period. */
        public Builder rateLimiter(RateLimiter rateLimiter) {
            this.rateLimiter = Objects.requireNonNull(rateLimiter, "rateLimiter");
            return this;
        }

        /** Sends a second copy of slow attempts. */
        public Builder hedge(Hedge hedge) {
            this.hedge = Objects.requireNonNull(hedge, "hedge");
            return this;
        }

        /** Sets the behaviour inside an attempt of another engine. */
        public Builder nested(Nesting nested) {
            this.nested = Objects.requireNonNull(nested, "nested");
            return this;
        }

        /** Sets the classifier of failures. */
        public Builder classifier(Classifier classifier) {
            this.classifier = Objects.requireNonNull(classifier, "classifier");
            return this;
        }

        /** The current classifier, to put rules in front of. */
        Classifier classifier() {
            return classifier;
        }

        /**
         * Builds the policy.
         *
         * @throws IllegalArgumentException if two settings contradict each other; the message names both
         */
        public RetryPolicy build() {
            Contradictions.refuse(name, limits, limiter, rateLimiter, hedge);
            return new RetryPolicy(this);
        }
    }
}
