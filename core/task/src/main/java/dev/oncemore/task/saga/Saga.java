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
 * A declared sequence of steps, each with its undo. An immutable value; {@link Sagas} runs it.
 *
 * <pre>{@code
 * Saga<Order> checkout = Saga.of("checkout", Order.class)
 *         .step("stock", stock::reserve).undo(stock::release)
 *         .step("payment", bank::charge).undo(bank::refund).timeout(Duration.ofSeconds(5))
 *         .step("shipping", carrier::book)
 *         .build();
 * }</pre>
 *
 * <p>Names are persisted: a running saga does not find its steps again if they are renamed.
 *
 * @param <S> the state passed from step to step
 */
public final class Saga<S> {
    /** The maximum length of the name of a saga or a step. */
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

    /** Its name. */
    public String name() {
        return name;
    }

    /** The type of its state. */
    public Class<S> type() {
        return type;
    }

    /** The names of its steps, in order. */
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
     * Collects steps; settings of a step apply to the preceding one.
     *
     * @param <S> the saga's state
     */
    public static final class Builder<S> {
        private static final RetryPolicy STEP_POLICY = RetryPolicy.named("saga-step")
                .maxAttempts(5)
                .backoff(Backoff.exponential(Duration.ofSeconds(1))
                        .cap(Duration.ofMinutes(1))
                        .equalJitter())
                .noAttemptTimeout() // a step sets its own timeout, if it needs one
                .noDeadline()
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
         * Adds a step: by default 5 attempts from 1 s to 1 min apart, repeated if in doubt, and without undo.
         *
         * @throws IllegalArgumentException if the name is taken, or not 1 to 60 printable ASCII characters
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

        /** Sets the undo of this step: 20 attempts, over about two hours, before a person is called. */
        public Builder<S> undo(StepUndo<S> undo) {
            return undo(undo, UNDO_POLICY);
        }

        /**
         * Sets the undo of this step with its own policy. Attempts, backoff, classifier and the limits of a single
         * attempt apply.
         *
         * @throws IllegalStateException if there is no step to undo, or it already has an undo
         */
        public Builder<S> undo(StepUndo<S> undo, RetryPolicy policy) {
            Objects.requireNonNull(undo, "undo");
            Objects.requireNonNull(policy, "policy");
            return change("undo", step -> {
                if (step.undo() != null) {
                    throw new IllegalStateException("step '" + step.name() + "' already has an undo");
                }
                return step.undo(undo, policy);
            });
        }

        /** Sets the attempts, backoff and failure classification of this step, before the saga turns back. */
        public Builder<S> retry(RetryPolicy policy) {
            Objects.requireNonNull(policy, "policy");
            return change("retry", step -> step.retry(policy));
        }

        /** Sets the time limit of one attempt at this step or its undo, which is then interrupted and in doubt. */
        public Builder<S> timeout(Duration timeout) {
            if (timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException("timeout must be over 0, but is " + Durations.format(timeout));
            }
            return change("timeout", step -> step.timeout(timeout));
        }

        /** Sets what happens to this step if its outcome is unknown. */
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
         * Builds the saga.
         *
         * @throws IllegalArgumentException if it has no steps, or a step without undo is to be compensated when in
         *     doubt
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
