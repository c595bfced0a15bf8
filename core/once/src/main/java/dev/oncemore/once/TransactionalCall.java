package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.CheckReturnValue;
import dev.oncemore.once.record.Key;
import dev.oncemore.retry.Action;
import dev.oncemore.retry.Call;

/**
 * One effect inside an open transaction. There is no lease: the unique key is the lock, and a rollback removes the
 * claim.
 *
 * <p>Exceptions of the effect reach the caller unchanged, so that the transaction is rolled back as usual. If the
 * caller commits anyway, the failure is recorded.
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

    /** Sets the person or service that calls: a user, a job, a service. 1 to 255 characters, no control characters. */
    @CheckReturnValue
    public TransactionalCall<T> by(String who) {
        return new TransactionalCall<>(effects, declaration, key, By.requireWho(who));
    }

    /**
     * Runs the effect in this transaction.
     *
     * @param payload the request: a {@link Payload}, bytes, or an object that the codecs can write as JSON
     * @param effect the effect
     */
    @CheckReturnValue
    public <X extends Exception> Outcome<T> run(Object payload, Call<T, X> effect) throws X {
        return runWithClaim(payload, claim -> effect.call());
    }

    /**
     * As {@link #run}, for an effect that returns nothing. It has a name of its own because Java could not tell a lambda for
     * {@code run} from one for this.
     */
    @CheckReturnValue
    public <X extends Exception> Outcome<Void> perform(Object payload, Action<X> effect) throws X {
        return performWithClaim(payload, claim -> effect.run());
    }

    /** As {@link #perform}, for an effect that uses its claim. */
    @CheckReturnValue
    public <X extends Exception> Outcome<Void> performWithClaim(Object payload, ClaimAction<X> effect) throws X {
        return effects.run(declaration.returningNothing(), key, who, payload, Effect.of(effect));
    }

    /**
     * As {@link #run}, for an effect that uses its claim: to set the created resource, or for keys of steps inside it.
     */
    @CheckReturnValue
    public <X extends Exception> Outcome<T> runWithClaim(Object payload, Effect<T, X> effect) throws X {
        return effects.run(declaration, key, who, payload, effect);
    }
}
