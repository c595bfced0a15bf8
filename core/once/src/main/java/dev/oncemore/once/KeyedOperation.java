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
 * One effect of an operation, by its key: runs it on another system under a lease, looks it up, or resolves it. Immutable;
 * each setter answers a changed copy.
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

    /** Which effect. */
    public Key key() {
        return key;
    }

    /** On whose behalf: a user, a job, a service. 1 to 255 characters, no control characters. */
    @CheckReturnValue
    public KeyedOperation<T> by(String who) {
        return new KeyedOperation<>(calls, declaration, key, By.requireWho(who));
    }

    /** Asks this function instead of what the operation declares, for a look-up that needs more than the key. */
    @CheckReturnValue
    public KeyedOperation<T> whenUnknown(Reconciler<T> reconciler) {
        return new KeyedOperation<>(
                calls, declaration.with(Objects.requireNonNull(reconciler, "reconciler")), key, who);
    }

    /**
     * Runs the effect on another system, under a lease.
     *
     * @param payload what it was asked with: a {@link Payload}, bytes, or an object that the codecs can write as JSON
     * @param effect what must happen once
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo the record
     */
    @CheckReturnValue
    public Outcome<T> run(Object payload, Effect<T, ?> effect) {
        return calls.run(declaration, key, who, payload, effect);
    }

    /**
     * As {@link #run}, for an effect that ends later, on another thread. Claiming, and waiting for another caller's effect,
     * happen on this thread; the lease is renewed until the effect's stage ends, and the thread that ends it writes the
     * outcome. A stage that never ends keeps its claim for as long as this process lives: give it a time limit.
     */
    @CheckReturnValue
    public CompletionStage<Outcome<T>> runAsync(Object payload, Effect<? extends CompletionStage<T>, ?> effect) {
        return calls.runAsync(declaration, key, who, payload, effect);
    }

    /** Whether the effect was done: when, by whom, with what result. */
    public Finding find() {
        return calls.find(key);
    }

    /**
     * Resolves an unknown outcome, as a person found out: it did happen, and this value is replayed from now on.
     *
     * @param resource what it created, if known
     * @return false when the record is not unknown (any more)
     */
    public boolean resolveAsHappened(T value, @Nullable Resource resource, By by) {
        Bytes response = Bytes.of(declaration.codec().encode(value));
        return calls.resolveAsHappened(key, response, resource, declaration.retention(), by);
    }

    /**
     * Resolves an unknown outcome, as a person found out: it did not happen, and the next call runs it.
     *
     * @return false when the record is not unknown (any more)
     */
    public boolean resolveAsNotHappened(By by) {
        return calls.resolveAsNotHappened(key, declaration.retention(), by);
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
