package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.CheckReturnValue;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Resource;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One effect of an operation, by its key: runs it on another system under a lease, looks it up, or resolves it.
 * Immutable; each setter returns a changed copy.
 *
 * @param <T> what the effect returns
 */
public final class KeyedOperation<T> {
    private final LeasedCalls calls;
    private final Declaration<T> declaration;
    private final Key key;
    private final String who;

    KeyedOperation(LeasedCalls calls, Declaration<T> declaration, Key key, String who) {
        this.calls = calls;
        this.declaration = declaration;
        this.key = key;
        this.who = who;
    }

    /** The key of the effect. */
    public Key key() {
        return key;
    }

    /** Sets the person or service that calls: a user, a job, a service. 1 to 255 characters, no control characters. */
    @CheckReturnValue
    public KeyedOperation<T> by(String who) {
        return new KeyedOperation<>(calls, declaration, key, By.requireWho(who));
    }

    /** Sets a reconciler for this call instead of the operation's, for lookups that need more than the key. */
    @CheckReturnValue
    public KeyedOperation<T> whenUnknown(Reconciler<T> reconciler) {
        return new KeyedOperation<>(
                calls, declaration.with(Objects.requireNonNull(reconciler, "reconciler")), key, who);
    }

    /**
     * Runs the effect on another system, under a lease.
     *
     * @param payload the request: a {@link Payload}, bytes, or an object that the codecs can write as JSON
     * @param effect the effect
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo the record
     */
    @CheckReturnValue
    public Outcome<T> run(Object payload, Effect<T, ?> effect) {
        return calls.run(declaration, key, who, payload, effect);
    }

    /**
     * As {@link #run}, for a caller that knows that the effect has no record yet, and that nobody else runs it: the
     * handler of a task, while it holds the task. Nothing is written before the effect, so the caller must know after a
     * crash that it may have happened; its record is inserted when it has ended. If the key has a record by then, the
     * outcome is {@link Outcome.Deposed}.
     *
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo the record
     */
    @CheckReturnValue
    public Outcome<T> runUnclaimed(Object payload, Effect<T, ?> effect) {
        return calls.runUnclaimed(declaration, key, who, payload, effect, false);
    }

    /**
     * As {@link #runUnclaimed}, for a caller that keeps a success itself: only a failure, and a success with a resource or
     * without a storable value, are recorded.
     *
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo the record
     */
    @CheckReturnValue
    public Outcome<T> runUnrecorded(Object payload, Effect<T, ?> effect) {
        return calls.runUnclaimed(declaration, key, who, payload, effect, true);
    }

    /**
     * As {@link #run}, for an effect that returns nothing. It has a name of its own because Java could not tell a lambda for
     * {@code run} from one for this. On an operation with a value, its outcome is recorded without one.
     *
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo the record
     */
    @CheckReturnValue
    public Outcome<Void> perform(Object payload, ClaimAction<?> effect) {
        return calls.run(declaration.returningNothing(), key, who, payload, Effect.of(effect));
    }

    /**
     * As {@link #run}, for an effect that ends later, on another thread. Claiming, and waiting for another caller's
     * effect, happen on this thread; the lease is renewed until the effect's stage completes, and the completing thread
     * records the outcome. A stage that never completes keeps its claim for the lifetime of this process: give it a
     * timeout.
     *
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo the record
     */
    @CheckReturnValue
    public CompletionStage<Outcome<T>> runAsync(Object payload, Effect<? extends CompletionStage<T>, ?> effect) {
        return calls.runAsync(declaration, key, who, payload, effect);
    }

    /**
     * Returns whether the effect was done: when, by whom, with what result. Inside an open transaction it is safe, but does not see
     * what that has not committed.
     */
    public Finding find() {
        return calls.find(key);
    }

    /**
     * Resolves an unknown outcome on behalf of a person: the effect happened, and this value is replayed from now on.
     *
     * @param resource the created resource, if known
     * @return false if the record is not unknown, or no longer
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo it
     */
    public boolean resolveAsHappened(T value, @Nullable Resource resource, By by) {
        Bytes response = Bytes.of(declaration.codec().encode(value));
        return calls.resolveAsHappened(
                key, response, declaration.label().written(), resource, declaration.retention(), by);
    }

    /**
     * Resolves an unknown outcome on behalf of a person: the effect did not happen, and the next call runs it.
     *
     * @return false if the record is not unknown, or no longer
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo it
     */
    public boolean resolveAsNotHappened(By by) {
        return calls.resolveAsNotHappened(key, declaration.retention(), by);
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
