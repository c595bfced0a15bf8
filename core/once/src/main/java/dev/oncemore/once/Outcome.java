package dev.oncemore.once;

import dev.oncemore.once.record.OnceRecord;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a call for an effect.
 *
 * @param <T> what the effect returns
 */
public sealed interface Outcome<T extends @Nullable Object> {

    /**
     * Returns the value.
     *
     * @throws NotDoneException if there is none; the message states why and what to do
     */
    default T require() {
        throw new NotDoneException(this);
    }

    /** Calls the visitor's method for this kind of outcome. */
    <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor);

    /** Whether an earlier call produced this outcome. */
    default boolean isReplay() {
        return false;
    }

    /** Describes the outcome in a sentence. */
    String describe();

    /**
     * The effect happened.
     *
     * @param value the value it returned
     * @param isReplay whether it had happened before this call
     * @param <T> what the effect returns
     */
    record Done<T extends @Nullable Object>(T value, boolean isReplay) implements Outcome<T> {
        @Override
        public T require() {
            return value;
        }

        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.done(this);
        }

        @Override
        public String describe() {
            return isReplay ? "it was done earlier" : "it is done";
        }
    }

    /**
     * The effect happened, but its value was too large, could not be encoded, or can no longer be decoded. It will not
     * be run again.
     *
     * @param isReplay whether it had happened before this call
     * @param reason why the value is missing
     * @param <T> what the effect returns
     */
    record DoneWithoutValue<T extends @Nullable Object>(boolean isReplay, String reason) implements Outcome<T> {
        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.doneWithoutValue(this);
        }

        @Override
        public String describe() {
            return "it is done, but its result is not available: " + reason;
        }
    }

    /**
     * The effect failed.
     *
     * @param isFinal whether the failure is kept and replayed; if not, the same key may be retried
     * @param isReplay whether it had failed before this call
     * @param reason the error
     * @param cause the exception of the effect, if this call ran it
     * @param <T> what the effect returns
     */
    record Failed<T extends @Nullable Object>(
            boolean isFinal, boolean isReplay, String reason, Optional<Throwable> cause) implements Outcome<T> {
        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.failed(this);
        }

        @Override
        public String describe() {
            return (isFinal ? "it failed for good: " : "it failed and may be retried with the same key: ") + reason;
        }
    }

    /**
     * The same key was used with another payload. Nothing was run.
     *
     * @param record the record that owns the key
     * @param <T> what the effect returns
     */
    record Mismatch<T extends @Nullable Object>(OnceRecord record) implements Outcome<T> {
        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.mismatch(this);
        }

        @Override
        public String describe() {
            return "the key " + record.key().value() + " was used with another payload at " + record.createdAt()
                    + "; use a new key for a new request";
        }
    }

    /**
     * Another caller is running the effect.
     *
     * @param retryAfter when to retry
     * @param <T> what the effect returns
     */
    record InProgress<T extends @Nullable Object>(Duration retryAfter) implements Outcome<T> {
        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.inProgress(this);
        }

        @Override
        public String describe() {
            return "it is still running; retry in " + retryAfter.toMillis() + " ms";
        }
    }

    /**
     * The effect may or may not have happened.
     *
     * @param record the record; empty if the store could not be read
     * @param reason why the outcome is unknown
     * @param runsAgain whether the next call with this key repeats the effect, as declared by
     *     {@link WhenUnknown#RUN_AGAIN}, or queries the dependency, as declared by a {@link Reconciler}; if not, a
     *     person must resolve the record
     * @param cause the exception of the effect, if this call ran it
     * @param <T> what the effect returns
     */
    record Unknown<T extends @Nullable Object>(
            Optional<OnceRecord> record, String reason, boolean runsAgain, Optional<Throwable> cause)
            implements Outcome<T> {
        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.unknown(this);
        }

        @Override
        public String describe() {
            String since =
                    record.map(known -> "since " + known.updatedAt() + ": ").orElse("");
            return "it is unknown whether it happened (" + since + reason + "); "
                    + (runsAgain
                            ? "call again with the same key"
                            : "find out whether it did, then call resolveAsHappened or resolveAsNotHappened");
        }
    }

    /**
     * The effect ran, but this caller had lost its claim by then: its result is not recorded; the new owner's outcome
     * is.
     *
     * @param record the current record, if it could be read
     * @param <T> what the effect returns
     */
    record Deposed<T extends @Nullable Object>(Optional<OnceRecord> record) implements Outcome<T> {
        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.deposed(this);
        }

        @Override
        public String describe() {
            return "the lease expired while the effect ran, and another caller took over; this outcome was discarded";
        }
    }
}
