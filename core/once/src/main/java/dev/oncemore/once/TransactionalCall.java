package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.CheckReturnValue;
import dev.oncemore.once.record.Key;
import dev.oncemore.retry.Call;

/**
 * One effect inside an open transaction. Nothing is leased: the unique key is the lock, and a rollback takes the claim with
 * it.
 *
 * <p>What the effect throws reaches the caller unchanged, so that the transaction is rolled back as it would have been. A
 * caller that commits all the same keeps the failure on record.
 *
 * @param <T> what the effect returns
 */
public final class TransactionalCall<T> {
    private final JoinedEffects effects;
    private final Declaration<T> declaration;
    private final Key key;
    private final String who;

    TransactionalCall(JoinedEffects effects, Declaration<T> declaration, Key key, String who) {
        this.effects = effects;
        this.declaration = declaration;
        this.key = key;
        this.who = who;
    }

    /** On whose behalf: a user, a job, a service. 1 to 255 characters, no control characters. */
    @CheckReturnValue
    public TransactionalCall<T> by(String who) {
        return new TransactionalCall<>(effects, declaration, key, By.requireWho(who));
    }

    /**
     * Runs the effect in this transaction.
     *
     * @param payload what it was asked with: a {@link Payload}, bytes, or an object that the codecs can write as JSON
     * @param effect what must happen once
     */
    @CheckReturnValue
    public <X extends Exception> Outcome<T> run(Object payload, Call<T, X> effect) throws X {
        return runWithClaim(payload, claim -> effect.call());
    }

    /** As {@link #run}, for an effect that uses its claim: to say what it created, or for keys of steps inside it. */
    @CheckReturnValue
    public <X extends Exception> Outcome<T> runWithClaim(Object payload, Effect<T, X> effect) throws X {
        return effects.run(declaration, key, who, payload, effect);
    }
}
