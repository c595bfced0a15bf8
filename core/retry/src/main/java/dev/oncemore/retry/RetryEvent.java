package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something an engine did. */
public sealed interface RetryEvent {
    /** The policy's name. */
    String policy();

    /**
     * A call returned a value.
     *
     * @param policy the policy's name
     * @param attempts how many attempts it took
     * @param elapsed how long the call took
     */
    record Succeeded(String policy, int attempts, Duration elapsed) implements RetryEvent {}

    /**
     * An attempt failed.
     *
     * @param policy the policy's name
     * @param attempt which one, from 1
     * @param classification what that means
     * @param failure what it threw; null when it returned an unwanted value
     * @param elapsed how long the attempt took
     */
    record AttemptFailed(
            String policy,
            int attempt,
            Classification classification,
            @Nullable Throwable failure,
            Duration elapsed) implements RetryEvent {}

    /**
     * There will be another attempt.
     *
     * @param policy the policy's name
     * @param attempt which one comes next
     * @param delay when
     */
    record RetryScheduled(String policy, int attempt, Duration delay) implements RetryEvent {}

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
    }

    /**
     * The circuit breaker changed.
     *
     * @param policy the policy's name
     * @param from what it was
     * @param to what it is
     */
    record BreakerChanged(String policy, BreakerMode from, BreakerMode to) implements RetryEvent {}

    /**
     * A second copy of a slow attempt was sent.
     *
     * @param policy the policy's name
     * @param attempt the attempt it is a copy of
     * @param after how long the first copy had been under way
     */
    record Hedged(String policy, int attempt, Duration after) implements RetryEvent {}

    /**
     * An attempt or a copy ended after the call had stopped waiting for it.
     *
     * @param policy the policy's name
     * @param attempt which one
     * @param succeeded whether it did what it was meant to do after all
     */
    record LateOutcome(String policy, int attempt, boolean succeeded) implements RetryEvent {}

    /**
     * Something that was handed to the engine threw.
     *
     * @param policy the policy's name
     * @param hook which: {@code classifier}, {@code judge}, {@code transaction probe}, {@code close}, {@code cancel},
     *     {@code cancel hook}, {@code timer}, {@code executor}
     * @param error what it threw
     */
    record HookFailed(String policy, String hook, Throwable error) implements RetryEvent {}
}
