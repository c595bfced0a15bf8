package dev.oncemore.once;

import dev.oncemore.once.record.OnceRecord;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a call for an effect ended.
 *
 * @param <T> what the effect returns
 */
public sealed interface Outcome<T extends @Nullable Object> {

    /**
     * The value.
     *
     * @throws NotDoneException when there is none; the message says why and what to do
     */
    default T require() {
        throw new NotDoneException(this);
    }

    /** The visitor's answer for this kind of outcome. */
    <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor);

    /** Whether an earlier call had brought this about. */
    default boolean isReplay() {
        return false;
    }

    /** What happened, in a sentence. */
    String describe();

    /**
     * The effect happened.
     *
     * @param value what it returned
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
     * The effect happened, but what it returned was too large, could not be written, or cannot be read any more. It will
     * not be run again.
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
            return "it is done, but its result is not at hand: " + reason;
        }
    }

    /**
     * The effect failed.
     *
     * @param isFinal whether the failure is kept and replayed; if not, the same key may be tried again
     * @param isReplay whether it had failed before this call
     * @param reason what went wrong, in words
     * @param cause what the effect threw, when this call ran it
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
            return (isFinal ? "it failed for good: " : "it failed and may be tried again under the same key: ")
                    + reason;
        }
    }

    /**
     * The same key was used with another payload. Nothing was run.
     *
     * @param record the effect that owns the key
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
     * @param retryAfter when to ask again
     * @param <T> what the effect returns
     */
    record InProgress<T extends @Nullable Object>(Duration retryAfter) implements Outcome<T> {
        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.inProgress(this);
        }

        @Override
        public String describe() {
            return "it is still running; ask again in " + retryAfter.toMillis() + " ms";
        }
    }

    /**
     * Nobody knows whether it happened.
     *
     * @param record what is recorded; empty when the store could not be read
     * @param reason why the outcome is unknown, in words
     * @param runsAgain whether the next call with this key runs it again, as declared by {@link WhenUnknown#RUN_AGAIN}, or
     *     asks the other side, as declared by a {@link Reconciler}; if not, a person must say what happened
     * @param cause what the effect threw, when this call ran it
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
            return "nobody knows whether it happened (" + since + reason + "); "
                    + (runsAgain ? "call again with the same key" : "look on the other side, then resolve the record");
        }
    }

    /**
     * The effect ran, but this caller had lost its claim by then: what it did is not recorded, the new owner's outcome is.
     *
     * @param record the effect as it stands now, if it could be read
     * @param <T> what the effect returns
     */
    record Deposed<T extends @Nullable Object>(Optional<OnceRecord> record) implements Outcome<T> {
        @Override
        public <R extends @Nullable Object> R fold(OutcomeVisitor<T, R> visitor) {
            return visitor.deposed(this);
        }

        @Override
        public String describe() {
            return "the lease ran out while the effect ran, and somebody else took over; this outcome was discarded";
        }
    }
}
