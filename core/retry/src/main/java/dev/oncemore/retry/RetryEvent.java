package dev.oncemore.retry;

import dev.oncemore.By;
import dev.oncemore.retry.policy.Classification;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An event of an engine. */
public sealed interface RetryEvent {
    /** The policy's name. */
    String policy();

    /**
     * The operation that labels the call; {@link Retry#DEFAULT_OPERATION} for calls without one, and for events that
     * belong to no call.
     */
    default String operation() {
        return Retry.DEFAULT_OPERATION;
    }

    /**
     * A call returned a value.
     *
     * @param policy the policy's name
     * @param operation the operation that labels the call
     * @param attempts how many attempts it took
     * @param elapsed how long the call took
     */
    record Succeeded(String policy, String operation, int attempts, Duration elapsed) implements RetryEvent {}

    /**
     * An attempt failed.
     *
     * @param policy the policy's name
     * @param operation the operation that labels the call
     * @param attempt the number of the attempt, from 1
     * @param classification the classification of the failure
     * @param failure the exception; null if the attempt returned an unwanted value
     * @param elapsed how long the attempt took
     */
    record AttemptFailed(
            String policy,
            String operation,
            int attempt,
            Classification classification,
            @Nullable Throwable failure,
            Duration elapsed)
            implements RetryEvent {}

    /**
     * A retry was scheduled.
     *
     * @param policy the policy's name
     * @param operation the operation that labels the call
     * @param attempt the number of the next attempt
     * @param delay the delay before it
     * @param cause the classification of the failure that is retried
     */
    record RetryScheduled(String policy, String operation, int attempt, Duration delay, Classification cause)
            implements RetryEvent {}

    /**
     * A call failed for good.
     *
     * @param facts attempts, time, kind and reason
     */
    record Abandoned(GaveUp facts) implements RetryEvent {
        @Override
        public String policy() {
            return facts.policy();
        }

        @Override
        public String operation() {
            return facts.operation();
        }
    }

    /**
     * The circuit breaker changed its mode.
     *
     * @param policy the policy's name
     * @param from the previous mode
     * @param to the new mode
     * @param by who changed it by hand, and why; null if the breaker did it itself
     */
    record BreakerChanged(
            String policy,
            BreakerMode from,
            BreakerMode to,
            @Nullable By by) implements RetryEvent {}

    /**
     * A second copy of a slow attempt was sent.
     *
     * @param policy the policy's name
     * @param operation the operation that labels the call
     * @param attempt the number of the copied attempt
     * @param after how long the first copy had been running
     */
    record Hedged(String policy, String operation, int attempt, Duration after) implements RetryEvent {}

    /**
     * An attempt or a copy ended after the call had stopped waiting for it.
     *
     * @param policy the policy's name
     * @param operation the operation that labels the call
     * @param attempt the number of the attempt
     * @param succeeded whether it succeeded after all
     */
    record LateOutcome(String policy, String operation, int attempt, boolean succeeded) implements RetryEvent {}

    /**
     * A hook passed to the engine threw.
     *
     * @param policy the policy's name
     * @param hook the kind: {@code classifier}, {@code judge}, {@code transaction probe}, {@code close},
     *     {@code cancel}, {@code cancel hook}, {@code timer}, {@code executor}
     * @param error the exception
     */
    record HookFailed(String policy, String hook, Throwable error) implements RetryEvent {}
}
