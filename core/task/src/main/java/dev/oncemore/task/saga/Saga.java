package dev.oncemore.task.saga;

import dev.oncemore.internal.Text;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A declared chain of steps, each with what takes it back. An immutable value; {@link Sagas} runs it.
 *
 * <pre>{@code
 * Saga<Order> checkout = Saga.of("checkout", Order.class)
 *         .step("stock", stock::reserve).undo(stock::release)
 *         .step("payment", bank::charge).undo(bank::refund).timeout(Duration.ofSeconds(5))
 *         .step("shipping", carrier::book)
 *         .build();
 * }</pre>
 *
 * <p>Names are part of what is stored: a saga under way does not find its steps again when they are renamed.
 *
 * @param <S> the state that goes from step to step
 */
public final class Saga<S> {
    /** The longest name of a saga or a step. */
    public static final int NAME_LENGTH_MAX = 60;

    private static final int STEPS_MAX = 100;

    private final String name;
    private final Class<S> type;
    private final List<Step<S>> steps;

    private Saga(Builder<S> builder) {
        name = builder.name;
        type = builder.type;
        steps = List.copyOf(builder.steps);
    }

    /** Starts a declaration; the name has 1 to 60 printable ASCII characters. */
    public static <S> Builder<S> of(String name, Class<S> type) {
        return new Builder<>(name, type);
    }

    /** What it is called. */
    public String name() {
        return name;
    }

    /** The type of its state. */
    public Class<S> type() {
        return type;
    }

    /** Its steps by name, in their order. */
    public List<String> stepNames() {
        return steps.stream().map(Step::name).toList();
    }

    List<Step<S>> steps() {
        return steps;
    }

    @Override
    public String toString() {
        return "saga " + name + " " + steps.stream().map(Step::name).toList();
    }

    /**
     * Collects steps; what says how a step is done applies to the step before it.
     *
     * @param <S> the saga's state
     */
    public static final class Builder<S> {
        private static final RetryPolicy STEP_POLICY = RetryPolicy.named("saga-step")
                .maxAttempts(5)
                .backoff(Backoff.exponential(Duration.ofSeconds(1))
                        .cap(Duration.ofMinutes(1))
                        .equalJitter())
                .unlimitedBudget()
                .build();
        private static final RetryPolicy UNDO_POLICY = STEP_POLICY.toBuilder()
                .maxAttempts(20)
                .backoff(Backoff.exponential(Duration.ofSeconds(1))
                        .cap(Duration.ofMinutes(10))
                        .equalJitter())
                .build()
                .renamed("saga-undo");

        private final String name;
        private final Class<S> type;
        private final List<Step<S>> steps = new ArrayList<>();

        private Builder(String name, Class<S> type) {
            this.name = Text.requireKeyLike("saga name", name, NAME_LENGTH_MAX);
            this.type = Objects.requireNonNull(type, "type");
        }

        /**
         * The next step: tried 5 times from 1 s to 1 min apart, run again when in doubt, nothing to undo, unless said otherwise.
         *
         * @throws IllegalArgumentException when the name is taken, or not 1 to 60 printable ASCII characters
         */
        public Builder<S> step(String stepName, StepAction<S> action) {
            Text.requireKeyLike("step name", stepName, NAME_LENGTH_MAX);
            Objects.requireNonNull(action, "action");
            if (steps.stream().anyMatch(step -> step.name().equals(stepName))) {
                throw new IllegalArgumentException("saga '" + name + "' has a step '" + stepName + "' already");
            }
            if (steps.size() == STEPS_MAX) {
                throw new IllegalArgumentException("saga '" + name + "' must have at most " + STEPS_MAX + " steps");
            }
            steps.add(new Step<>(stepName, action, STEP_POLICY, InDoubt.RUN_AGAIN, null, null, UNDO_POLICY));
            return this;
        }

        /** What takes this step back: tried 20 times, which takes about two hours, before a person is called. */
        public Builder<S> undo(StepUndo<S> undo) {
            return undo(undo, UNDO_POLICY);
        }

        /**
         * What takes this step back, tried by a policy of its own. Of policies, attempts, backoff and classifier count, and what
         * limits a single attempt.
         *
         * @throws IllegalStateException when there is no step to undo, or it has an undo already
         */
        public Builder<S> undo(StepUndo<S> undo, RetryPolicy policy) {
            Objects.requireNonNull(undo, "undo");
            Objects.requireNonNull(policy, "policy");
            return change("undo", step -> {
                if (step.undo() != null) {
                    throw new IllegalStateException("step '" + step.name() + "' has an undo already");
                }
                return step.undo(undo, policy);
            });
        }

        /** How often and how far apart this step is tried before the saga turns back, and what its failures mean. */
        public Builder<S> retry(RetryPolicy policy) {
            Objects.requireNonNull(policy, "policy");
            return change("retry", step -> step.retry(policy));
        }

        /** How long one attempt at this step, or at its undo, may take; then it is interrupted, and in doubt. */
        public Builder<S> timeout(Duration timeout) {
            if (timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException("timeout must be over 0, but is " + Durations.format(timeout));
            }
            return change("timeout", step -> step.timeout(timeout));
        }

        /** What becomes of this step when nobody knows whether it happened. */
        public Builder<S> inDoubt(InDoubt then) {
            Objects.requireNonNull(then, "then");
            return change("inDoubt", step -> step.inDoubt(then));
        }

        private Builder<S> change(String setting, UnaryOperator<Step<S>> changed) {
            if (steps.isEmpty()) {
                throw new IllegalStateException(setting + " applies to the step before it, but there is none");
            }
            steps.set(steps.size() - 1, changed.apply(steps.get(steps.size() - 1)));
            return this;
        }

        /**
         * The saga.
         *
         * @throws IllegalArgumentException when it has no steps, or a step without undo is to be compensated when in doubt
         */
        public Saga<S> build() {
            if (steps.isEmpty()) {
                throw new IllegalArgumentException("saga '" + name + "' must have at least one step");
            }
            for (Step<S> step : steps) {
                if (step.inDoubt() == InDoubt.COMPENSATE && step.undo() == null) {
                    throw new IllegalArgumentException(
                            "step '" + step.name() + "' is to be compensated when in doubt, but has no undo");
                }
            }
            return new Saga<>(this);
        }
    }
}
